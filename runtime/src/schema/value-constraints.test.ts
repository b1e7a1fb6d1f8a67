import { decimalAsNumber } from './construct/scalars.js';
import {
  attribute,
  complexType,
  element,
  field,
  formatXml,
  parseXml,
  restriction,
  type SimpleType,
  sample,
  scalar,
  sequence,
  validate,
} from './index.js';
import { boolean, date, decimal, int, QName } from './xs.js';

describe('default and fixed names', () => {
  const root = element(
    'urn:t',
    'r',
    complexType('urn:t', '', {
      attributes: [
        attribute('', 'kind', QName, { default: '{urn:t}plain' }),
        attribute('', 'of', QName, { fixed: '{urn:u}only' }),
      ],
      content: sequence([field('', 'n', QName, { default: '{urn:u}x' }), field('', 'f', QName, { fixed: '{urn:u}y' })]),
    }),
  );

  it('are used for absent or empty values', () => {
    expect(parseXml(root, '<t:r xmlns:t="urn:t"><n/><f/></t:r>', { strict: true })).toEqual({
      kind: { namespace: 'urn:t', name: 'plain' },
      of: { namespace: 'urn:u', name: 'only' },
      n: { namespace: 'urn:u', name: 'x' },
      f: { namespace: 'urn:u', name: 'y' },
    });
  });

  it('are compared as names, whatever their prefixes', () => {
    const text = '<t:r xmlns:t="urn:t" xmlns:p="urn:u" of="p:only"><n>p:z</n><f>p:y</f></t:r>';
    const value = parseXml(root, text, { strict: true });
    expect(value).toMatchObject({ n: { namespace: 'urn:u', name: 'z' } });
    expect(parseXml(root, formatXml(root, value), { strict: true })).toEqual(value);
    expect(() => parseXml(root, text.replace('p:only', 't:only'))).toThrow('the value must be');
    expect(() => parseXml(root, text.replace('p:y', 'y'))).toThrow('the value must be');
  });
});

/** Each type with a text that it refuses, one that it takes, and the value of that. */
const refusals: readonly (readonly [SimpleType, string, string, unknown])[] = [
  [int, 'none', '5', 5],
  [int, '', '5', 5],
  [boolean, 'yes', 'true', true],
  [date, 'today', '2024-01-01', '2024-01-01'],
  [restriction('', '', int, { maxInclusive: '3' }), '4', '2', 2],
  [scalar(decimal, decimalAsNumber), 'much', '1.5', 1.5],
];

describe.each(refusals)('a default or fixed value that its type refuses (%#)', (type, wrong, right, value) => {
  it.each(['default', 'fixed'])('has no effect: %s', (kind) => {
    const constraint = { [kind]: wrong };
    const text = complexType('', '', { text: type, attributes: [attribute('', 'b', type, constraint)] });
    const root = element<unknown>(
      '',
      'r',
      complexType('', '', {
        attributes: [attribute('', 'a', type, constraint)],
        content: sequence([
          field('', 'e', type, { min: 0, ...constraint }),
          field('', 't', text, { min: 0, ...constraint }),
        ]),
      }),
    );
    for (const strict of [false, true]) {
      expect(parseXml(root, '<r/>', { strict })).toEqual({});
      const whole = { a: value, e: value, t: { $value: value, b: value } };
      const document = `<r a="${right}"><e>${right}</e><t b="${right}">${right}</t></r>`;
      expect(parseXml(root, document, { strict })).toEqual(whole);
      expect(parseXml(root, formatXml(root, whole), { strict })).toEqual(whole);
      expect(validate(root, whole)).toEqual([]);
    }
    for (const options of [{}, { seed: 1 }, { optional: false }]) {
      expect(validate(root, sample(root, options))).toEqual([]);
    }
  });
});
