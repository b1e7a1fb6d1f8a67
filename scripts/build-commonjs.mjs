/**
 * Makes CommonJS of the bundled runtime: `dist/cjs/` has each file of `dist/` again but those in `on-node/` and `modules/`, for programs that load packages with
 * `require`. A package.json in the folder says what its files are, so that the declarations are the same texts.
 *
 * Runs after `build-runtime.mjs`.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = new URL('../runtime/', import.meta.url);
const { imports } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'));
/** Tests build into a folder of their own. */
const dist = process.argv[2] ?? fileURLToPath(new URL('dist/', folder));
const out = join(dist, 'cjs');

rmSync(out, { recursive: true, force: true });
const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter(
  (name) => !/^(?:on-node|modules)[\\/]/.test(name),
);

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
function external({ path, kind, importer }) {
  if (kind === 'entry-point') {
    return null;
  }
  return { path: path.startsWith('#') ? pathFrom(importer, placeOf(imports[path].node)) : path, external: true };
}

/** Where a file of the package is in the new folder. */
function placeOf(target) {
  return (typeof target === 'string' ? target : target.default).replace('./dist/', './');
}

function pathFrom(importer, place) {
  const path = relative(dirname(importer), join(dist, place)).replaceAll('\\', '/');
  return path.startsWith('.') ? path : `./${path}`;
}

for (const name of files.filter((path) => path.endsWith('.d.ts'))) {
  const text = readFileSync(join(dist, name), 'utf8');
  mkdirSync(dirname(join(out, name)), { recursive: true });
  writeFileSync(
    join(out, name),
    text.replace(/(?<= from ')#[\w-]+(?=';)/g, (path) => pathFrom(join(dist, name), placeOf(imports[path].node))),
  );
}

// `imports` belongs to the package.json of the package. CommonJS is for Node; bundlers know the field `browser`.
const browser = Object.fromEntries(
  Object.values(imports).map(({ node, default: other }) => [placeOf(node), placeOf(other)]),
);
const manifest = { type: 'commonjs', sideEffects: false, browser };
writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
