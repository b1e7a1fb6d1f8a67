/**
 * Builds the side packages: `packages/NAME/dist` has the JavaScript of each entry as one file of ESM and one of CommonJS, with declarations. Everything that a package imports
 * from others stays an import: its users have one copy of the runtime.
 *
 * What `tsc` writes is in `packages/dist/`. Runs after it.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { declaredModules } from './declarations/declared-modules.mjs';
import { printed } from './declarations/printed-declarations.mjs';
import { rollUp } from './declarations/roll-up.mjs';
import { sidePackages } from './packages.mjs';
import { pureInitializers } from './pure-initializers.mjs';
import { writeFiles } from './runtime/sources.mjs';

const packages = fileURLToPath(new URL('../packages/', import.meta.url));
const typeModules = declaredModules(join(packages, 'dist'));

for (const name of sidePackages) {
  const dist = join(packages, name, 'dist');
  rmSync(dist, { recursive: true, force: true });
  for (const entry of entriesOf(name)) {
    await writeCode(name, entry, 'esm', join(dist, `${entry}.js`));
    await writeCode(name, entry, 'cjs', join(dist, `${entry}.cjs`));
    writeDeclarations(name, entry, dist);
  }
}

/** The files that the exports of a package name, each a module without parts that another one has as well. */
function entriesOf(name) {
  const { exports } = JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8'));
  return Object.values(exports).flatMap((targets) =>
    typeof targets === 'string' ? [] : [basename(targets['wsdl-codegen-source'], '.ts')],
  );
}

async function writeCode(name, entry, format, outfile) {
  const { outputFiles } = await build({
    absWorkingDir: join(packages, name),
    entryPoints: [`src/${entry}.ts`],
    outfile,
    bundle: true,
    packages: 'external',
    platform: format === 'cjs' ? 'node' : 'neutral',
    target: 'es2022',
    format,
    // `import()` is not for everybody who loads CommonJS: jest does without it.
    supported: { 'dynamic-import': format === 'esm' },
    plugins: [pureInitializers(/[\\/]packages[\\/].*\.ts$/)],
    logLevel: 'warning',
    write: false,
  });
  writeFiles(outputFiles);
}

/** Those for `import` export those for `require`: a class with `#private` members is another type in each place that declares it. */
function writeDeclarations(name, entry, dist) {
  const module = `${name}/src/${entry}`;
  const [text] = printed(rollUp([module], typeModules, () => module)).values();
  writeFileSync(join(dist, `${entry}.d.cts`), text);
  writeFileSync(join(dist, `${entry}.d.ts`), `export * from './${entry}.cjs';\n`);
}
