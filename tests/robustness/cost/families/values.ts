import { type Area, familiesOf } from '../family.js';
import { around, count, each, type Grammar, type Grammars, repeat } from '../grammar.js';
import { client, echo, echoAnswer, form, query, server } from '../wire.js';

/** Simple values: numbers, dates, binary values, lists, unions, patterns; in requests, answers and forms. */

const within =
  (name: string) =>
  (inside: Grammar): Grammar =>
    around(`<${name}>`, inside, `</${name}>`);

/** Texts by the element of the service that they are for. */
const texts: readonly (readonly [element: string, grammars: Grammars])[] = [
  [
    'i',
    {
      digits: repeat('7'),
      zeros: repeat('0'),
      'zeros before something else': around('', repeat('0'), 'x'),
      signs: repeat('-'),
      'spaces around': around('', repeat(' '), '1'),
      'spaces within': around('1', repeat(' '), '1'),
    },
  ],
  [
    'd',
    {
      digits: repeat('7'),
      'zeros of a fraction': around('1.', repeat('0'), '1'),
      'trailing zeros': around('1.', repeat('0'), ''),
      points: repeat('1.'),
    },
  ],
  [
    'f',
    {
      digits: around('', repeat('7'), 'e400'),
      'a huge exponent': around('1e', repeat('9'), ''),
      'zeros of a fraction': around('0.', repeat('0'), '7x'),
      exponents: repeat('1e'),
    },
  ],
  [
    'b',
    {
      base64: repeat('AAAA'),
      'base64 with spaces': repeat('A A '),
      spaces: repeat(' '),
      'wrong at the end': around('', repeat('AAAA'), '*'),
      padding: repeat('='),
    },
  ],
  ['h', { hex: repeat('0f'), 'wrong at the end': around('', repeat('0f'), 'x') }],
  [
    'dt',
    {
      'a long year': around('', repeat('7'), '-01-01T00:00:00'),
      'zeros of a year': around('', repeat('0'), '1-01-01T00:00:00'),
      'a long fraction': around('2000-01-01T00:00:00.', repeat('0'), '1Z'),
      dashes: repeat('-'),
      'a long zone': around('2000-01-01T00:00:00+', repeat('1'), ''),
    },
  ],
  [
    'dur',
    {
      'many years': around('P', repeat('7'), 'Y'),
      'a long fraction': around('PT0.', repeat('0'), '1S'),
      parts: around('P', repeat('1Y'), ''),
    },
  ],
  ['q', { 'a long name': repeat('a'), colons: repeat('a:'), spaces: around('', repeat(' '), 'a') }],
  ['uri', { percent: repeat('%'), spaces: repeat(' '), slashes: repeat('../') }],
  ['tok', { spaces: repeat(' '), 'words and spaces': repeat('a  ') }],
  ['lang', { parts: repeat('a-'), letters: repeat('a') }],
  [
    'list',
    { numbers: repeat('1 '), 'different numbers': count(String, ' '), words: repeat('x '), spaces: repeat(' ') },
  ],
  ['qs', { names: repeat('a '), 'names with a prefix': repeat('t:a '), 'different names': count((i) => `a${i}`, ' ') }],
  ['ids', { tokens: repeat('a '), 'long tokens': repeat(`${'a'.repeat(500)} `) }],
  ['e', { 'a long value': repeat('red') }],
  [
    'p',
    {
      'a long value': repeat('a'),
      words: repeat('a '),
      spaces: repeat(' '),
      'a value that fits': around('', repeat('ab '), '1'),
    },
  ],
  [
    'un',
    {
      'digits and a letter': around('', repeat('1'), 'x'),
      'a long date': around('2000-01-01T00:00:00.', repeat('0'), 'x'),
    },
  ],
  ['bad', { 'digits and a letter': around('', repeat('1'), 'x') }],
  ['n', { digits: repeat('7'), words: repeat('a ') }],
];

/** Elements that come again and again. */
const repeated: Grammars = {
  numbers: repeat('<n>1</n>'),
  'numbers that are nil': repeat('<n xsi:nil="1"/>'),
  'wrong numbers': repeat('<n>x</n>'),
  'unions of which the last member fits': repeat('<un>z</un>'),
  'unions of which none fits': repeat('<bad>z</bad>'),
  'binary values': repeat('<b>AAAA</b>'),
  'derived types': repeat('<base xsi:type="t:User"><name>a</name></base>'),
  'types that do not exist': repeat('<base xsi:type="t:Nobody"/>'),
  'abstract types': repeat('<base/>'),
  'children of a tree': around('<tree>', repeat('<child/>'), '</tree>'),
  'mixed content': around('<mixed>', repeat('a<b>c</b>'), '</mixed>'),
  'xsi:type of any content': repeat('<any xsi:type="xsd:int">1</any>'),
  'different types of any content': count((i) => `<any xsi:type="t:T${i}">1</any>`),
  'attributes of any content': repeat('<any a="1" b="2"/>'),
};

const perElement = (make: (parameters: Grammar) => Grammar): Grammars => ({
  ...Object.fromEntries(
    texts.flatMap(([element, grammars]) =>
      Object.entries(grammars).map(([name, grammar]) => [`<${element}> ${name}`, make(within(element)(grammar))]),
    ),
  ),
  ...Object.fromEntries(Object.entries(repeated).map(([name, grammar]) => [name, make(grammar)])),
});

const formTexts: Grammars = {
  'a long value': around('s=', repeat('a'), '&n=1'),
  'percent-escapes': around('s=', repeat('%41'), '&n=1'),
  'percent signs': around('s=', repeat('%'), '&n=1'),
  '%u escapes': around('s=', repeat('%u0041'), '&n=1'),
  pluses: around('s=', repeat('+'), '&n=1'),
  markup: around('s=', repeat('%3Ca'), '&n=1'),
  fields: repeat('s=a&'),
  'different fields': count((i) => `f${i}=`, '&'),
  separators: repeat('&'),
  'equals signs': repeat('='),
  'a long name': around('', repeat('a'), '=1'),
  digits: around('s=a&n=', repeat('7'), ''),
  'spaces in a number': around('s=a&n=1', repeat('%20'), '1'),
  'commas in a number': around('s=a&n=1', repeat(','), ''),
};

export const values: Area = {
  name: 'values',
  families: [
    ...familiesOf(server, perElement(echo)),
    // The same engine reads answers: what is read element by element stands for the rest.
    ...familiesOf(
      client,
      each(repeated, (parameters) => echoAnswer(parameters)),
    ),
  ],
};

export const formFields: Area = {
  name: 'forms',
  families: [
    ...familiesOf(
      server,
      Object.fromEntries(Object.entries(formTexts).map(([name, body]) => [`form, ${name}`, form(body)])),
    ),
    ...familiesOf(
      server,
      Object.fromEntries(Object.entries(formTexts).map(([name, body]) => [`query, ${name}`, query(body)])),
    ),
    ...familiesOf(server, {
      'form in an unknown charset': around(
        'POST /Lit.asmx/Look\ncontent-type: application/x-www-form-urlencoded; charset=',
        repeat('x'),
        '\n\ns=1',
      ),
    }),
  ],
};
