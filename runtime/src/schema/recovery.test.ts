import { XmlReader } from '../xml/index.js';
import { decodeElement, element, field, parseXml, record, recovery, sequence, strictness } from './index.js';
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
    expect(() => read({ tolerate: 'common' })).toThrow('need the option `recovery: recovery` in browsers and workers');
    expect(() => read({ missing: 'default' })).toThrow('need the option `recovery: recovery` in browsers and workers');
  });

  it('what does not fit is refused by default', () => {
    expect(() => read({ tolerate: 'nothing' })).toThrow('is not a valid decimal');
  });

  it('strict readers refuse with the strictness that the program names', () => {
    const more = '<Order><amount>1</amount><more/></Order>';
    expect(read({}, more)).toEqual({ amount: '1' });
    expect(() => read({ strict: true, strictness }, more)).toThrow('element "more" is not allowed here');
    expect(() => read({ strict: true, strictness, tolerate: 'all' })).toThrow('is not a valid decimal');
    expect(() => read({ strict: true })).toThrow('needs the option `strictness: strictness` in browsers and workers');
  });

  it('whole documents are read with every option', () => {
    expect(parseXml(order, text, { tolerate: 'common' })).toEqual({ amount: '1500' });
    expect(() => parseXml(order, text, { strict: true })).toThrow('is not a valid decimal');
  });
});
