import { PlainCursor } from '../../../../../tests/support/plain-cursor.js';
import { XmlReader } from '../../../xml/read/xml-reader.js';
import { choice, complexType, element, field, record, repeated, sequence } from '../../construct/construct.js';
import { decodeElement, type ParticleDescriptor } from '../../index.js';
import * as xs from '../../xs.js';

const empty = record('', 'Empty', { content: sequence([]) });
const shell = record('', 'Shell', { content: sequence([field('', 'empty', empty)]) });
const many = (name: string, min = 0): ParticleDescriptor => field('', name, xs.string, { min, max: 9, list: true });
const one = field('', 'empty', empty);

/** The content of a row, and its fields. */
const rows: readonly (readonly [string, readonly ParticleDescriptor[]])[] = [
  ['<empty/>', [one, many('a')]],
  ['<empty/><a>x</a>', [one, many('a', 1)]],
  ['<empty></empty><a>x</a><a>y</a>', [one, many('a', 1)]],
  ['<shell><empty /></shell><empty/><a>x</a>', [field('', 'shell', shell), one, many('a', 1)]],
  ['<empty/>', [many('a'), one]],
  ['<a>x</a><shell><empty/></shell>', [many('a'), field('', 'shell', shell)]],
  ['<a>x</a><empty/><b>y</b>', [many('a'), one, many('b', 1)]],
  ['<a>x</a><empty/><b>y</b>', [many('a'), one, many('b')]],
  ['<empty/><a>x</a>', [sequence([one]), many('a', 1)]],
  ['<empty/><a>x</a>', [choice([one, field('', 'text', xs.string)]), many('a', 1)]],
  ['<empty/><a>x</a>', [field('', 'empty', empty, { nillable: true }), many('a', 1)]],
  ['<empty/><a>x</a>', [field('', 'empty', empty, { min: 0 }), many('a', 1)]],
  ['<empty/><a/>', [field('', 'empty', xs.string), many('a', 1)]],
];

// Scans are made for rows that come again and again.
it.each(rows)('an element without content is a value each time that it comes: %s', (content, particles) => {
  const row = complexType('', 'Row', { content: sequence(particles) });
  const list = element('', 'list', record('', 'List', { content: sequence([repeated('', 'row', row)]) }));
  const read = (isPlain: boolean): unknown => {
    const reader = new XmlReader(`<list>${`<row>${content}</row>`.repeat(100)}</list>`);
    reader.next();
    return decodeElement(list, isPlain ? new PlainCursor(reader) : reader);
  };
  expect(read(false)).toEqual(read(true));
});
