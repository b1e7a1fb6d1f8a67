/** Documents, trees and values without a call. */
import { formatTree, formatXml, messageValidator, parseTree, parseXml, readDataSet } from '@wsdl-codegen/runtime';
import * as engine from '@wsdl-codegen/runtime/schema';
import { decodeXmlBytes, escapeAttribute, escapeText, isNCName, XmlReader, XmlWriter } from '@wsdl-codegen/runtime/xml';
import * as xs from '@wsdl-codegen/runtime/xs';
import { elements, schema } from 'shop';
import { attempt, order } from '../kit.mjs';

const put = elements['{urn:shop}Put'];
const putText = (content, attributes = 'id="1"') =>
  `<Put xmlns="urn:shop"><order ${attributes}>${content}</order></Put>`;

const documents = {
  right: putText('<title>A</title><count>1</count>'),
  'another root': '<Get xmlns="urn:shop"/>',
  'a root in no namespace': '<Put><order id="1"><title>A</title></order></Put>',
  'cut short': '<Put xmlns="urn:shop"><order',
  empty: '',
  'text after it': `${putText('<title>A</title>')}x`,
  'a wrong value on its third line': putText('\n<title>A</title>\n  <count>x</count>'),
  'a missing value': putText(''),
  'a document type': `<!DOCTYPE Put>${putText('<title>A</title>')}`,
  'white space everywhere': `\n ${putText('\n  <title>A</title>\n  <count> 1 </count>\n')}\n`,
  'an instruction': `<?xml-stylesheet href="a"?>${putText('<title>A</title>')}<!-- end -->`,
  'version 1.1': `<?xml version="1.1"?>${putText('<title>A</title>')}`,
  'an element that is not known': putText('<title>A</title><more/>'),
  'a wrong character': putText('<title>\u0002</title>'),
};
const cases = {};
for (const [name, text] of Object.entries(documents)) {
  cases[`parseXml: ${name}`] = () => attempt(() => parseXml(put, text));
  cases[`parseXml, strict: ${name}`] = () => attempt(() => parseXml(put, text, { strict: true }));
  cases[`validateXml: ${name}`] = () => attempt(() => engine.validateXml(put, text));
}

const { any, attribute, complexType, element, field, sequence } = engine;
const inner = complexType('', 'Inner', {
  attributes: [attribute('', 'id', xs.ID)],
  content: sequence([field('', 'n', xs.int)]),
});
const openRoot = element(
  '',
  'r',
  complexType('', 'R', { content: sequence([field('', 'a', xs.int), any({ process: 'lax', min: 0, max: 9 })]) }),
);
const declarations = { elements: new Map([['inner', element('', 'inner', inner)]]) };
const openDocuments = {
  right: '<r><a>1</a><inner id="x"><n>1</n></inner></r>',
  'wrong in two places': '<r><a>x</a>\n<inner id="x"><n>y</n></inner></r>',
  'wrong in an unknown element': '<r><a>1</a><b>\n  <inner><n/></inner></b></r>',
  'an ID twice': '<r><a>1</a><inner id="x"><n>1</n></inner>\n<inner id="x"><n>1</n></inner></r>',
};
for (const [name, text] of Object.entries(openDocuments)) {
  cases[`validateXml, open content: ${name}`] = () =>
    attempt(() => engine.validateXml(openRoot, text, { declarations }));
}
cases['sample of an abstract element'] = () =>
  attempt(() => engine.sample(element('', 'e', xs.int, { abstract: true })));

const trees = {
  'mixed content': '<a xmlns="urn:a" xmlns:b="urn:b" b:c="1" d="2">t<b:e/>u<![CDATA[v]]><!-- w --></a>',
  'namespaces that end': '<a xmlns:x="urn:1"><x:b xmlns:x="urn:2"/><x:c/></a>',
  'not well-formed': '<a><b></a>',
  'a prefix without a namespace': '<x:a/>',
  'an entity': '<a>&copy;</a>',
  'two roots': '<a/><b/>',
  'an attribute without quotes': '<a b=c/>',
  'a less-than in an attribute': '<a b="<"/>',
  'a comment with two hyphens': '<a><!-- a -- b --></a>',
  'a reserved prefix': '<xmlns:a/>',
  deep: '<a>'.repeat(300) + '</a>'.repeat(300),
};
for (const [name, text] of Object.entries(trees)) {
  cases[`tree: ${name}`] = () => attempt(() => [parseTree(text), formatTree(parseTree(text))]);
}

const simple = {
  string: [' a\n', ''],
  token: [' a  b '],
  boolean: ['1', ' false ', 'TRUE', ''],
  int: ['007', '-0', '2147483648', '1.0', ' 5 '],
  long: ['9223372036854775807', '9223372036854775808'],
  decimal: ['1.50', '.5', '1e3', '+1.'],
  double: ['1e400', 'INF', 'inf', '-0', '1_0'],
  float: ['3.4028236e39', '1.1'],
  date: ['2024-02-29', '2023-02-29', '2024-01-01Z', '-0001-01-01', '0000-01-01'],
  dateTime: ['2024-05-06T24:00:00', '2024-05-06T07:08:60Z', '2024-05-06T07:08:09.1234567+14:00', '2024-05-06'],
  time: ['23:59:59', '25:00:00'],
  duration: ['P1Y2M3DT4H5M6.7S', 'P', '-P1D', 'PT'],
  base64Binary: ['AQID', 'AQI', 'AQ==', 'AR==', ' A Q I D '],
  hexBinary: ['0aFF', '0a0', 'zz'],
  anyURI: ['a b', 'http://ж/'],
  QName: ['a', 'x:a', 'a:b:c'],
  language: ['en-US', 'e_n'],
  gMonth: ['--05', '--13'],
};
const types = new Map(Object.entries(xs));
for (const [name, texts] of Object.entries(simple)) {
  cases[`values of ${name}`] = async () =>
    Promise.all(
      texts.flatMap((text) => [
        attempt(() => engine.parseSimple(types.get(name), text)),
        attempt(() => engine.formatSimple(types.get(name), engine.parseSimple(types.get(name), text))),
      ]),
    );
}

const json = {
  'the least': { order: { id: 1, title: 'A' } },
  'a bigint': { order: { id: 1, title: 'A', big: '5', scan: 'AQID' } },
  'wrong values': { order: { id: 'x', title: 5, item: [{ name: 'n', more: 1 }] } },
  'what stands for values': { order: { id: '1', title: 'A', paid: 'true', count: '', item: { name: 'n' } } },
  nothing: null,
};
for (const [name, value] of Object.entries(json)) {
  cases[`JSON: ${name}`] = async () => [
    await attempt(() => engine.fromJson(put, value)),
    await attempt(() => engine.fromJson(put, value, { coerce: true })),
    await attempt(async () => (await engine.standardSchema(put)['~standard'].validate(value)) ?? null),
    await attempt(() => engine.toJson(put, value)),
  ];
}
cases['JSON: a tree with more than trees have'] = () =>
  attempt(() => engine.fromJson(xs.anyType, { namespace: '', name: 'a', attributes: [], children: [], more: 1 }));

const values = {
  'the least': { order },
  'several mistakes': {
    order: { id: 'x', title: null, item: [{}, { name: 'n', more: 1 }], state: 'lost', card: 'a', cash: '1' },
  },
  nothing: undefined,
};
for (const [name, value] of Object.entries(values)) {
  cases[`formatXml: ${name}`] = () => attempt(() => formatXml(put, value));
  cases[`validate: ${name}`] = () => attempt(() => engine.validate(put, value));
}

export const documentCases = {
  ...cases,
  'parseXml: limits': async () => [
    await attempt(() => parseXml(put, putText('<title>A</title>'), { limits: { maxDepth: 2 } })),
    await attempt(() =>
      parseXml(put, putText('<title>A</title>', 'id="1" note="n"'), { limits: { maxAttributes: 1 } }),
    ),
  ],
  'parseXml: a misspelt option': () => attempt(() => parseXml(put, putText('<title>A</title>'), { stricct: true })),
  'parseXml: bytes in the place of text': () => attempt(() => parseXml(put, new TextEncoder().encode('<a/>'))),
  'parseXml: an element that is none': () => attempt(() => parseXml({}, '<a/>')),
  'formatXml: indented, with a declaration': () =>
    attempt(() => formatXml(put, { order: { ...order, item: [{ name: 'n' }] } }, { indent: '  ', declaration: true })),
  'formatXml: a misspelt option': () => attempt(() => formatXml(put, { order }, { indentt: '  ' })),
  'formatXml: prefixes': () => attempt(() => formatXml(put, { order }, { prefixes: new Map([['urn:shop', 's']]) })),
  sample: () => attempt(() => engine.sample(put)),
  'JSON Schema': () => attempt(() => engine.toJsonSchema(put)),
  patterns: async () =>
    Promise.all(
      ['[a-z]+', '\\p{Lu}\\d{2}', '(', '[a-z-[aeiou]]', '\\i\\c*', 'a{2,1}'].map((source) =>
        attempt(() => engine.compilePattern(source).test?.('Ab12') ?? Object.keys(engine.compilePattern(source))),
      ),
    ),
  'elements by their parts': () => attempt(() => engine.validate(schema.Order, { ...order, sizes: [1.5] })),
  'bytes of XML': async () =>
    Promise.all(
      [
        [0xef, 0xbb, 0xbf, 60, 97, 47, 62],
        [0xff, 0xfe, 60, 0, 97, 0, 47, 0, 62, 0],
        [60, 97, 62, 0xff, 60, 47, 97, 62],
        [],
      ].map((bytes) => attempt(() => decodeXmlBytes(Uint8Array.from(bytes)))),
    ),
  'a reader': () =>
    attempt(() => {
      const reader = new XmlReader('<a b="1">t<c/></a>');
      return Array.from({ length: 6 }, () => [reader.next(), reader.localName, reader.position()]);
    }),
  'a writer': async () => {
    const tree = { namespace: 'urn:a', name: 'a', attributes: [], children: ['t\u0000'] };
    return [
      await attempt(() => formatTree(tree)),
      await attempt(() => formatTree({ ...tree, name: 'a b' })),
      await attempt(() => new XmlWriter().text('t')),
    ];
  },
  'escapes and names': async () => [
    escapeText('<&>"\'\r\u00a0'),
    escapeAttribute('<&>"\'\r\n\t'),
    ['a', 'a:b', '1a', 'ж', ''].map((name) => isNCName(name)),
  ],
  'a DataSet that is none': () => attempt(() => readDataSet(parseTree('<a/>'))),
  'options of a validator': () => attempt(() => messageValidator({ patern: true })),
};
