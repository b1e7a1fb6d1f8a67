import { parseXml } from '@wsdl-codegen/runtime';
import { findings, type InMemoryPackage, load, packageOf, typeCheck } from './package.js';

const typeCount = 450;

/** Records that all derive from one type, each with a reference to the one before. */
function records(count: number): string {
  const type = (i: number): string =>
    `<xs:complexType name="Record${i}"><xs:complexContent><xs:extension base="Record"><xs:sequence>
  <xs:element name="name" type="xs:string"/>${i > 0 ? `<xs:element name="earlier" type="Record${i - 1}" minOccurs="0"/>` : '<xs:element name="first" type="xs:boolean"/>'}
</xs:sequence></xs:extension></xs:complexContent></xs:complexType>`;
  return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:r" targetNamespace="urn:r" elementFormDefault="qualified">
<xs:complexType name="Record" abstract="true"><xs:sequence/></xs:complexType>
<xs:element name="record" type="Record"/>
${Array.from({ length: count }, (_, i) => type(i)).join('\n')}
</xs:schema>`;
}

describe('a namespace with very many types', () => {
  let made: InMemoryPackage;
  beforeAll(async () => {
    made = await packageOf({ 'records.xsd': records(typeCount) }, { packageName: 'records' });
  });

  it('has its descriptors in several files, which its schema module exports', () => {
    expect(findings(made)).toEqual([]);
    const parts = [...made.files.keys()].filter((path) => path.startsWith('src/schema/'));
    expect(parts).toEqual(['src/schema/part-0.ts', 'src/schema/part-1.ts']);
    expect(made.files.get('src/schema.ts')).toContain(
      "export * from './schema/part-0.js';\nexport * from './schema/part-1.js';",
    );
    for (const path of parts) {
      expect(made.files.get(path)?.match(/^export const /gm)?.length).toBeLessThanOrEqual(400);
    }
  });

  it('reads documents whose types are in different files', () => {
    const { elements } = load(made.files);
    const text =
      '<record xmlns="urn:r" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="Record2"><name>c</name><earlier><name>b</name><earlier><name>a</name><first>true</first></earlier></earlier></record>';
    expect(parseXml(elements['{urn:r}record'], text)).toEqual({
      $type: 'Record2',
      name: 'c',
      earlier: { name: 'b', earlier: { name: 'a', first: true } },
    });
  });

  it('keeps a type in its file when another one is added', async () => {
    const more = await packageOf({ 'records.xsd': records(typeCount + 1) }, { packageName: 'records' });
    const changed = [...more.files].filter(
      ([path, text]) => path.startsWith('src/schema/') && made.files.get(path) !== text,
    );
    // The new type itself, and the list of those that are derived from `Record`.
    expect(changed.length).toBeLessThanOrEqual(2);
    const declared = (files: ReadonlyMap<string, string>): readonly string[] =>
      [...files].flatMap(([path, text]) =>
        [...text.matchAll(/^export const (\w+\$?)/gm)].map(([, name]) => `${path} ${name}`),
      );
    expect(declared(more.files)).toEqual(expect.arrayContaining([...declared(made.files)]));
  });

  it('is type-checked without comparing each type with each other', () => {
    expect(typeCheck({ records: made.files })).toBe('');
  }, 120_000);
});
