import { codes, components } from '../../xsd/fixtures/memory.js';
import type { ComplexTypeDefinition, TypeDefinition } from '../model.js';
import { buildTypes } from './build.js';
import { typeDataSets } from './data-sets.js';

/** The schema of a DataSet with one table of two columns, in a namespace of its own. */
const dataSet = `<xs:schema targetNamespace="urn:rows" xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified"
  xmlns:msdata="urn:schemas-microsoft-com:xml-msdata"><xs:element name="Shop" msdata:IsDataSet="true"><xs:complexType>
  <xs:choice minOccurs="0" maxOccurs="unbounded"><xs:element name="Order"><xs:complexType><xs:sequence>
  <xs:element name="Id" type="xs:int"/><xs:element name="Note" type="xs:string" minOccurs="0"/>
  </xs:sequence></xs:complexType></xs:element></xs:choice></xs:complexType></xs:element></xs:schema>`;

/** A type with the place of a DataSet, as .NET writes it. */
const holder = `<xs:schema targetNamespace="urn:t" xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified">
  <xs:import namespace="urn:rows" schemaLocation="rows.xsd"/><xs:complexType name="Answer"><xs:sequence><xs:element name="result"><xs:complexType>
  <xs:sequence><xs:any namespace="urn:rows"/></xs:sequence></xs:complexType></xs:element></xs:sequence></xs:complexType></xs:schema>`;

async function typed(files: Readonly<Record<string, string>>): Promise<readonly TypeDefinition[]> {
  const [schemas, found] = await components(files);
  expect(codes(found)).toEqual([]);
  return typeDataSets(buildTypes(schemas)[0], schemas).types;
}

const elementNames = (type: TypeDefinition | undefined): readonly string[] => {
  const { content } = type as ComplexTypeDefinition;
  const particle = 'particle' in content ? content.particle : undefined;
  return particle && 'particles' in particle
    ? particle.particles.map((each) => (each.kind === 'element' ? each.name : each.kind))
    : [];
};

describe('the position of a DataSet whose schema is known', () => {
  it('contains what the wildcard allowed, or a schema and a diffgram', async () => {
    const types = await typed({ 't.xsd': holder, 'rows.xsd': dataSet });
    const place = types.find(({ key }) => key === '{urn:t}Answer#type/result#element');
    expect(elementNames(place)).toEqual(['Shop', 'sequence']);
    expect(JSON.stringify(place)).toContain('"name":"diffgram"');
  });

  it('gets types for the diffgram and the rows of each table', async () => {
    const keysOf = (types: readonly TypeDefinition[]) => types.map(({ key }) => key);
    const alone = keysOf(await typed({ 'rows.xsd': dataSet }));
    const both = keysOf(await typed({ 't.xsd': holder, 'rows.xsd': dataSet }));
    expect(both.filter((key) => key.startsWith('{urn:rows}') && !alone.includes(key))).toEqual([
      '{urn:rows}Shop#element/diffgram#content',
      '{urn:rows}Shop#element/diffgram#content/Order#element',
      '{urn:rows}Shop#element/diffgram#content/before#content',
      '{urn:rows}Shop#element/diffgram#content/tables#content',
    ]);
  });
});

it('a wildcard for a namespace without a DataSet stays a wildcard', async () => {
  const plain = dataSet.replace(' msdata:IsDataSet="true"', '');
  const types = await typed({ 't.xsd': holder, 'rows.xsd': plain });
  const place = types.find(({ key }) => key === '{urn:t}Answer#type/result#element');
  expect(elementNames(place)).toEqual(['any']);
});

it('a wildcard for a namespace with two DataSets stays a wildcard, because it is unknown which is meant', async () => {
  const second = '<xs:element name="Other" msdata:IsDataSet="true" type="xs:string"/></xs:schema>';
  const types = await typed({ 't.xsd': holder, 'rows.xsd': dataSet.replace('</xs:schema>', second) });
  const place = types.find(({ key }) => key === '{urn:t}Answer#type/result#element');
  expect(elementNames(place)).toEqual(['any']);
});
