import { attribute, complexType, element, enumeration, field, formatXml, parseXml, sequence } from '../index.js';
import * as xs from '../xs.js';

const stamped = complexType('', 'Stamped', {
  text: xs.dateTime,
  attributes: [
    attribute('', 'count', xs.int, { required: true }),
    attribute('', 'kind', enumeration('', '', xs.string, ['a', 'b']), { required: true }),
    attribute('', 'version', xs.string, { required: true, fixed: '2' }),
    attribute('', 'note', xs.string),
  ],
});
const order = element(
  '',
  'order',
  complexType('', 'Order', { content: sequence([field('', 'at', stamped), field('', 'name', xs.string)]) }),
);

describe('a struct that a request leaves out', () => {
  it('has the default values of its required attributes too, so that it can be sent back', () => {
    const value = parseXml(order, '<order/>', { missing: 'default' });
    expect(value).toEqual({ at: { $value: '0001-01-01T00:00:00', count: 0, kind: 'a', version: '2' }, name: '' });
    expect(parseXml(order, formatXml(order, value), { strict: true })).toEqual(value);
  });

  it('is an error if nothing has a default', () => {
    expect(() => parseXml(order, '<order/>')).toThrow(/element "at" is missing/);
  });
});
