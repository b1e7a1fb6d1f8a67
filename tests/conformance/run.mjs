/**
 * Bundles the conformance run and its workers, sources of the generator and of the runtime included, and starts it.
 * `npm run conformance -- --help` says how to use it.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { precompileTemplates } from '../../scripts/precompile-templates.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const cache = join(root, 'node_modules/.cache/wsdl-codegen');
mkdirSync(cache, { recursive: true });
/** Of this run alone; inside the project, so that generated packages find what they import. */
const out = mkdtempSync(join(cache, 'conformance-'));

await build({
  absWorkingDir: root,
  entryPoints: ['tests/conformance/main.ts', 'tests/conformance/worker.ts'],
  outdir: out,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  sourcemap: true,
  conditions: ['wsdl-codegen-source'],
  external: ['esbuild', 'handlebars', 'oxc-transform', 'ts-morph', 'yaml'],
  logLevel: 'warning',
  plugins: [
    {
      name: 'compiled-templates',
      setup({ onLoad }) {
        const contents = precompileTemplates(new URL('../../', import.meta.url));
        onLoad({ filter: /emit[\\/]templates-precompiled\.ts$/ }, () => ({ contents }));
      },
    },
  ],
  banner: {
    js: "import { createRequire as $createRequire } from 'node:module';\nconst require = $createRequire(import.meta.url);",
  },
});

const child = spawn(
  process.execPath,
  ['--enable-source-maps', join(out, 'main.mjs'), '--root', root, ...process.argv.slice(2)],
  { stdio: 'inherit' },
);
child.on('exit', (code) => {
  rmSync(out, { recursive: true, force: true });
  process.exit(code ?? 1);
});
