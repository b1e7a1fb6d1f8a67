import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ElementDescriptor, parseXml, sample, validate } from '@wsdl-codegen/runtime/schema';
import { descriptorsOf, readContract } from 'wsdl-codegen';

/** Default and fixed values that their types refuse have no effect in descriptors and types. */

const schema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t" elementFormDefault="qualified">
  <xs:simpleType name="Few"><xs:restriction base="xs:int"><xs:maxInclusive value="3"/></xs:restriction></xs:simpleType>
  <xs:element name="r"><xs:complexType>
    <xs:sequence><xs:element name="e" type="t:Few" default="4" minOccurs="0"/></xs:sequence>
    <xs:attribute name="a" type="xs:int" default="many"/>
    <xs:attribute name="b" type="xs:boolean" fixed="yes"/>
    <xs:attribute name="c" type="xs:int" default="7"/>
  </xs:complexType></xs:element>
</xs:schema>`;

it('a default or fixed value that its type refuses is reported, and has no effect', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'refused-'));
  try {
    const file = join(folder, 'a.xsd');
    writeFileSync(file, schema);
    const { contract, diagnostics } = await readContract({ inputs: [file] });
    expect(diagnostics.map(({ code, span }) => `${code} ${span?.line}`)).toEqual([
      'xsd/invalid-value 4',
      'xsd/invalid-value 5',
      'xsd/invalid-value 6',
    ]);
    expect(JSON.stringify(contract).match(/"value":"(many|yes|4|7)"/g)).toEqual(['"value":"7"']);
    const root = (await descriptorsOf(contract)).elements.get('{urn:t}r') as ElementDescriptor;
    for (const strict of [false, true]) {
      expect(parseXml(root, '<r xmlns="urn:t"/>', { strict })).toEqual({ c: 7 });
    }
    expect(validate(root, sample(root))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
