/**
 * Bundles the generator into `dist/generator`: a few files instead of two hundred modules, which halves the time that a run
 * takes to start (docs/decisions/bundling.md). Packages that are heavy and seldom needed are not bundled, and are loaded when
 * they are used. Templates are compiled during the build, so a run needs only Handlebars' small runtime.
 *
 * The entries that need no Node, `schemas` and `in-memory`, are bundled by themselves, for every host: nothing of theirs is in a file with what needs Node. They import
 * the runtime, so that a program has one copy of it.
 *
 * The declarations next to the bundle come from `tsc`, which runs before.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { compileContractSchema } from './compile-contract-schema.mjs';
import { precompileTemplates } from './precompile-templates.mjs';

const root = new URL('../', import.meta.url);
/** Tests bundle into a folder of their own. */
const out = fileURLToPath(new URL(`${process.argv[2] ?? 'dist/generator'}/`, root));
/** Packages that are imported when they are used. Of Handlebars that is the compiler; its runtime is part of the bundle. */
const external = /^(handlebars|oxc-transform|ts-morph|yaml)$/;
/**
 * The parts of our own runtime that the stages use are bundled. Descriptors that are made in memory have to be those of the
 * runtime that the user's code imports, and what calls operations has to be of the same copy.
 */
const runtime = /^@wsdl-codegen\/runtime(\/.*)?$/;
const forUsers = /[\\/]generator[\\/](memory|calls)[\\/]/;

const common = {
  absWorkingDir: fileURLToPath(root),
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  // Our own runtime, from its sources.
  conditions: ['wsdl-codegen-source'],
  // Less to read and compile; names stay, for the stack of a bug report.
  minifySyntax: true,
  minifyWhitespace: true,
  logLevel: 'warning',
};

/** The entries for every host, by their folders. */
const everywhere = ['in-memory', 'schemas'];

const separatePackages = {
  name: 'separate-packages',
  setup({ onResolve }) {
    onResolve({ filter: external }, ({ path }) => ({ path, external: true }));
    onResolve({ filter: runtime }, ({ path, importer }) => (forUsers.test(importer) ? { path, external: true } : null));
  },
};

/** Templates and the schema of contracts in compiled form take the place of the modules that stand for them in the sources. */
const compiledModules = {
  name: 'compiled-modules',
  setup({ onLoad }) {
    onLoad({ filter: /emit[\\/]templates-precompiled\.ts$/ }, () => ({ contents: precompileTemplates(root) }));
    onLoad({ filter: /plugins[\\/]contract-validator\.ts$/ }, () => ({ contents: compileContractSchema(root) }));
  },
};

mkdirSync(out, { recursive: true });
for (const name of readdirSync(out)) {
  if (/\.js(\.map)?$/.test(name)) {
    rmSync(out + name);
  }
}

const { metafile } = await build({
  ...common,
  // The workers are threads of the command.
  entryPoints: ['bin', 'compile-worker', 'index', 'watch-worker'].map((name) => `generator/${name}.ts`),
  outdir: out,
  splitting: true,
  chunkNames: '[name]-[hash]',
  sourcemap: true,
  sourcesContent: false,
  metafile: true,
  plugins: [separatePackages, compiledModules],
  // CommonJS packages in the bundle ask for Node's modules through `require`.
  banner: {
    js: "import { createRequire as $createRequire } from 'node:module';\nconst require = $createRequire(import.meta.url);",
  },
});

const { metafile: ofEverywhere } = await build({
  ...common,
  platform: 'browser',
  conditions: [],
  entryPoints: everywhere.map((name) => `generator/${name}/index.ts`),
  outbase: 'generator',
  outdir: out,
  splitting: true,
  chunkNames: '[name]-[hash]',
  sourcemap: true,
  sourcesContent: false,
  metafile: true,
  external: ['@wsdl-codegen/runtime', 'yaml'],
  plugins: [compiledModules],
});

writeFileSync(
  `${out}THIRD-PARTY-LICENSES.txt`,
  licensesOf([metafile, ofEverywhere].flatMap(({ inputs }) => Object.keys(inputs))),
);

/** The licences of the packages that are part of the bundle. */
function licensesOf(inputs) {
  const names = inputs.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
  return [...new Set(names)]
    .sort()
    .map((name) => {
      const folder = new URL(`node_modules/${name}/`, root);
      const file = readdirSync(folder).find((candidate) => /^licen[cs]e/i.test(candidate));
      const { version, license } = createRequire(import.meta.url)(fileURLToPath(new URL('package.json', folder)));
      const text = file ? readFileSync(new URL(file, folder), 'utf8') : `Licence: ${license}\n`;
      return `${name} ${version}\n\n${text.trim()}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}
