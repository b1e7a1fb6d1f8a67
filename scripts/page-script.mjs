/**
 * Puts script and style of the help pages, `runtime/src/server/pages/browser/`, into a module as texts, with their hashes for the policy of the pages. With
 * `--check`, only says whether the module is up to date.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';

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
const css = readFileSync(new URL('browser/page.css', folder), 'utf8');
const style = (await transform(css, { loader: 'css', minify: true, charset: 'ascii' })).code.trim();
if (/<\/(?:script|style)|<!--/i.test(script + style)) {
  throw new Error('There is a text that ends scripts or styles in HTML.');
}
const sourceOf = (content) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
const quoted = (content) => content.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n');
const text = `/** The script of the help pages. Made of \`browser/console.ts\` by \`scripts/page-script.mjs\`. */
export const pageScript: string =
  '${quoted(script)}';

/** \`pageScript\` as a Content-Security-Policy source: its SHA-256. */
export const pageScriptSource: string = "${sourceOf(script)}";

/** The style of the help pages. Made of \`browser/page.css\` in the same way. */
export const pageStyle: string =
  '${quoted(style)}';

/** \`pageStyle\` as a Content-Security-Policy source: its SHA-256. */
export const pageStyleSource: string = "${sourceOf(style)}";
`;

if (!process.argv.includes('--check')) {
  writeFileSync(file, text);
} else if (readFileSync(file, 'utf8') !== text) {
  process.stderr.write('page-script.ts is not up to date: run node scripts/page-script.mjs\n');
  process.exitCode = 1;
}
