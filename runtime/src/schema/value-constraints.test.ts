import { attribute, complexType, element, field, formatXml, parseXml, sequence } from './index.js';
import { QName } from './xs.js';

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
