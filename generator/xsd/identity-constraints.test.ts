import { codes, components } from './fixtures/memory.js';

const found = async (xpath: string) => {
  const key = `<xs:key name="k"><xs:selector xpath="${xpath}"/><xs:field xpath="."/></xs:key>`;
  const [, diagnostics] = await components(`<xs:element name="e">${key}</xs:element>`);
  return codes(diagnostics).map((code) => code.split(' ')[1]);
};

describe('white space in the paths of identity constraints (Part 1, 3.11.6)', () => {
  it.each([' a ', 'a | tns:b', './/a / tns:*', 'child :: a', '. / a', './/  *'])(
    'is allowed between tokens: "%s"',
    async (xpath) => expect(await found(xpath)).toEqual([]),
  );

  it.each(['tns : a', 'tns: a', 'tns :*', 'a b', 'child a'])('is not allowed within a name: "%s"', async (xpath) =>
    expect(await found(xpath)).toEqual(['xsd/bad-xpath']),
  );
});
