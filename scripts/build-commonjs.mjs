/**
 * Makes CommonJS of the runtime's layout for Node: `dist/cjs/` has each file of `dist/on-node/` again, for programs that load packages with `require`. A package.json
 * in the folder says what its files are.
 *
 * Runs after `build-runtime.mjs`.
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';
import { folder, imports, writeFiles } from './runtime/sources.mjs';

/** Tests build into a folder of their own. */
const dist = process.argv[2] ?? join(folder, 'dist');
const source = join(dist, 'on-node');
const out = join(dist, 'cjs');

/** What Node sees the names of exports by, where a file is imported as CommonJS. Nobody imports chunks. */
const namesForNode =
  /^\/\/ Annotate the CommonJS export names for ESM import in node:\n0 && \(module\.exports = \{[^}]*\}\);\n/m;

rmSync(out, { recursive: true, force: true });
const { outputFiles } = await build({
  absWorkingDir: source,
  entryPoints: readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js')),
  outbase: source,
  outdir: out,
  bundle: true,
  // So that Node sees the names of exports in an `import` of CommonJS.
  platform: 'node',
  target: 'es2022',
  format: 'cjs',
  // `import()` is not for everybody who loads CommonJS: jest does without it.
  supported: { 'dynamic-import': false },
  plugins: [{ name: 'separate-files', setup: ({ onResolve }) => onResolve({ filter: /^[.#]|^node:/ }, external) }],
  logLevel: 'warning',
  write: false,
});
writeFiles(
  outputFiles.map(({ path, text }) => ({
    path,
    text: path.startsWith(join(out, 'chunks')) ? text.replace(namesForNode, '') : text,
  })),
);

/** Each file stays a file: the ones that it imports have the same places in the new folder. */
function external({ path, kind, importer }) {
  if (kind === 'entry-point') {
    return null;
  }
  return {
    path: path.startsWith('#') ? pathFrom(importer, placeOf(imports[path].node.default)) : path,
    external: true,
  };
}

/** Where a file of the layout for Node is in the new folder. */
function placeOf(target) {
  return target.replace('./dist/on-node/', './');
}

function pathFrom(importer, place) {
  const path = relative(dirname(importer), join(source, place)).replaceAll('\\', '/');
  return path.startsWith('.') ? path : `./${path}`;
}

// `imports` belongs to the package.json of the package. CommonJS is for Node; bundlers know the field `browser`.
const { node, default: other } = imports['#transport'];
const browser = { [placeOf(node.default)]: other.replace('./dist/modules/', './') };
const manifest = { type: 'commonjs', sideEffects: false, browser };
writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
