import { readContract, renderContract } from '../../generator/disk-pipeline.js';
import { compiledFiles } from '../../generator/emit/javascript/compiled.js';
import type { TemplateFile } from '../../generator/emit/template-file.js';
import type { BindOptions } from '../../generator/typescript/names/options.js';
import { memoryDisk } from '../../generator/xsd/fixtures/memory.js';

const schema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:a" xmlns="urn:a">
  <xs:element name="order" type="Order"/>
  <xs:complexType name="Order"><xs:sequence><xs:element name="total" type="xs:decimal"/></xs:sequence></xs:complexType>
</xs:schema>`;

/** The files that begin with `// @ts-nocheck`, and all files. */
async function made(options: Partial<BindOptions> = {}, templates: readonly TemplateFile[] = []) {
  const disk = { workingFolder: '/work', read: memoryDisk({ 'a.xsd': schema }), strict: true };
  const [reading] = await readContract(['a.xsd'], {}, disk);
  const [{ files }] = await renderContract(reading, { packageName: 'a', ...options, templates });
  const [compiled] = await compiledFiles(files);
  const unchecked = [...files, ...compiled].filter(({ text }) => text.includes('@ts-nocheck')).map(({ path }) => path);
  return { unchecked, files };
}

describe('the compiler of a project', () => {
  it('does not check descriptors, which are data, but all else', async () => {
    const { unchecked, files } = await made();
    expect(unchecked).toEqual(['src/schema.ts', 'src/elements.ts']);
    const text = files.find(({ path }) => path === 'src/schema.ts')?.text ?? '';
    expect(text.split('\n')[2]).toMatch(/^\/\/ @ts-nocheck: /);
    const exported = text.match(/^export const .*/gm) ?? [];
    expect(exported.length).toBeGreaterThan(0);
    for (const line of exported) {
      expect(line).toMatch(/^export const [\w$]+: \w+<t\.\w+> =/);
    }
  });

  it("checks descriptors that use a module of the user's", async () => {
    const decimal = '{http://www.w3.org/2001/XMLSchema}decimal';
    const money = (from: string) => ({ scalars: { [decimal]: { type: 'Money', from, mapping: 'money' } } });
    expect((await made(money('../../money.js'))).unchecked).toEqual(['src/elements.ts']);
    expect((await made(money('money'))).unchecked).toEqual(['src/elements.ts']);
    expect((await made({ scalars: { [decimal]: 'number' } })).unchecked).toContain('src/schema.ts');
  });

  it("checks descriptors where a template of the user's prints a part of the code", async () => {
    const template = { name: 'types.ts', text: '{{> header}}\n', file: 'own/types.ts.hbs' };
    expect((await made({}, [template])).unchecked).toEqual([]);
    const licence = { name: 'partials/header', text: '// MIT\n', file: 'own/partials/header.hbs' };
    expect((await made({}, [licence])).unchecked).toEqual(['src/schema.ts', 'src/elements.ts']);
  });
});
