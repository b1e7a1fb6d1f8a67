import { contractTypes } from '../../xsd/fixtures/memory.js';
import { unsendableParameters } from './form-parameters.js';
import { lookupOf } from './lookup.js';

const declarations = `<xs:complexType name="Person"><xs:sequence><xs:element name="name" type="xs:string"/></xs:sequence></xs:complexType>
<xs:complexType name="Names"><xs:sequence><xs:element name="name" type="xs:string" maxOccurs="unbounded"/></xs:sequence></xs:complexType>
<xs:complexType name="People"><xs:sequence><xs:element name="one" type="tns:Person" maxOccurs="unbounded"/></xs:sequence></xs:complexType>
<xs:simpleType name="Code"><xs:restriction base="xs:string"/></xs:simpleType>
<xs:element name="person" type="tns:Person"/>
<xs:element name="code" type="tns:Code"/>`;

it('a query or form carries simple values and arrays of them', async () => {
  const [built] = await contractTypes(declarations);
  const lookup = lookupOf(built);
  const xs = (name: string) => `{http://www.w3.org/2001/XMLSchema}${name}`;
  const types = [xs('int'), xs('anyType'), ...['Person', 'Names', 'People', 'Code'].map((name) => `{urn:t}${name}`)];
  const parameters = [
    ...types.map((type) => ({ name: type.replace(/.*\}/, ''), type })),
    { name: 'person', element: '{urn:t}person' },
    { name: 'code', element: '{urn:t}code' },
  ];
  expect(unsendableParameters(lookup, parameters).map(({ name }) => name)).toEqual([
    'anyType',
    'Person',
    'People',
    'person',
  ]);
});
