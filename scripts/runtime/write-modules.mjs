/**
 * The layout for bundlers and other hosts: module by module, since some bundlers leave out whole modules only, or leave it to a minifier to find what nothing
 * uses. A small module that only one other imports is part of that one.
 */
import { posix, relative } from 'node:path';
import { build } from 'esbuild';
import { pureInitializers } from '../pure-initializers.mjs';
import { exports, folder, imports, options, sourceOf, sourcesIn, writeFiles } from './sources.mjs';

/** Characters of TypeScript that a module may have in order to become part of the one that imports it. */
const small = 16_000;

/** What the layout for Node loads later is imported at once: some bundlers cannot put it into the one file that a program is to be. */
const atOncePath = (path) => path.replace(/\/later-(?=(?:transport|pages)\b)/, '/');

/** Writes the files of the layout into a folder. */
export async function writeModules(outdir) {
  const named = [...sourcesIn(exports), ...sourcesIn(imports)];
  const entryPoints = [...new Set(named.map(atOncePath))];
  const given = { ...options, outdir, external: ['node:*', '#*'] };
  const { metafile } = await build({ ...given, entryPoints, plugins: [atOnce] });
  const homes = homesOf(metafile.inputs, entryPoints);
  const { outputFiles } = await build({
    ...given,
    splitting: false,
    entryPoints: [...new Set(homes.values())],
    plugins: [filesOf(homes), pureInitializers(/[\\/]runtime[\\/]src[\\/].*\.ts$/)],
  });
  // The path of a file says whose text it is, but for what has joined it.
  writeFiles(outputFiles.map(({ path, text }) => ({ path, text: text.replace(ownPath(path, outdir), '') })));
}

const ownPath = (path, outdir) => `// src/${relative(outdir, path).replaceAll('\\', '/').replace(/\.js$/, '.ts')}\n`;

const atOnce = {
  name: 'at-once',
  setup({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ path, resolveDir }) => ({ path: moduleOf(path, resolveDir) }));
  },
};

const moduleOf = (path, resolveDir) => sourceOf(atOncePath(path), resolveDir);

/** For each module the one in whose file it is. What only modules of one file import can be in that file without a circle of files. */
function homesOf(inputs, entries) {
  const importers = new Map(Object.keys(inputs).map((source) => [source, []]));
  for (const [source, { imports: imported }] of Object.entries(inputs)) {
    for (const { path } of imported) {
      importers.get(path)?.push(source);
    }
  }
  const homes = new Map(entries.map((source) => [source, source]));
  const homeOf = (source) => {
    if (!homes.has(source)) {
      const [home, ...others] = new Set(importers.get(source).map(homeOf));
      const own = others.length > 0 || entries.includes(home) || inputs[source].bytes > small;
      homes.set(source, own ? source : home);
    }
    return homes.get(source);
  };
  for (const source of importers.keys()) {
    homeOf(source);
  }
  return homes;
}

/** Modules of one file are joined; the other files stay files. */
function filesOf(homes) {
  const homeOf = (path) => homes.get(relative(folder, path).replaceAll('\\', '/'));
  return {
    name: 'files',
    setup({ onResolve }) {
      onResolve({ filter: /^\./ }, ({ path, resolveDir, importer, kind }) => {
        if (kind === 'entry-point') {
          return null;
        }
        const module = moduleOf(path, resolveDir);
        const [from, to] = [homeOf(importer), homeOf(module)];
        const place = posix.relative(posix.dirname(from), to.replace(/\.ts$/, '.js'));
        return from === to
          ? { path: module, sideEffects: false }
          : { path: place.startsWith('.') ? place : `./${place}`, external: true, sideEffects: false };
      });
    },
  };
}
