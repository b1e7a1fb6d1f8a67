/**
 * Makes CommonJS of the bundled runtime: `dist/cjs/` has each file of `dist/` again, for programs that load packages with
 * `require`. A package.json in the folder says what its files are, so that the declarations are the same texts.
 *
 * Runs after `build-runtime.mjs`.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = new URL('../runtime/', import.meta.url);
const { imports } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'));
/** Tests build into a folder of their own. */
const dist = process.argv[2] ?? fileURLToPath(new URL('dist/', folder));
const out = join(dist, 'cjs');

rmSync(out, { recursive: true, force: true });
const files = readdirSync(dist, { recursive: true, encoding: 'utf8' });

await build({
  absWorkingDir: dist,
  entryPoints: files.filter((name) => name.endsWith('.js')),
  outbase: dist,
  outdir: out,
  bundle: true,
  // So that Node sees the names of exports in an `import` of CommonJS.
  platform: 'node',
  target: 'es2022',
  format: 'cjs',
  // `import()` is not for everybody who loads CommonJS: jest does without it.
  supported: { 'dynamic-import': false },
  plugins: [
    { name: 'separate-files', setup: ({ onResolve }) => onResolve({ filter: /^[.#]|^node:|^soap$/ }, external) },
  ],
  logLevel: 'warning',
});

/** Each file stays a file: the ones that it imports have the same places in the new folder. */
function external({ path, kind }) {
  return kind === 'entry-point' ? null : { path, external: true };
}

for (const name of files.filter((path) => path.endsWith('.d.ts'))) {
  mkdirSync(dirname(join(out, name)), { recursive: true });
  cpSync(join(dist, name), join(out, name));
}

/** `imports` of the package, whose targets are `./dist/x.js`, for files whose package begins at `dist/cjs/`. */
function targetsHere(entry) {
  if (typeof entry === 'string') {
    return entry.replace('./dist/', './');
  }
  const own = Object.entries(entry).filter(([condition]) => condition !== 'wsdl-codegen-source');
  return Object.fromEntries(own.map(([condition, value]) => [condition, targetsHere(value)]));
}

const manifest = { type: 'commonjs', sideEffects: false, imports: targetsHere(imports) };
writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
