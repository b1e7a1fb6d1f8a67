/**
 * Bundles the runtime into `runtime/dist`: a file for each entry point of its package, and a few chunks that they share, so that each
 * class exists once (docs/decisions/bundling.md). Nothing in a file has an effect when it is loaded, so that bundlers
 * still take out of it only what a program uses.
 *
 * The declarations next to it come from `tsc`, which runs before.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

await build({
  absWorkingDir: fileURLToPath(folder),
  entryPoints: [...sourcesIn(exports), ...sourcesIn(imports)],
  outbase: 'src',
  outdir: out,
  bundle: true,
  splitting: true,
  chunkNames: 'chunks/[hash]',
  platform: 'neutral',
  target: 'es2022',
  format: 'esm',
  // Where the program runs decides the transport: package.json maps the name.
  external: ['node:*', '#*', 'soap'],
  sourcemap: true,
  sourcesContent: false,
  plugins: [pureInitializers(/[\\/]runtime[\\/]src[\\/].*\.ts$/)],
  logLevel: 'warning',
});

// A chunk that is imported for its effects alone has none. The empty lines keep the places of the source maps.
for (const name of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
  if (name.endsWith('.js')) {
    const path = join(out, name);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^import "\.[^"]*";$/gm, ''));
  }
}
