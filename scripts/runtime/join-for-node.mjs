/**
 * The layout for Node: a file for each entry of the package, and a few chunks that they share, so that each class exists once. Only types and comments are
 * taken out of the text, so that it can be read and stepped through.
 */
import { basename, dirname, join, posix, relative } from 'node:path';
import { build } from 'esbuild';
import { exports, folder, imports, options, sourceOf, sourcesIn, writeFiles } from './sources.mjs';

const mainEntry = 'src/index.ts';
const transport = 'src/node/transport.ts';
/** Node always has the fast layer. */
const [fast] = sourcesIn(imports['#fast']);
/** The transport stays to be chosen by name: CommonJS is made of these files, which bundlers for browsers may have to take. */
const [laterTransport, browserTransport] = sourcesIn(imports['#transport']);

/**
 * The chunks of what the main entry loads, at once or later: each has what these sources need and the chunks before it do not have. By itself, esbuild
 * makes a chunk of the modules that the same entries reach: sixteen of them.
 */
const layers = [
  { name: 'engine', source: 'src/schema/index.ts' },
  { name: 'service', source: mainEntry },
  // It loads much of Node, so nobody gets it for a part of it.
  { name: 'transport', source: transport, whole: true },
];

/** Writes the files of the layout into a folder. */
export async function joinForNode(outdir) {
  const entryPoints = [...sourcesIn(exports), browserTransport, transport];
  const given = { ...options, outdir, external: ['node:*', '#transport'] };
  const separate = await build({ ...given, entryPoints, plugins: [fastLayer] });
  const made = withModules(separate.metafile.outputs);
  const { outputFiles, metafile } = await build({
    ...given,
    entryPoints: entryPoints.map((source) => ({
      in: `entry:${source}`,
      out: posix.relative('src', source).replace(/\.ts$/, ''),
    })),
    plugins: [
      fastLayer,
      entriesWith((source) => modulesBelow(sourcesSharedBy(source, separate.metafile.outputs), made)),
      wholeModules,
    ],
  });
  const names = chunkNames(metafile.outputs, made);
  // It imports the transport's file by itself, later.
  const alone = await build({ ...options, outdir, entryPoints: [laterTransport], bundle: false, splitting: false });
  writeFiles(alone.outputFiles);
  writeFiles(
    outputFiles.map(({ path, text }) => ({
      path: join(dirname(path), `${named(hashOf(path), names)}.js`),
      text: linked(text, names),
    })),
  );
}

/**
 * The text of a file whose chunks have these names. A chunk that is imported for its effects alone has none. Letters beyond ASCII, which esbuild leaves in regular
 * expressions and comments, would make V8 keep and read two bytes for each letter of the file.
 */
function linked(text, names) {
  return text
    .replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(/^import "\.[^"\n]*";\n/gm, '')
    .replace(/(?<="\.{1,2}\/(?:[\w-]+\/)*)[A-Z\d]{8}(?=\.js")/g, (hash) => named(hash, names));
}

const named = (hash, names) => names.get(hash) ?? hash;
const hashOf = (path) => basename(path, '.js');

/** The name of each chunk by its hash: that of its layer, or of the source that needs the others in it. */
function chunkNames(outputs, made) {
  const names = new Map();
  for (const [path, { inputs, entryPoint }] of Object.entries(outputs).filter(([each]) => each.includes('/chunks/'))) {
    const sources = Object.keys(inputs);
    const layer = made.find((each) => isNeeded(each, sources));
    names.set(hashOf(path), layer?.name ?? nameOf((entryPoint ?? sources.at(-1)).replace('entry:', '')));
  }
  if (new Set(names.values()).size < names.size) {
    throw new Error(`Two chunks of one name: ${[...names.values()].sort().join(', ')}`);
  }
  return names;
}

const nameOf = (source) => posix.relative('src', source).replace(/\.ts$/, '').replaceAll('/', '-');

/** Without it, esbuild would ignore an import for its effects, because package.json says that there are none. */
const wholeModules = {
  name: 'whole-modules',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir }) => ({
      path: sourceOf(path, resolveDir),
      sideEffects: true,
    }));
  },
};

const fastLayer = {
  name: 'fast-layer',
  setup({ onResolve }) {
    onResolve({ filter: /^#fast$/ }, () => ({ path: join(folder, fast), sideEffects: true }));
  },
};

/**
 * Entries as modules of their own, which import other modules as well: other modules import the sources of entries, and would
 * import those in a circle.
 */
function entriesWith(importedBy) {
  return {
    name: 'entries',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^entry:/ }, ({ path }) => entry(path.slice('entry:'.length)));
      // What is loaded later is an entry as well.
      onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir, kind }) =>
        kind === 'dynamic-import' ? entry(relative(folder, sourceOf(path, resolveDir)).replaceAll('\\', '/')) : null,
      );
      onLoad({ filter: /./, namespace: 'entry' }, ({ path }) => {
        const imported = importedBy(path).map((module) => `import ${JSON.stringify(`./${module}`)};\n`);
        const contents = `export * from ${JSON.stringify(`./${path}`)};\n${imported.join('')}`;
        return { contents, loader: 'ts', resolveDir: folder };
      });
    },
  };
}

const entry = (path) => ({ path, namespace: 'entry', sideEffects: true });

/** The layers with their sources. */
function withModules(outputs) {
  const all = new Set([mainEntry, transport].flatMap((source) => sourcesSharedBy(source, outputs)));
  const made = [];
  for (const layer of layers) {
    const needed = new Set(sourcesSharedBy(layer.source, outputs));
    const below = made.flatMap(({ modules }) => modules);
    const modules = [...all].filter((module) => needed.has(module) && !below.includes(module)).sort();
    made.push({ ...layer, modules });
  }
  return made;
}

const isNeeded = ({ source, whole, modules }, needed) =>
  whole ? needed.includes(source) : modules.some((module) => needed.includes(module));

/** The sources of all chunks that an entry loads at once. */
function sourcesSharedBy(source, outputs) {
  const entryFile = Object.keys(outputs).find((name) => outputs[name].entryPoint === source);
  const chunks = new Set();
  const visit = (name) => {
    for (const { path, external, kind } of outputs[name].imports) {
      if (!external && kind === 'import-statement' && !chunks.has(path)) {
        chunks.add(path);
        visit(path);
      }
    }
  };
  visit(entryFile);
  return [...chunks].flatMap((name) => Object.keys(outputs[name].inputs)).sort();
}

/** All modules of the layers of which something is needed. */
function modulesBelow(needed, made) {
  const highest = made.findLastIndex((layer) => isNeeded(layer, needed));
  return made.slice(0, highest + 1).flatMap(({ modules }) => modules);
}
