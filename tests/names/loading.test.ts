import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'wsdl-codegen';
import { copyBuiltRuntime } from '../support/built-runtime.js';
import { repository } from '../support/descriptors.js';
import { distinctNames } from './nasty.js';
import { nastyWsdl } from './nasty-wsdl.js';

const folder = mkdtempSync(join(tmpdir(), 'codegen-names-'));
const modules = join(folder, 'node_modules');

beforeAll(async () => {
  copyBuiltRuntime(join(modules, '@wsdl-codegen/runtime'));
  copyFileSync(join(repository, 'runtime/package.json'), join(modules, '@wsdl-codegen/runtime/package.json'));
  for (const [name, names] of Object.entries({ nasty: distinctNames, thenable: ['then', 'default', '__esModule'] })) {
    writeFileSync(join(folder, `${name}.wsdl`), nastyWsdl(names));
    const made = await generate({
      name,
      inputs: [`${name}.wsdl`],
      workingFolder: folder,
      out: join(modules, name),
      write: true,
    });
    expect(made.diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([]);
  }
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a program sees of each module of a package: by `import`, by `require`, and by `import` of what `require` loads. */
const program = `
  import { createRequire } from 'node:module';
  import { pathToFileURL } from 'node:url';
  const require = createRequire(import.meta.url);
  const namesOf = (module) => Object.keys(module).filter((name) => !['__esModule', 'default', 'module.exports'].includes(name)).sort();
  const seen = {};
  for (const specifier of process.argv.slice(2)) {
    const module = await import(specifier);
    const file = pathToFileURL(require.resolve(specifier)).href;
    seen[specifier] = [Object.prototype.toString.call(module), namesOf(module), namesOf(require(specifier)), namesOf(await import(file))];
  }
  console.log(JSON.stringify(seen));
`;

describe.each(['nasty', 'thenable'])('a package with names that cause trouble: %s', (name) => {
  it('has the same exports for import and require on Node, at each of its paths', () => {
    const sources = readdirSync(join(modules, name, 'src'), { recursive: true, encoding: 'utf8' });
    const paths = sources.filter((path) => /^(?!index|documents|schema\/part-).*(?<!\.wsdl)\.ts$/.test(path));
    const specifiers = [name, ...paths.map((path) => `${name}/${path.replace(/\.ts$/, '')}`)];
    writeFileSync(join(folder, 'program.mjs'), program);
    const output = execFileSync(process.execPath, ['program.mjs', ...specifiers], { cwd: folder, encoding: 'utf8' });
    const seen = JSON.parse(output) as Readonly<Record<string, readonly unknown[]>>;
    expect(Object.keys(seen)).toEqual(specifiers);
    for (const [specifier, [kind, imported, required, found]] of Object.entries(seen)) {
      expect([specifier, kind, imported]).toEqual([specifier, '[object Module]', required]);
      expect([specifier, found]).toEqual([specifier, imported]);
    }
  });
});
