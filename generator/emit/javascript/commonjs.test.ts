import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { toCommonJs } from './commonjs.js';

const folder = mkdtempSync(join(tmpdir(), 'codegen-cjs-'));
const require = createRequire(join(folder, 'main.cjs'));
let oxc: typeof import('oxc-transform');

beforeAll(async () => {
  oxc = await import('oxc-transform');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes modules as CommonJS and loads the first. */
function load(modules: Readonly<Record<string, string>>): Record<string, unknown> {
  for (const [name, text] of Object.entries(modules)) {
    writeFileSync(join(folder, name), toCommonJs(oxc, name, text));
  }
  const [first = ''] = Object.keys(modules);
  delete require.cache[join(folder, first)];
  return require(join(folder, first)) as Record<string, unknown>;
}

describe('a module as CommonJS', () => {
  it('has the exports of the module', () => {
    const found = load({
      'a.js':
        "export const a = 1; export function f() { return b; } export { b as 'c d' }; const b = 2;\n" +
        "export default class A {}; export * from './b.js'; export * as b2 from './b.js'; export { x as y } from './b.js';",
      'b.js': 'export const x = 3; export const a = 4; export default 5;',
    });
    expect({ ...found, default: undefined }).toEqual({
      a: 1,
      f: expect.any(Function),
      'c d': 2,
      default: undefined,
      x: 3,
      y: 3,
      b2: expect.objectContaining({ x: 3, a: 4, default: 5 }),
    });
    expect((found.default as { name: string }).name).toBe('A');
    expect((found.f as () => number)()).toBe(2);
    expect(found).toHaveProperty('__esModule', true);
  });

  it('may import a module that imports it', () => {
    const found = load({
      'c.js': "import { d } from './d.js'; export const c = { d: () => d };",
      'd.js': "import { c } from './c.js'; export const d = { c: () => c };",
    });
    const { c } = found as { c: { d(): { c(): unknown } } };
    expect(c.d().c()).toBe(c);
  });

  it('has what it exports of others under the names of the members of every object', () => {
    const found = load({
      'm.js': "export * from './n.js';",
      'n.js': 'export const valueOf = 1; export const toString = 2; export const hasOwnProperty = 3;',
    });
    expect(Object.entries(found)).toEqual([
      ['valueOf', 1],
      ['toString', 2],
      ['hasOwnProperty', 3],
    ]);
  });

  it('sees values that change later', () => {
    const found = load({ 'e.js': 'export let n = 0; export const next = () => ++n;' });
    (found.next as () => void)();
    expect(found.n).toBe(1);
  });

  it('imports what is not made of ES modules', () => {
    const { name, same } = load({
      'f.js':
        "import path, { sep } from 'node:path'; import * as all from 'node:path';\n" +
        "export const name = path.basename('a' + sep + 'b'); export const same = all.join === path.join;",
    });
    expect({ name, same }).toEqual({ name: 'b', same: true });
  });

  it('loads what it imports later with a require that bundlers see', async () => {
    const files = {
      'k.js':
        "export const own = () => import('./l.js'); export const other = () => import('node:path'); export const any = (name) => import(name);",
      'l.js': 'globalThis.lLoaded = true; export const l = 1;',
    };
    const { own, other, any } = load(files) as Record<string, (name?: string) => Promise<Record<string, unknown>>>;
    expect(Reflect.get(globalThis, 'lLoaded')).toBeUndefined();
    expect((await own?.())?.l).toBe(1);
    expect(await other?.()).toHaveProperty('default.join');
    expect((await any?.('./l.js'))?.l).toBe(1);
    expect(readFileSync(join(folder, 'k.js'), 'utf8')).toContain('require("./l.js")');
  });

  it('has names that Node sees without running it, so that ES modules can import them', () => {
    load({
      'i.js': "export const a$ = 1, ﬁ = 4, a·b = 5; export * from './j.js'; export default 2;",
      'j.js': 'export const j = 3;',
    });
    const program = `import { a$, ﬁ, a·b, j } from ${JSON.stringify(pathToFileURL(join(folder, 'i.js')).href)}; console.log(a$, ﬁ, a·b, j);`;
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
    expect(output).toBe('1 4 5 3\n');
  });

  it('keeps texts that look like the statements that become others', () => {
    const lines = 'const __vite_ssr_import_0__ = await __vite_ssr_import__("x");\\n__vite_ssr_exportAll__(a);';
    const { text } = load({
      'g.js': `import { x } from './h.js'; export const text = \`\n${lines}\n\` + x;`,
      'h.js': "export const x = 'import_0';",
    });
    expect(text).toBe(`\n${lines.replace('\\n', '\n')}\nimport_0`);
  });
});
