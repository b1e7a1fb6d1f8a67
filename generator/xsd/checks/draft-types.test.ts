import { codes, validity } from '../fixtures/memory.js';

it.each([
  ['an element', '<xs:element name="e" type="xs:timeDuration"/>'],
  ['a restriction', '<xs:simpleType name="t"><xs:restriction base="xs:timeInstant"/></xs:simpleType>'],
  ['a union', '<xs:simpleType name="t"><xs:union memberTypes="xs:int xs:uriReference"/></xs:simpleType>'],
])('the name that a draft had for a type is reported for %s', async (_, declarations) => {
  expect(codes(await validity(declarations)).map((code) => code.split(' ')[1])).toEqual(['xsd/draft-type']);
});

it('a type of that name in another namespace is the schema’s own', async () => {
  expect(
    await validity(
      '<xs:simpleType name="year"><xs:restriction base="xs:int"/></xs:simpleType><xs:element name="e" type="tns:year"/>',
    ),
  ).toEqual([]);
});
