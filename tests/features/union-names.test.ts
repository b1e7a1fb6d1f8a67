import { contractOf, found } from '../support/descriptors.js';

/** Values of a schema whose union `u` has the given members: default of an element, enumeration, and default of a list. */
async function valuesOf(members: string, value: string): Promise<unknown> {
  const { contract, diagnostics } = await contractOf({
    'u.xsd': `<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:b="urn:b">
      <x:simpleType name="u"><x:union memberTypes="${members}"/></x:simpleType>
      <x:simpleType name="few"><x:restriction base="u"><x:enumeration value="${value}"/></x:restriction></x:simpleType>
      <x:simpleType name="words"><x:list itemType="u"/></x:simpleType>
      <x:simpleType name="codes"><x:restriction base="x:token"><x:enumeration value="known"/></x:restriction></x:simpleType>
      <x:simpleType name="nested"><x:union memberTypes="x:int x:QName"/></x:simpleType>
      <x:element name="e" type="u" default="${value}"/>
      <x:element name="l" type="words" default="1 ${value}"/>
    </x:schema>`,
  });
  expect(found(diagnostics)).toEqual([]);
  const few = contract.types.find(({ key }) => key === 'few' || key === '{}few');
  const enumeration = few?.kind === 'simpleType' ? few.facets.enumeration?.map((each) => each.value) : [];
  return [...contract.elements.map((element) => element.value?.value), ...(enumeration ?? [])];
}

describe('default, fixed and enumerated values of a union with xs:QName', () => {
  it.each([
    ['are names with their namespace', 'x:int x:QName', 'b:z', '{urn:b}z'],
    ['are so in nested unions', 'x:boolean nested', 'b:z', '{urn:b}z'],
    ['belong to an earlier member that takes the text', 'x:token x:QName', 'b:z', 'b:z'],
    ['do so for a name that is also a boolean', 'x:boolean x:QName', 'true', 'true'],
    ['pass over an enumeration that does not have the text', 'codes x:QName', 'b:z', '{urn:b}z'],
    ['stop at an enumeration that has it', 'codes x:QName', 'known', 'known'],
    ['need no prefix', 'x:int x:QName', 'plain', '{}plain'],
  ])('%s', async (_, members, value, expected) => {
    const name = expected.replace(/^\{\}/, '');
    expect(JSON.stringify(await valuesOf(members, value)).replaceAll('{}', '')).toBe(
      JSON.stringify([name, `1 ${name}`, name]),
    );
  });
});
