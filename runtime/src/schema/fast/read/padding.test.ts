import { element, field, record, repeated, sequence } from '../../construct/construct.js';
import { parseXml } from '../../document/document.js';
import * as xs from '../../xs.js';

const types = {
  int: xs.int,
  long: xs.long,
  double: xs.double,
  decimal: xs.decimal,
  boolean: xs.boolean,
  date: xs.date,
};
const values = { int: '7', long: '7', double: '1.5', decimal: '2.50', boolean: 'true', date: '2026-01-02', text: 'a' };
const fields = [...Object.entries(types), ['text', xs.string] as const].map(([name, type]) => field('', name, type));
const row = record('', 'Row', { content: sequence(fields) });
const list = element<{ row: object[] }>(
  '',
  'list',
  record('', 'List', { content: sequence([repeated('', 'row', row)]) }),
);

const documentOf = (pad: string): string => {
  const leaves = Object.entries(values).map(
    ([name, value]) => `<${name}>${name === 'text' ? value : pad + value + pad}</${name}>`,
  );
  return `<list>${`<row>${leaves.join('')}</row>`.repeat(100)}</list>`;
};

it.each(['\n  ', '\t', ' \r\n '])('reads values with white space around them (%j) as those without', (pad) => {
  expect(parseXml(list, documentOf(pad))).toEqual(parseXml(list, documentOf('')));
});
