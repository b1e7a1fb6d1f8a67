/**
 * Puts the script of the help pages, `runtime/src/server/pages/browser/`, into a module as one text, with its hash for the policy of the pages. With
 * `--check`, only says whether the module is up to date.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = new URL('../runtime/src/server/pages/', import.meta.url);
const file = new URL('page-script.ts', folder);

const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL('browser/console.ts', folder))],
  bundle: true,
  minify: true,
  write: false,
  format: 'iife',
  target: ['es2022'],
  charset: 'ascii',
  legalComments: 'none',
  supported: { 'template-literal': false },
});
const script = outputFiles[0].text.trim();
if (/<\/script|<!--/i.test(script)) {
  throw new Error('The script contains a text that ends scripts in HTML.');
}
const hash = createHash('sha256').update(script).digest('base64');
const quoted = script.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n');
const text = `/** The script of the help pages. Made of \`browser/console.ts\` by \`scripts/page-script.mjs\`. */
export const pageScript: string =
  '${quoted}';

/** \`pageScript\` as a Content-Security-Policy source: its SHA-256. */
export const pageScriptSource: string = "'sha256-${hash}'";
`;

if (!process.argv.includes('--check')) {
  writeFileSync(file, text);
} else if (readFileSync(file, 'utf8') !== text) {
  process.stderr.write('page-script.ts is not up to date: run node scripts/page-script.mjs\n');
  process.exitCode = 1;
}
