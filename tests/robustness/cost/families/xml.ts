import { encodings, trees } from '../direct.js';
import { type Area, familiesOf } from '../family.js';
import {
  alternate,
  around,
  chain,
  count,
  deep,
  each,
  fixed,
  type Grammar,
  type Grammars,
  mix,
  nest,
  repeat,
  times,
} from '../grammar.js';
import { client, echo, echoAnswer, rawPost, roomyServer, server, strictClient, utf16Post } from '../wire.js';

/** XML with any content. */

const names = count((i) => `<a${i.toString(36)}/>`);
const attributes = count((i) => ` a${i}="${i}"`);
const prefixes = count((i) => ` xmlns:p${i}="urn:${i}"`);
/** Names whose hashes collide in many hash functions. */
const colliding = count((i) => `<${i.toString(2).padStart(14, '0').replace(/0/g, 'Aa').replace(/1/g, 'BB')}/>`);

const contents: Grammars = {
  text: repeat('a'),
  'text beyond ASCII': repeat('Ж'),
  'astral characters': repeat('😀'),
  'spaces and line breaks': repeat(' \t\r\n'),
  'carriage returns': repeat('\r'),
  brackets: repeat(']]'),
  'brackets and angles': repeat(']] >'),
  'character references': repeat('&#65;'),
  'long character references': around('&#', repeat('0'), '65;'),
  entities: repeat('&amp;'),
  'undeclared entities': repeat('&a;'),
  'an entity without end': around('&', repeat('a'), ''),
  ampersands: repeat('&'),
  'CDATA sections': repeat('<![CDATA[]]>'),
  'CDATA sections that begin': repeat('<![CDATA['),
  'a long CDATA section': around('<![CDATA[', repeat(']]'), ']]>'),
  comments: repeat('<!---->'),
  'comments that begin': repeat('<!-- '),
  'a long comment': around('<!--', repeat('- '), '-->'),
  'a comment of dashes': around('<!-- ', repeat('-'), ' -->'),
  'processing instructions': repeat('<?a b?>'),
  'processing instructions that begin': repeat('<?a '),
  'a long processing instruction': around('<?a ', repeat('? '), '?>'),
  'a mixture of all': mix(repeat('a'), repeat('<!---->'), repeat('<![CDATA[]]>'), repeat('<?a?>'), repeat('&lt;')),
};

const elements: Grammars = {
  siblings: repeat('<a/>'),
  'siblings with text': repeat('<a>1</a>'),
  'siblings on lines': repeat('\n  <a>1</a>'),
  'start tags': repeat('<a>'),
  'end tags': repeat('</a>'),
  'angle brackets': repeat('<'),
  'different names': names,
  'names that collide': colliding,
  'a long name': around('<', repeat('a'), '/>'),
  'a long name, twice': (size) => `<${'a'.repeat(size / 2)}></${'a'.repeat(size / 2)}>`,
  'long names that differ at the end': count((i) => `<${'n'.repeat(200)}${i}/>`),
  'names beyond ASCII': count((i) => `<я${i}/>`),
  'a long prefix': (size) => `<${'p'.repeat(size / 3)}:a xmlns:${'p'.repeat(size / 3)}="u"/>`,
  colons: around('<a', repeat(':'), '/>'),
  'a long namespace': around('<a xmlns="', repeat('u'), '"/>'),
  'many namespaces': count((i) => `<a xmlns="urn:${i}"/>`),
  'long namespaces': count((i) => `<a xmlns="urn:${'u'.repeat(500)}${i}"/>`),
  'many prefixes of one namespace': count((i) => `<p${i}:a xmlns:p${i}="u"/>`),
  'spaces in a tag': around('<a', repeat(' '), '/>'),
  'spaces in an end tag': around('<a></a', repeat(' '), '>'),
  'spaces around an equals sign': around('<a b', repeat(' '), '="1"/>'),
  'a long attribute': around('<a b="', repeat('v'), '"/>'),
  'an attribute of line breaks': around('<a b="', repeat('\n'), '"/>'),
  'an attribute of references': around('<a b="', repeat('&#10;'), '"/>'),
  'an attribute without end': around('<a b="', repeat('v'), ''),
  'an attribute of apostrophes': around('<a b="', repeat("'"), '"/>'),
  'a hundred attributes each': repeat(`<a${times(100, (i) => ` a${i}=""`)}/>`),
  'a hundred prefixes each': repeat(`<a${times(100, (i) => ` xmlns:p${i}="u"`)}/>`),
  'a hundred prefixed attributes each': repeat(
    `<a${times(50, (i) => ` xmlns:p${i}="u${i}"`)}${times(50, (i) => ` p${i}:b=""`)}/>`,
  ),
  'depth of a hundred, again and again': repeat(`${'<a>'.repeat(100)}${'</a>'.repeat(100)}`),
  'siblings deep inside': deep('<a>', '</a>', 100, repeat('<b/>')),
  'siblings under many prefixes': deep('<a xmlns:p="u">', '</a>', 60, repeat('<b xmlns:q="v"/>')),
  'siblings and text in turn': alternate(repeat('<a/>'), repeat('text ')),
};

const manyOfOneElement: Grammars = {
  'attributes of one element': around('<a', attributes, '/>'),
  'prefixes of one element': around('<a', prefixes, '/>'),
  'prefixed attributes of one element': (size, random) =>
    `<a${prefixes(size / 2, random)}${count((i) => ` p${i}:b="1"`)(size / 4, random)}/>`,
  'one attribute again and again': around('<a', repeat(' a="1"'), '/>'),
  'attributes under one prefix': around(
    '<a xmlns:p="u"',
    count((i) => ` p:a${i}=""`),
    '/>',
  ),
};

const documents: Grammars = {
  'an XML declaration of spaces': around('<?xml version="1.0"', repeat(' '), '?><a/>'),
  'an encoding of spaces': around('<?xml version="1.0" encoding', repeat(' '), '="utf-8"?><a/>'),
  'a long encoding': around('<?xml version="1.0" encoding="', repeat('u'), '"?><a/>'),
  'an XML declaration without end': around('<?xml version="1.0"', repeat(' a'), '<a/>'),
  'comments before the root': chain(repeat('<!-- a -->'), fixed('<a/>')),
  'comments after the root': chain(fixed('<a/>'), repeat('<!-- a -->')),
  'spaces after the root': chain(fixed('<a/>'), repeat(' \n')),
  'a DOCTYPE': around('<!DOCTYPE a [', repeat('<!ENTITY a "b">'), ']><a/>'),
  'nothing but spaces': repeat(' '),
  'byte order marks': repeat('\ufeff'),
  'no markup': repeat('a'),
};

const charsets: Grammars = {
  'ASCII in UTF-8': around('<?xml version="1.0"?><a>', repeat('a'), '</a>'),
  'bytes beyond Unicode': around('<a>', repeat('\xff'), '</a>'),
  'overlong sequences': around('<a>', repeat('\xc0\x80'), '</a>'),
  'sequences cut short': around('<a>', repeat('\xf0\x9f'), '</a>'),
  'a declared code page': around('<?xml version="1.0" encoding="windows-1251"?><a>', repeat('\xff'), '</a>'),
  'a declared UTF-16': around('<?xml version="1.0" encoding="utf-16"?><a>', repeat('a'), '</a>'),
  'UTF-16': around('\xff\xfe<\0a\0>\0', repeat('\x16\x04'), '<\0/\0a\0>\0'),
  'lone surrogates': around('\xff\xfe<\0a\0>\0', repeat('\x00\xd8'), '<\0/\0a\0>\0'),
  'spaces where the encoding should be': around('<?xml version="1.0" encoding', repeat(' '), ''),
  'no end of the declaration': around('<?xml ', repeat('encoding="a" '), ''),
};

const inElement = (grammars: Grammars) =>
  Object.fromEntries(Object.entries(grammars).map(([name, grammar]) => [name, echo(around('<s>', grammar, '</s>'))]));

const anyOf = (grammar: Grammar) => around('<any>', grammar, '</any>');

export const xml: Area = {
  name: 'xml',
  families: [
    ...familiesOf(
      trees,
      each({ ...contents, ...elements, ...manyOfOneElement }, (inside) => around('<r>', inside, '</r>')),
    ),
    ...familiesOf(trees, documents),
    ...familiesOf(trees, { 'elements in each other': around('<r>', nest('<a>', '</a>'), '</r>') }, 3000),
    ...familiesOf(encodings, charsets),
  ],
};

export const requests: Area = {
  name: 'requests',
  families: [
    ...familiesOf(server, inElement(contents)),
    ...familiesOf(
      server,
      each(elements, (inside) => echo(anyOf(inside))),
    ),
    ...familiesOf(
      roomyServer,
      each(manyOfOneElement, (inside) => echo(anyOf(inside))),
    ),
    ...familiesOf(server, each(documents, rawPost)),
    ...familiesOf(server, {
      'unknown elements of the request': echo(names),
      'elements of another namespace': echo(around('<x xmlns="u">', repeat('<a/>'), '</x>')),
      wildcards: echo(repeat('<o xmlns="u"/>')),
      'UTF-16': utf16Post(around('<a>', repeat('ж'), '</a>')),
    }),
  ],
};

export const answers: Area = {
  name: 'answers',
  families: [
    ...familiesOf(
      client,
      each(contents, (inside) => echoAnswer(around('<s>', inside, '</s>'))),
    ),
    ...familiesOf(
      client,
      each(elements, (inside) => echoAnswer(anyOf(inside))),
    ),
    ...familiesOf(strictClient, {
      'comments that begin in elements': echoAnswer(around('<any>', repeat('<a>--b<a>\\😀<!--'), '</any>')),
      siblings: echoAnswer(anyOf(repeat('<a/>'))),
      'unknown elements': echoAnswer(names),
      'a known element out of order': echoAnswer(repeat('<s>a</s>')),
    }),
  ],
};
