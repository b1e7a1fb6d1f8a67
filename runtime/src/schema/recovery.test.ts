import { XmlReader } from '../xml/index.js';
import {
  type ComplexType,
  decodeElement,
  derivedTypes,
  element,
  field,
  formatXml,
  parseXml,
  record,
  recovery,
  sequence,
  strictness,
} from './index.js';
import * as xs from './xs.js';

jest.mock('#schema-platform', () => jest.requireActual('./small-platform'));

const order = element('', 'Order', record('', '', { content: sequence([field('', 'amount', xs.decimal)]) }));
const text = '<Order><amount>1.5E3</amount></Order>';

function read(options: Parameters<typeof decodeElement>[2], document = text): unknown {
  const reader = new XmlReader(document);
  reader.next();
  return decodeElement(order, reader, options);
}

describe('in browsers and workers', () => {
  it('what does not fit is read with the recovery that the program names', () => {
    expect(read({ tolerate: 'common', recovery })).toEqual({ amount: '1500' });
    expect(() => read({ tolerate: 'common' })).toThrow('`tolerate`, `onUnknown` and others need `recovery`');
    expect(() => read({ missing: 'default' })).toThrow('`tolerate`, `onUnknown` and others need `recovery`');
  });

  it('what does not fit is refused by default', () => {
    expect(() => read({ tolerate: 'nothing' })).toThrow('is not a valid decimal');
  });

  it('near misses are read, and told of, with the recovery that the program names', () => {
    const other = '<Order><o:amount xmlns:o="urn:o">1</o:amount></Order>';
    const onUnknown = jest.fn();
    expect(() => read({}, other)).toThrow('element "amount" is missing');
    expect(() => read({ onUnknown }, other)).toThrow('`onUnknown` and others need `recovery`');
    expect(() => read({ recovery, nearMisses: 'refuse' }, other)).toThrow('element "amount" is missing');
    expect(read({ recovery, onUnknown }, other)).toEqual({ amount: '1' });
    expect(onUnknown.mock.calls).toMatchObject([[{ kind: 'namespace', name: 'amount' }]]);
  });

  it('strict readers refuse with the strictness that the program names', () => {
    const more = '<Order><amount>1</amount><more/></Order>';
    expect(read({}, more)).toEqual({ amount: '1' });
    expect(() => read({ strict: true, strictness }, more)).toThrow('element "more" is not allowed here');
    expect(() => read({ strict: true, strictness, tolerate: 'all' })).toThrow('is not a valid decimal');
    expect(() => read({ strict: true })).toThrow('In browsers and workers, `strict` needs `strictness`');
  });

  it('whole documents are read with every option', () => {
    expect(parseXml(order, text, { tolerate: 'common' })).toEqual({ amount: '1500' });
    expect(() => parseXml(order, text, { strict: true })).toThrow('is not a valid decimal');
  });

  it('types that stand in for others are read and written by their names', () => {
    const shape: ComplexType = record('', 'Shape', {
      typeName: 'Shape',
      abstract: true,
      derived: derivedTypes(() => [circle]),
      content: sequence([]),
    });
    const circle: ComplexType = record('', 'Circle', {
      typeName: 'Circle',
      extends: () => shape,
      content: sequence([field('', 'radius', xs.int)]),
    });
    const root = element('', 'Shape', shape);
    const value = { $type: 'Circle', radius: 2 };
    const written = formatXml(root, value);
    expect(written).toContain('xsi:type="Circle"');
    const reader = new XmlReader(written);
    reader.next();
    expect(decodeElement(root, reader)).toEqual(value);
    expect(() => formatXml(root, { radius: 2 })).toThrow('the type "Shape" is abstract');
    expect(() => formatXml(root, { $type: 'Square' })).toThrow('is not a type that is allowed here');
    const plain = new XmlReader('<Shape><radius>2</radius></Shape>');
    plain.next();
    expect(() => decodeElement(root, plain)).toThrow('the type "Shape" is abstract; xsi:type must name another');
  });
});
