/**
 * Builds the side packages: `packages/NAME/dist` has the JavaScript of each as one file of ESM and one of CommonJS, with declarations. Everything that a package imports
 * from others stays an import: its users have one copy of the runtime.
 *
 * What `tsc` writes is in `packages/dist/`. Runs after it.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
  await writeCode(name, 'esm', join(dist, 'index.js'));
  await writeCode(name, 'cjs', join(dist, 'index.cjs'));
  writeDeclarations(`${name}/src/index`, dist);
}

async function writeCode(name, format, outfile) {
  const { outputFiles } = await build({
    absWorkingDir: join(packages, name),
    entryPoints: ['src/index.ts'],
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
function writeDeclarations(entry, dist) {
  const [text] = printed(rollUp([entry], typeModules, () => entry)).values();
  writeFileSync(join(dist, 'index.d.cts'), text);
  writeFileSync(join(dist, 'index.d.ts'), "export * from './index.cjs';\n");
}
