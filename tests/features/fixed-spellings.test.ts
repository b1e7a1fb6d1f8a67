import { readContract, renderContract } from '../../generator/pipeline.js';
import { memoryDisk } from '../../generator/xsd/fixtures/memory.js';

const schema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:a" xmlns="urn:a">
  <xs:simpleType name="Amount"><xs:restriction base="xs:decimal"><xs:minInclusive value="0"/></xs:restriction></xs:simpleType>
  <xs:element name="release" type="xs:decimal" fixed="1.0"/>
  <xs:complexType name="Order"><xs:sequence>
    <xs:element name="total" type="Amount" fixed="2.50"/>
    <xs:element name="tax" type="xs:decimal" default="0.0"/>
    <xs:element name="kind" type="xs:string" fixed="order"/>
    <xs:element name="count" type="xs:int" fixed="01"/>
  </xs:sequence><xs:attribute name="since" type="xs:date" fixed="2020-01-01"/></xs:complexType>
</xs:schema>`;

it('brings what compares fixed values for those that have several spellings, and for no others', async () => {
  const disk = { workingFolder: '/work', read: memoryDisk({ 'a.xsd': schema }), strict: true };
  const [reading] = await readContract(['a.xsd'], {}, disk);
  const [{ files }] = await renderContract(reading, { packageName: 'a', templates: [] });
  const text = files.find(({ path }) => path === 'src/schema.ts')?.text ?? '';
  const compared = [...text.matchAll(/fixed: '([^']*)'(, equality: valueEquality)?/g)];
  expect(compared.map(([, value, equality]) => [value, equality !== undefined])).toEqual([
    ['2020-01-01', true],
    ['2.50', true],
    ['order', false],
    ['01', false],
    ['1.0', true],
  ]);
});
