/**
 * Builds the playground into static files: a page, its style, its script, and the text of its worker, which the page starts from memory: a worker has then the policy of the
 * page, which lets nothing out.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import { precompileTemplates } from '../../scripts/precompile-templates.mjs';

const root = new URL('../../', import.meta.url);
const folder = new URL('./', import.meta.url);
const path = (name) => fileURLToPath(new URL(name, folder));

/** Builds into a folder. */
export async function buildPlayground(out) {
  mkdirSync(out, { recursive: true });
  const { outputFiles } = await build({
    ...common,
    entryPoints: [path('worker/worker.ts')],
    outdir: out,
    write: false,
  });
  const worker = outputFiles[0].text;
  await build({
    ...common,
    entryPoints: [path('page/page.ts')],
    outfile: `${out}/page.js`,
    plugins: [...common.plugins, workerText(worker)],
  });
  const styles = ['runtime/src/server/pages/browser/page.css', 'site/playground/page.css'];
  const css = styles.map((name) => readFileSync(new URL(name, root), 'utf8')).join('\n');
  writeFileSync(`${out}/page.css`, (await transform(css, { loader: 'css', minify: true })).code);
  copyFileSync(path('index.html'), `${out}/index.html`);
}

/** Templates are compiled now: code is not made from texts in the page. */
const compiledTemplates = {
  name: 'compiled-templates',
  setup({ onLoad }) {
    onLoad({ filter: /emit[\\/]templates-precompiled\.ts$/ }, () => ({ contents: precompileTemplates(root) }));
  },
};

/** Transports of Node: nothing in the worker sends. */
const noNode = {
  name: 'no-node',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@wsdl-codegen\/runtime\/node$/ }, ({ path: name }) => ({ path: name, namespace: 'no-node' }));
    onLoad({ filter: /.*/, namespace: 'no-node' }, () => ({ contents: 'export {};' }));
  },
};

function workerText(text) {
  return {
    name: 'worker-text',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^worker-text$/ }, ({ path: name }) => ({ path: name, namespace: 'worker-text' }));
      onLoad({ filter: /.*/, namespace: 'worker-text' }, () => ({ contents: text, loader: 'text' }));
    },
  };
}

const common = {
  absWorkingDir: fileURLToPath(root),
  bundle: true,
  minify: true,
  platform: 'browser',
  format: 'iife',
  target: ['es2022'],
  // From the sources, so that there is one copy of everything.
  conditions: ['wsdl-codegen-source'],
  nodePaths: [path('../node_modules')],
  loader: { '.wsdl': 'text', '.yaml': 'text', '.xsd': 'text' },
  legalComments: 'none',
  logLevel: 'warning',
  plugins: [compiledTemplates, noNode],
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildPlayground(process.argv[2] ?? path('dist'));
}
