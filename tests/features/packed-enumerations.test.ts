import { readContract, renderContract } from '../../generator/disk-pipeline.js';
import { compiledFiles } from '../../generator/emit/javascript/compiled.js';
import { memoryDisk } from '../../generator/xsd/fixtures/memory.js';

const codes = Array.from({ length: 300 }, (_, number) => `ITEM_NOT_FOUND_IN_STORE_${number}`);
const schema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:a" xmlns="urn:a">
  <xs:element name="error" type="Code"/>
  <xs:simpleType name="Code"><xs:restriction base="xs:string">
    ${codes.map((code) => `<xs:enumeration value="${code}"/>`).join('\n')}
  </xs:restriction></xs:simpleType>
</xs:schema>`;

/** The compiled files of a package with one large enumeration that have its descriptor. */
async function descriptors(): Promise<ReadonlyMap<string, string>> {
  const disk = { workingFolder: '/work', read: memoryDisk({ 'a.xsd': schema }), strict: true };
  const [reading] = await readContract(['a.xsd'], {}, disk);
  const [{ files }] = await renderContract(reading, { packageName: 'a', templates: [], compiled: true });
  const [compiled] = await compiledFiles(files);
  return new Map(
    [...files, ...compiled].filter(({ text }) => /\benumeration\)?\(/.test(text)).map(({ path, text }) => [path, text]),
  );
}

it('packs large enumerations in ES modules, which bundlers get: sources and CommonJS list the values', async () => {
  const texts = await descriptors();
  expect([...texts.keys()].sort()).toEqual(['js/schema.cjs', 'js/schema.js', 'src/schema.ts']);
  const listed = [...texts].filter(([, text]) => codes.every((code) => text.includes(code))).map(([path]) => path);
  expect(listed.sort()).toEqual(['js/schema.cjs', 'src/schema.ts']);
  expect(texts.get('js/schema.js')).toContain('packedTexts(`\nItemNotFoundInStore_0._1._2._3');
});
