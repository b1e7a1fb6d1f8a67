/** Runs TypeScript of the tests on the sources of the repository, without a build. */
import { mkdirSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../../', import.meta.url));
let made = 0;

/** The exports of a module of the tests. `host` is whose forms of the runtime it gets: those of Node, or those of browsers and workers. */
export async function importSource(url, host = 'node') {
  const folder = `${root}node_modules/.cache/robustness`;
  mkdirSync(folder, { recursive: true });
  const outfile = `${folder}/${basename(url.pathname, '.ts')}-${process.pid}-${made++}.mjs`;
  await build({
    entryPoints: [fileURLToPath(url)],
    bundle: true,
    platform: host === 'node' ? 'node' : 'neutral',
    format: 'esm',
    outfile,
    conditions: ['wsdl-codegen-source'],
    absWorkingDir: root,
    // Tests may use Node for either host.
    external: [
      'node:*',
      'saxes',
      'yaml',
      'handlebars',
      'ts-morph',
      'oxc-transform',
      'commander',
      'esbuild',
      'fast-check',
      'ajv',
    ],
    alias: {
      'wallet-api': './generated/wallet-api/src/index.ts',
      'address-locator': './generated/address-locator/src/index.ts',
    },
    // Helpers of the tests find the repository by the one, the generator its templates by the other.
    define: {
      __dirname: JSON.stringify(`${root}tests/support`),
      'import.meta.url': JSON.stringify(pathToFileURL(`${root}generator/emit/templates.ts`).href),
    },
    logLevel: 'error',
  });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(outfile);
  }
}
