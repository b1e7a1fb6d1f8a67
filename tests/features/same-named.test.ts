import { formatXml, parseXml } from '@wsdl-codegen/runtime/schema';
import { type Descriptors, descriptorsOf } from '../../generator/memory/descriptors.js';
import { type InMemoryPackage, packageOf } from './package.js';

const schema = `<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema">
  <x:element name="defaults"><x:complexType><x:sequence>
    <x:element name="e" type="x:string" default="1"/><x:element name="m" type="x:string" minOccurs="0"/><x:element name="e" type="x:string" default="2" nillable="true"/>
  </x:sequence></x:complexType></x:element>
  <x:element name="fixed"><x:complexType><x:sequence><x:element name="e" type="x:string" fixed="a"/><x:element name="e" type="x:string" fixed="b"/></x:sequence></x:complexType></x:element>
  <x:element name="same"><x:complexType><x:sequence><x:element name="e" type="x:string" fixed="a"/><x:element name="e" type="x:string" fixed="a"/></x:sequence></x:complexType></x:element>
</x:schema>`;

describe('elements of one name with different defaults, fixed values and nillability', () => {
  let made: InMemoryPackage;
  let known: Descriptors;
  beforeAll(async () => {
    made = await packageOf({ 's.xsd': schema });
    known = descriptorsOf(made.contract);
  });
  const nil = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"';

  it.each([
    '<defaults><e>5</e><m>q</m><e>6</e></defaults>',
    `<defaults><e>5</e><m>q</m><e ${nil}/></defaults>`,
    '<fixed><e>a</e><e>b</e></fixed>',
    '<same><e>a</e><e>a</e></same>',
  ])('%s is read, and written as it was', (text) => {
    const root = known.elements.get(`{}${/^<(\w+)/.exec(text)?.[1]}`);
    if (root === undefined) {
      throw new Error('the element is not declared');
    }
    const value = parseXml(root, text, { strict: true, declarations: known });
    expect(formatXml(root, value).replace(/^<\?.*\?>/, '')).toBe(text);
  });

  it('have the type of both, and a fixed value that they share', () => {
    const types = made.files.get('src/types.ts');
    expect(types).toMatch(/interface fixed \{[^}]*e: string\[\];/);
    expect(types).toMatch(/interface same \{[^}]*e: 'a'\[\];/);
    expect(types).toMatch(/e: string \| null/);
  });
});
