/** Messages of records: what nearly all services send. */
import { field, many, optional, root, times, type } from '../lib/message-wsdl.mjs';

const namespace = (name) => `http://bench.example/${name.replace(/[^a-z0-9]+/gi, '-')}/`;
const records = (name, fields, value, count) => ({
  name,
  root: 'Answer',
  schemas: [[namespace(name), type('Record', fields) + root('Answer', field('record', 't:Record', many))]],
  value: { record: times(count, value) },
});
const fieldsOf = (types) =>
  Object.entries(types)
    .map(([name, of]) => field(name, `xs:${of}`))
    .join('');

const flatFields = fieldsOf({
  id: 'long',
  code: 'string',
  title: 'string',
  amount: 'decimal',
  rate: 'double',
  quantity: 'int',
  active: 'boolean',
  created: 'dateTime',
});
const flatValue = (i) => ({
  id: BigInt(i) * 4_294_967_296n,
  code: `R-${i}`,
  title: `Record number ${i} <of & many>`,
  amount: `${i}.50`,
  rate: i / 7,
  quantity: i,
  active: i % 2 === 0,
  created: '2026-01-02T03:04:05Z',
});

const words = ['street', 'city', 'zip', 'country', 'first', 'last', 'phone', 'mail', 'note', 'tag'];
const optionalNames = times(60, (i) => `field${i}`);

/** A tree of folders, four levels deep. */
const folder = (depth, i) => ({
  name: `Folder ${i}`,
  size: i * 17,
  folder: depth === 0 ? [] : times(4, (k) => folder(depth - 1, i * 4 + k)),
});

const session = {
  schemas: [['http://b.example/', root('Answer', fieldsOf({ session: 'string', balance: 'decimal' }))]],
  value: { session: 'a81f', balance: '12.50' },
};

/** Each element declares its namespace again, as those of .NET, Axis and others do. */
const declared = (xml) => {
  const [, prefix, namespace] = /xmlns:(\w+)="([^"]*)"/.exec(xml);
  return xml.replaceAll(new RegExp(`<${prefix}:\\w+(?=>)`, 'g'), `$& xmlns:${prefix}="${namespace}"`);
};

export default [
  records('flat', flatFields, flatValue, 5000),
  { ...records('flat, namespaces on each', flatFields, flatValue, 5000), rewrite: declared },
  records(
    'strings',
    fieldsOf(Object.fromEntries(words.map((word) => [word, 'string']))),
    (i) => Object.fromEntries(words.map((word, k) => [word, `${word} of record ${i + k}`])),
    4000,
  ),
  records(
    'numbers and dates',
    fieldsOf({ a: 'int', b: 'long', c: 'double', d: 'decimal', e: 'short', f: 'date', g: 'dateTime', h: 'boolean' }),
    (i) => ({
      a: i,
      b: BigInt(i) * 10_000_000_000n,
      c: i / 3,
      d: `${i}.25`,
      e: i % 1000,
      f: '2026-01-02',
      g: '2026-01-02T03:04:05.678Z',
      h: i % 2 === 0,
    }),
    5000,
  ),
  records(
    'optional, 8 of 60',
    optionalNames.map((name) => field(name, 'xs:string', optional)).join(''),
    (i) => Object.fromEntries(times(8, (k) => [optionalNames[(i + k * 7) % 60], `value ${i}`])),
    4000,
  ),
  { name: 'small', root: 'Answer', schemas: session.schemas, value: session.value },
  records('2 KB', flatFields, flatValue, 7),
  {
    name: 'tree',
    root: 'Answer',
    schemas: [
      [
        namespace('tree'),
        type('Folder', field('name', 'xs:string') + field('size', 'xs:int') + field('folder', 't:Folder', many)) +
          root('Answer', field('folder', 't:Folder', many)),
      ],
    ],
    value: { folder: times(10, (i) => folder(4, i)) },
  },
];
