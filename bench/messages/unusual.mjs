/** Records as `flat` has them in forms that are rarer, and content that is rare in records. What is compared is how fast they are read. */
import { indented } from '../lib/indent.mjs';
import { field, many, optional, root, times, type } from '../lib/message-wsdl.mjs';
import records from './records.mjs';

const flat = records.find(({ name }) => name === 'flat');
const namespace = (name) => `http://bench.example/unusual/${name.replace(/[^a-z0-9]+/gi, '-')}/`;

/** The values of `flat`, of which the document is written in another way. */
const rewritten = (name, rewrite) => ({ ...flat, name, rewrite });
const eachRecord = (change) => (xml) => xml.replace(/<(\w+:)?record>.*?<\/\1record>/g, change);
const padded = (members) => (xml) =>
  xml.replaceAll(new RegExp(`(<(?:\\w+:)?(?:${members})>)([^<]*)(<)`, 'g'), '$1\n      $2\n    $3');
const inSections = (xml) =>
  xml.replaceAll(/(<(?:\w+:)?(?:code|title)>)([^<]*)(<)/g, (_, start, text, end) => {
    const content = text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
    return `${start}<![CDATA[${content}]]>${end}`;
  });
const of = (name, components, content, value) => ({
  name,
  root: 'Answer',
  schemas: [[namespace(name), components + root('Answer', content)]],
  value,
});

/** Records in records, each with three values of its own. */
const deep = (depth) => {
  const node = (level) => ({
    id: level,
    name: `Node ${level}`,
    size: level * 17,
    ...(level < depth && { node: node(level + 1) }),
  });
  const fields = field('id', 'xs:int') + field('name', 'xs:string') + field('size', 'xs:int');
  return of(
    `${depth} records deep`,
    type('Node', fields + field('node', 't:Node', optional)),
    field('node', 't:Node', many),
    { node: times(Math.ceil(20_000 / depth), () => node(1)) },
  );
};

const rows = (name, fields, value) =>
  of(name, type('Row', fields), field('row', 't:Row', many), { row: times(4000, value) });
const octets = (length, i) => Uint8Array.from({ length }, (_, k) => (i * 31 + k * 7) & 0xff);
const numbers = '<xs:simpleType name="Numbers"><xs:list itemType="xs:int"/></xs:simpleType>';

export default [
  rewritten('indented', indented('\n')),
  rewritten('indented, CR LF', indented('\r\n')),
  rewritten('white space in a value of each record', padded('quantity')),
  rewritten('white space in six values of each record', padded('id|amount|rate|quantity|active|created')),
  rewritten('CDATA in two values of each record', inSections),
  rewritten(
    'a comment in each record',
    eachRecord((record) => record.replace('>', '><!-- changed -->')),
  ),
  rewritten(
    'two members of each record in another order',
    eachRecord((record) => record.replace(/(<(?:\w+:)?code>.*?)(<(?:\w+:)?title>.*?)(?=<(?:\w+:)?amount>)/, '$2$1')),
  ),
  rewritten('one record with CDATA', (xml) => {
    const middle = xml.indexOf('record>', xml.length / 2);
    const end = xml.indexOf('amount>', middle);
    return xml.slice(0, middle) + inSections(xml.slice(middle, end)) + xml.slice(end);
  }),
  ...[5, 10, 15, 60].map(deep),
  of('lists of 100 numbers', numbers, field('list', 't:Numbers', many), {
    list: times(1000, (i) => times(100, (k) => i * k)),
  }),
  rows('dense in references', field('a', 'xs:string') + field('b', 'xs:string'), (i) => ({
    a: `<a & b> "${i}" && <c>`.repeat(3),
    b: `R&D ${i} <&>`.repeat(3),
  })),
  rows('hexBinary of 24 octets', field('a', 'xs:hexBinary') + field('b', 'xs:hexBinary'), (i) => ({
    a: octets(24, i),
    b: octets(24, i + 1),
  })),
  rows('base64Binary of 24 octets', field('a', 'xs:base64Binary') + field('b', 'xs:base64Binary'), (i) => ({
    a: octets(24, i),
    b: octets(24, i + 1),
  })),
];
