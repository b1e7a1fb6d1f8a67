import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { formatXml, parseTree, parseXml, type XmlElement, type XmlNode } from '@wsdl-codegen/runtime';
import type { ElementDescriptor } from '@wsdl-codegen/runtime/schema';
import { compileCase, filesBelow } from './compile.js';
import { valueModule } from './value-module.js';

/**
 * Golden cases: a folder for each, with an input and the expected package. Instances next to the input (`*.xml`) are decoded
 * with the expected descriptors. The value is in `expected/<instance>.value.ts` with the type of its element
 * (`typecheck.test.ts` checks it), and encoding it again gives the same tree. `UPDATE_GOLDEN=1` rewrites the expected files.
 */
const update = process.env.UPDATE_GOLDEN === '1';
// The other tests of this folder make folders whose names begin with a dot.
const cases = readdirSync(__dirname, { withFileTypes: true }).filter((e) => e.isDirectory() && !e.name.startsWith('.'));

/** Files of a generated package that hold the same in every case. */
const boilerplate = new Set(['package.json', 'tsconfig.json']);

describe.each(cases.map((entry) => entry.name))('%s', (name) => {
  const folder = join(__dirname, name);
  const expected = join(folder, 'expected');
  const instances = readdirSync(folder).filter((file) => file.endsWith('.xml'));

  it('generates the expected files, and nothing else', async () => {
    const { files, diagnostics } = await compileCase(folder);
    expect(diagnostics.map((d) => d.message)).toEqual([]);
    const written = files.filter((file) => !boilerplate.has(file.path));
    if (update) {
      rmSync(expected, { recursive: true, force: true });
      for (const { path, text } of written) {
        mkdirSync(dirname(join(expected, path)), { recursive: true });
        writeFileSync(join(expected, path), text);
      }
    }
    for (const { path, text } of written) expect({ path, text }).toEqual({ path, text: textOf(join(expected, path)) });
    const values = instances.map(valueFile);
    const unwritten = filesBelow(expected).filter((path) => !values.includes(path));
    expect(unwritten).toEqual(written.map((file) => file.path).sort());
  });

  if (instances.length === 0) return;
  it.each(instances)('decodes %s and encodes it back', (instance) => {
    const elements = loadElements(expected);
    const text = readFileSync(join(folder, instance), 'utf8');
    const tree = parseTree(text);
    const element = elements[`{${tree.namespace}}${tree.name}`];
    if (element === undefined) throw new Error(`no element for ${instance}`);
    const value = parseXml(element, text);
    const shown = valueModule(instance, `{${tree.namespace}}${tree.name}`, value);
    if (update) writeFileSync(join(expected, valueFile(instance)), shown);
    expect(shown).toBe(textOf(join(expected, valueFile(instance))));
    expect(infoset(parseTree(formatXml(element, value)))).toEqual(infoset(tree));
  });
});

function valueFile(instance: string): string {
  return instance.replace(/\.xml$/, '.value.ts');
}

function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '(missing)';
}

function loadElements(expected: string): Readonly<Record<string, ElementDescriptor>> {
  return (jest.requireActual(join(expected, 'src/elements.ts')) as { elements: Record<string, ElementDescriptor> }).elements;
}

/** A tree without what the infoset leaves free: prefixes and where namespaces are declared. */
function infoset(element: XmlElement): unknown {
  return {
    name: `{${element.namespace}}${element.name}`,
    attributes: element.attributes
      .map((attribute) => `{${attribute.namespace}}${attribute.name}=${attribute.value.replace(/^[\w]+:/, '')}`)
      .sort(),
    children: element.children.map((child: XmlNode) => (typeof child === 'string' ? child : infoset(child))),
  };
}
