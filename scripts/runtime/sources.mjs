/** What both layouts of the runtime's JavaScript are made of. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compact } from './compact.mjs';

const place = new URL('../../runtime/', import.meta.url);

/** The folder of the package. */
export const folder = fileURLToPath(place);

/** The fields `exports` and `imports` of its package.json. */
export const { exports, imports } = JSON.parse(readFileSync(new URL('package.json', place), 'utf8'));

/** Options of esbuild. */
export const options = {
  absWorkingDir: folder,
  outbase: 'src',
  bundle: true,
  splitting: true,
  chunkNames: 'chunks/[hash]',
  platform: 'neutral',
  target: 'es2022',
  format: 'esm',
  logLevel: 'warning',
  metafile: true,
  write: false,
};

/** The sources that a field of package.json names, at whatever depth of conditions. */
export function sourcesIn(entry) {
  return typeof entry === 'string'
    ? []
    : Object.entries(entry).flatMap(([condition, target]) =>
        condition === 'wsdl-codegen-source' ? [target.replace('./', '')] : sourcesIn(target),
      );
}

/** The source that an import in another one means. */
export const sourceOf = (path, resolveDir) => join(resolveDir, path.replace(/\.js$/, '.ts'));

/** Writes what esbuild made. */
export function writeFiles(files) {
  for (const { path, text } of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, compact(text));
  }
}
