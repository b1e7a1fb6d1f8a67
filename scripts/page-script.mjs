/**
 * Puts script and style of pages, `runtime/src/server/pages/browser/`, into modules as texts, with their hashes for the policy of the pages: of the help pages
 * of servers, and of the page of gateways. With `--check`, only says whether the modules are up to date.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';

const folder = new URL('../runtime/src/server/pages/', import.meta.url);
const pages = [
  { entry: 'browser/console.ts', file: 'page-script.ts', what: 'the help pages', typeFrom: './page-shell.js' },
  {
    entry: 'browser/json/console.ts',
    file: '../../../../packages/gateway/src/page-script.ts',
    what: 'the page for people',
    typeFrom: '@wsdl-codegen/runtime/extend',
  },
];

const css = readFileSync(new URL('browser/page.css', folder), 'utf8');
const style = (await transform(css, { loader: 'css', minify: true, charset: 'ascii' })).code.trim();
const sourceOf = (content) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
const quoted = (content) => content.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n');

async function scriptOf(entry) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(entry, folder))],
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
  if (/<\/(?:script|style)|<!--/i.test(script + style)) {
    throw new Error('There is a text that ends scripts or styles in HTML.');
  }
  return script;
}

for (const { entry, file, what, typeFrom } of pages) {
  const script = await scriptOf(entry);
  const text = `import type { PageCode } from '${typeFrom}';

/** Script and style of ${what}. Made of \`${entry}\` and \`browser/page.css\` by \`scripts/page-script.mjs\`. */
export const pageCode: PageCode = {
  script:
    '${quoted(script)}',
  scriptSource: "${sourceOf(script)}",
  style:
    '${quoted(style)}',
  styleSource: "${sourceOf(style)}",
};
`;
  const url = new URL(file, folder);
  if (!process.argv.includes('--check')) {
    writeFileSync(url, text);
  } else if (readFileSync(url, 'utf8') !== text) {
    process.stderr.write(`${fileURLToPath(url)} is not up to date: run node scripts/page-script.mjs\n`);
    process.exitCode = 1;
  }
}
