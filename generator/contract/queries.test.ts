import { codes, contractTypes } from '../xsd/fixtures/memory.js';
import {
  type ContractTypes,
  derivedTypes,
  effectiveAttributes,
  effectiveContent,
  extensionChain,
  indexContract,
  substitutionMembers,
} from './queries.js';

async function contract(declarations: string): Promise<ContractTypes> {
  const [types, diagnostics] = await contractTypes(declarations);
  expect(codes(diagnostics)).toEqual([]);
  return types;
}

const derive = (method: string, base: string, content = '') =>
  `<xs:complexContent><xs:${method} base="tns:${base}">${content}</xs:${method}></xs:complexContent>`;
const one = (name: string) => `<xs:sequence><xs:element name="${name}"/></xs:sequence>`;

describe('effective content and attributes', () => {
  const declarations = `<xs:complexType name="a">${one('a')}<xs:attribute name="z"/></xs:complexType>
    <xs:complexType name="b">${derive('extension', 'a', `${one('b')}<xs:attribute name="y"/>`)}</xs:complexType>
    <xs:complexType name="c">${derive('extension', 'b', '<xs:attribute name="x"/>')}</xs:complexType>
    <xs:complexType name="d">${derive('restriction', 'c', `${one('d')}<xs:attribute name="z" use="prohibited"/>`)}</xs:complexType>
    <xs:complexType name="e">${derive('extension', 'd', one('e'))}</xs:complexType>`;

  it('count the base first', async () => {
    const types = await contract(declarations);
    expect(extensionChain(types, '{urn:t}c').map(({ key }) => key)).toEqual(['{urn:t}a', '{urn:t}b', '{urn:t}c']);
    const groups = [{ particles: [{ name: 'a' }] }, { particles: [{ name: 'b' }] }];
    expect(effectiveContent(types, '{urn:t}c')).toMatchObject({
      kind: 'elementOnly',
      particle: { kind: 'sequence', particles: groups },
    });
    expect(effectiveAttributes(types, '{urn:t}c').map(({ name }) => name)).toEqual(['z', 'y', 'x']);
  });

  it('begin anew at a restriction', async () => {
    const types = await contract(declarations);
    expect(effectiveContent(types, '{urn:t}e')).toMatchObject({
      particle: { particles: [{ particles: [{ name: 'd' }] }, { particles: [{ name: 'e' }] }] },
    });
    expect(effectiveAttributes(types, '{urn:t}e').map(({ name }) => name)).toEqual(['x', 'y']);
  });

  it('include xs:anyType, and are undefined for a type that does not exist', async () => {
    const types = await contract('');
    expect(effectiveContent(types, '{http://www.w3.org/2001/XMLSchema}anyType')).toMatchObject({
      kind: 'mixed',
      particle: { kind: 'any' },
    });
    expect(effectiveContent(types, '{urn:t}none')).toBeUndefined();
    expect(effectiveAttributes(types, '{urn:t}none')).toEqual([]);
  });

  it('are computed once', async () => {
    const types = await contract(declarations);
    expect(effectiveContent(types, '{urn:t}c')).toBe(effectiveContent(types, '{urn:t}c'));
    expect(indexContract(types)).toBe(indexContract(types));
  });
});

describe('derived types', () => {
  it('are those at any depth that block does not exclude', async () => {
    const hierarchy = (
      block: string,
    ) => `<xs:complexType name="base" ${block}/><xs:complexType name="x">${derive('extension', 'base')}</xs:complexType><xs:complexType name="r">${derive('restriction', 'base')}</xs:complexType>
      <xs:complexType name="xr" abstract="true">${derive('restriction', 'x')}</xs:complexType><xs:element name="e"><xs:complexType>${derive('extension', 'x')}</xs:complexType></xs:element>`;
    const names = async (block: string) =>
      derivedTypes(await contract(hierarchy(block)), '{urn:t}base').map(({ key }) => key.replace('{urn:t}', ''));
    expect(await names('')).toEqual(['r', 'x', 'xr']);
    expect(await names('block="restriction"')).toEqual(['x']);
    expect(await names('block="#all"')).toEqual([]);
  });
});

describe('substitution groups', () => {
  const group = (
    head: string,
    block = '',
  ) => `<xs:element name="head" type="tns:base" ${head}/><xs:complexType name="base" ${block}/>
    <xs:complexType name="x">${derive('extension', 'base')}</xs:complexType><xs:complexType name="r">${derive('restriction', 'base')}</xs:complexType>
    <xs:element name="same" substitutionGroup="tns:head"/><xs:element name="ex" type="tns:x" substitutionGroup="tns:head"/>
    <xs:element name="re" type="tns:r" substitutionGroup="tns:head"/><xs:element name="abstract" abstract="true" substitutionGroup="tns:head"/>
    <xs:element name="deep" type="tns:x" substitutionGroup="tns:abstract"/>`;
  const members = async (head: string, block = '') =>
    substitutionMembers(await contract(group(head, block)), '{urn:t}head').map(({ name }) =>
      name.replace('{urn:t}', ''),
    );

  it('hold members at any depth, without abstract ones', async () => {
    expect(await members('')).toEqual(['deep', 'ex', 're', 'same']);
    expect(await members('abstract="true"')).toEqual(['deep', 'ex', 're', 'same']);
  });

  it('respect block of the head and of its type', async () => {
    expect(await members('block="substitution"')).toEqual([]);
    expect(await members('block="extension"')).toEqual(['re', 'same']);
    expect(await members('', 'block="restriction"')).toEqual(['deep', 'ex', 'same']);
  });

  it('of elements without members, and of unknown ones, are empty', async () => {
    const types = await contract(group(''));
    expect(substitutionMembers(types, '{urn:t}ex')).toEqual([]);
    expect(substitutionMembers(types, '{urn:t}none')).toEqual([]);
  });
});
