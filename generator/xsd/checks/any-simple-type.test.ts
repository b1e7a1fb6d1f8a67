import { codes, validity } from '../fixtures/memory.js';

it('elements of xs:anySimpleType are told to lose the type that a document names', async () => {
  const inner =
    '<xs:complexType><xs:sequence><xs:element name="v" type="xs:anySimpleType"/></xs:sequence></xs:complexType>';
  expect(
    codes(await validity(`<xs:element name="e">${inner}</xs:element>`)).map((code) => code.split(' ').slice(0, 2)),
  ).toEqual([['info', 'xsd/any-simple-type']]);
});

it('attributes have no xsi:type, and other types are fine', async () => {
  const text = '<xs:attribute name="a" type="xs:anySimpleType"/><xs:element name="e" type="xs:string"/>';
  expect(await validity(text)).toEqual([]);
});
