import { codes, components } from '../fixtures/memory.js';

it.each([
  ['a restriction', '<xs:simpleType name="a"><xs:restriction base="xs:int" ref="tns:b"/></xs:simpleType>'],
  [
    'an extension',
    '<xs:complexType name="a"><xs:simpleContent><xs:extension base="xs:int" ref="tns:b"/></xs:simpleContent></xs:complexType>',
  ],
])('%s is not a reference', async (_, body) => {
  expect(codes((await components(body))[1])).toEqual([expect.stringContaining('xsd/unknown-attribute')]);
});
