/**
 * Bundles the runtime into `runtime/dist`: a file for each entry point of its package, and a few chunks that they share, so that each
 * class exists once (docs/decisions/bundling.md). Nothing in a file has an effect when it is loaded, so that bundlers
 * still take out of it only what a program uses. `on-node/` is the same for Node alone, in fewer files, and `modules/` for bundlers, module by module.
 *
 * The declarations next to it come from `tsc`, which runs before.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { pureInitializers } from './pure-initializers.mjs';

const folder = new URL('../runtime/', import.meta.url);
const { exports, imports } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'));
/** Tests bundle into a folder of their own. */
const out = process.argv[2] ?? fileURLToPath(new URL('dist/', folder));

/** The sources that a field of package.json names, at whatever depth of conditions. */
function sourcesIn(entry) {
  if (typeof entry === 'string') {
    return [];
  }
  return Object.entries(entry).flatMap(([condition, value]) =>
    condition === 'wsdl-codegen-source' ? [value] : sourcesIn(value),
  );
}

mkdirSync(out, { recursive: true });
for (const name of readdirSync(out, { recursive: true })) {
  if (/\.js(\.map)?$/.test(name)) {
    rmSync(join(out, name));
  }
}

const mainEntry = 'src/index.ts';
const options = {
  absWorkingDir: fileURLToPath(folder),
  outbase: 'src',
  bundle: true,
  splitting: true,
  chunkNames: 'chunks/[hash]',
  platform: 'neutral',
  target: 'es2022',
  format: 'esm',
  logLevel: 'warning',
};
/** Without it, esbuild would ignore an import for its effects, because package.json says that there are none. */
const wholeModules = {
  name: 'whole-modules',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path.replace(/\.js$/, '.ts')),
      sideEffects: true,
    }));
  },
};
/** What package.json chooses for Node. */
const nodeModules = {
  name: 'node-modules',
  setup({ onResolve }) {
    onResolve({ filter: /^#/ }, ({ path }) => ({
      path: fileURLToPath(new URL(sourcesIn(imports[path].node)[0], folder)),
      sideEffects: true,
    }));
  },
};

/** What `on-node/` loads later is imported here: some bundlers cannot put it into the one file that a program is to be. */
const atOnce = {
  name: 'at-once',
  setup({ onResolve }) {
    onResolve({ filter: /\/later-(?:transport|pages)\.[jt]s$/ }, ({ path, resolveDir, kind }) =>
      kind === 'entry-point'
        ? null
        : { path: join(resolveDir, path.replace(/later-(\w+)\.[jt]s$/, '$1.ts')), sideEffects: true },
    );
  },
};

// What a platform has is below the layer that imports the platform: a chunk and a platform that import each other are a cycle, of which
// Rollup warns. Where the program runs decides about the platform: package.json maps the names.
const platforms = (name) => sourcesIn(imports[name]).map((path) => path.replace('./', ''));
/** What packages import on Node, from one module. Elsewhere that is made of other entry points, since it would change what is one chunk for all of them. */
const generated = 'generated.js';
const everywhere = Object.values(exports).filter((entry) => !entry.import?.default.endsWith(`/${generated}`));
await bundle({
  entryPoints: [...everywhere.flatMap(sourcesIn), ...sourcesIn(imports)],
  outdir: out,
  external: ['node:*', '#*', 'soap'],
  plugins: [atOnce],
  layers: [
    ['src/xml/index.ts', ...platforms('#fast').slice(1)],
    platforms('#fast'),
    ['src/schema/index.ts', ...platforms('#transport')],
    [mainEntry],
  ],
});
const parts = ['./index.js', './schema/index.js'].map((path) => `export * from "${path}";\n`);
const generatedText = `${parts.join('')}export * as xs from "./schema/xs.js";\n`;
writeFileSync(join(out, generated), generatedText);
await bundle({
  entryPoints: sourcesIn(exports),
  outdir: join(out, 'on-node'),
  external: ['node:*', 'soap'],
  // Stack traces of Node show the names of the sources; bundlers would look for sources that are not there.
  sourcemap: true,
  sourcesContent: false,
  minifyWhitespace: true,
  lineLimit: 120,
  plugins: [nodeModules],
  layers: [['src/schema/index.ts'], [mainEntry], ['src/node/transport.ts']],
});

await writeModules(join(out, 'modules'));

// A chunk that is imported for its effects alone has none. Spaces keep the places of the source maps.
for (const name of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
  if (name.endsWith('.js')) {
    const path = join(out, name);
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace(/(?<=^|;)import ?"\.[^"\n]*";/gm, (statement) => ' '.repeat(statement.length)),
    );
  }
}

/**
 * Writes each module that an entry point needs as a file of its own, for bundlers: some of them leave out whole modules only, or leave it to a minifier to find what nothing uses.
 */
async function writeModules(outdir) {
  const everything = [...everywhere.flatMap(sourcesIn), ...sourcesIn(imports)];
  const { metafile } = await build({
    ...options,
    entryPoints: everything,
    outdir,
    external: ['node:*', '#*', 'soap'],
    plugins: [atOnce],
    metafile: true,
    write: false,
  });
  await build({
    ...options,
    entryPoints: Object.keys(metafile.inputs),
    outdir,
    bundle: false,
    splitting: false,
    plugins: [pureInitializers(/[\\/]runtime[\\/]src[\\/].*\.ts$/, withModulesAtOnce)],
  });
  writeFileSync(join(outdir, generated), generatedText);
}

/** A source that imports at once what `on-node/` loads later. */
function withModulesAtOnce(text) {
  return text.replace(/(from '.*\/)later-(transport|pages)\.js'/g, "$1$2.js'");
}

/**
 * Bundles entry points with the chunks that `layers` wants. Node takes longer to find a file than to compile a small one, so modules that the main
 * entry point shares with another one are few chunks, however the other entry points use them.
 */
async function bundle({ entryPoints, layers: entries, plugins, ...rest }) {
  const given = { ...options, ...rest };
  const { metafile } = await build({ ...given, entryPoints, plugins, metafile: true, write: false, sourcemap: false });
  const layers = layersOf(metafile, entries);
  const sources = entryPoints.map((path) => path.replace('./', ''));
  await build({
    ...given,
    entryPoints: sources.map((source) => ({
      in: `entry:${source}`,
      out: posix.relative('src', source).replace(/\.ts$/, ''),
    })),
    plugins: [
      ...plugins,
      entriesWith((source) => modulesOfLayers(source, { metafile, layers })),
      wholeModules,
      pureInitializers(/[\\/]runtime[\\/]src[\\/].*\.ts$/),
    ],
  });
}

/**
 * Entry points as modules of their own, which import other modules as well: other modules import the sources of entry points, and would
 * import those in a circle.
 */
function entriesWith(importedBy) {
  return {
    name: 'entries',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^entry:/ }, ({ path }) => ({
        path: path.slice('entry:'.length),
        namespace: 'entry',
        sideEffects: true,
      }));
      // What is loaded later is an entry point as well.
      onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir, kind }) =>
        kind === 'dynamic-import'
          ? {
              path: relative(options.absWorkingDir, join(resolveDir, path.replace(/\.js$/, '.ts'))).replaceAll(
                '\\',
                '/',
              ),
              namespace: 'entry',
              sideEffects: true,
            }
          : null,
      );
      onLoad({ filter: /./, namespace: 'entry' }, ({ path }) => {
        const imported = importedBy(path).map((module) => `import ${JSON.stringify(`./${module}`)};\n`);
        const contents = `export * from ${JSON.stringify(`./${path}`)};\n${imported.join('')}`;
        return { contents, loader: 'ts', resolveDir: fileURLToPath(folder) };
      });
    },
  };
}

/**
 * The sources of the shared chunks that the main entry point loads, at once or later, in layers: those that the first entry points need, then what the
 * next ones need besides, and so on.
 */
function layersOf({ outputs }, entries) {
  const all = new Set([mainEntry, ...entries.at(-1)].flatMap((entry) => sourcesSharedBy(entry, outputs)));
  const layers = [];
  for (const group of entries) {
    const below = layers.flat();
    const sources = new Set(group.flatMap((entry) => sourcesSharedBy(entry, outputs)));
    layers.push([...all].filter((source) => sources.has(source) && !below.includes(source)).sort());
  }
  return layers;
}

/** The sources of all chunks that an entry point loads at once. */
function sourcesSharedBy(source, outputs) {
  const entry = Object.keys(outputs).find((name) => outputs[name].entryPoint === source);
  const chunks = new Set();
  const visit = (name) => {
    for (const { path, external, kind } of outputs[name].imports) {
      if (!external && kind === 'import-statement' && !chunks.has(path)) {
        chunks.add(path);
        visit(path);
      }
    }
  };
  visit(entry);
  return [...chunks].flatMap((name) => Object.keys(outputs[name].inputs)).sort();
}

/** All modules of the layers of which an entry point needs something. Esbuild makes a chunk of modules that the same entry points reach. */
function modulesOfLayers(source, { metafile, layers }) {
  const needed = sourcesSharedBy(source, metafile.outputs);
  const highest = layers.findLastIndex((layer) => layer.some((module) => needed.includes(module)));
  return layers.slice(0, highest + 1).flat();
}
