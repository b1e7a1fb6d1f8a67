import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(__dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'codegen-runtime-'));

/** Runs a module inside the package, which may import its entry points by name; what it prints is JSON. */
function evaluate(program: string): unknown {
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: folder, encoding: 'utf8' }),
  );
}

/** What a bundler keeps of the files for a program, if it does not know that they have no effects. */
async function kept(program: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: join(folder, 'dist') },
    bundle: true,
    format: 'esm',
    external: ['node:*', '#*'],
    logLevel: 'error',
    write: false,
  });
  return outputFiles.map(({ text }) => text).join('');
}

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/build-runtime.mjs', join(folder, 'dist')], { cwd: root });
  const { sideEffects, ...manifest } = JSON.parse(readFileSync(join(root, 'runtime/package.json'), 'utf8'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the published runtime', () => {
  it('is a few files, which start faster than hundreds', () => {
    const files = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' });
    expect(files.filter((path) => path.endsWith('.js')).length).toBeLessThan(30);
    expect(files.filter((path) => path.endsWith('.js.map')).length).toBeGreaterThan(7);
  });

  it('has each class once, whichever entry point it comes from, under its own name', () => {
    const program = `
      import * as all from '@wsdl-codegen/runtime';
      import * as schema from '@wsdl-codegen/runtime/schema';
      import * as xml from '@wsdl-codegen/runtime/xml';
      import * as xs from '@wsdl-codegen/runtime/xs';
      import * as node from '@wsdl-codegen/runtime/node';
      import * as soap from '@wsdl-codegen/runtime/node-soap';
      const isClass = (value) => typeof value === 'function' && /^class/.test(String(value));
      const exported = [all, schema, xml, xs, node, soap].flatMap((module) => Object.entries(module));
      console.log(JSON.stringify({
        shared: all.XmlDecodeError === schema.XmlDecodeError && all.XmlSyntaxError === xml.XmlSyntaxError,
        misnamed: exported.filter(([name, value]) => isClass(value) && value.name !== name).map(([name]) => name),
        strings: xs.string === schema.builtIns.get('string'),
      }));`;
    expect(evaluate(program)).toEqual({ shared: true, misnamed: [], strings: true });
  });

  it('leaves nothing in a bundle from which nothing is used, also where a bundler does not read package.json', async () => {
    for (const entry of ['schema/index.js', 'schema/xs.js', 'xml/index.js']) {
      expect(await kept(`import './${entry}';`)).not.toMatch(/\S/);
    }
    expect(await kept(`import './index.js';`)).not.toMatch(/^(?!import |\/\/)\S/m);
  });
});
