/** Runs TypeScript of this folder on the sources of the repository, without a build. */
import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The exports of a module of this folder. */
export async function importSource(name) {
  const folder = `${root}node_modules/.cache/robustness`;
  mkdirSync(folder, { recursive: true });
  const outfile = `${folder}/${name}-${process.pid}.mjs`;
  await build({
    entryPoints: [fileURLToPath(new URL(`${name}.ts`, import.meta.url))],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    conditions: ['wsdl-codegen-source'],
    absWorkingDir: root,
    external: ['saxes', 'yaml', 'handlebars', 'ts-morph', 'oxc-transform', 'commander', 'esbuild'],
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
