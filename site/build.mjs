/** Builds the site into `dist/site`: the pages, their Markdown beside them, `llms.txt`, and the playground. `npm run site` runs it. */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vitepress';
import { docsAssets, navigationGroups, sitePages, summaryOf, withRelativeLinks } from './pages.mjs';
import { buildPlayground } from './playground/build.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const [sources, out] = [join(here, 'dist/pages'), join(here, 'dist/site')];
const write = (path, text) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

const pages = sitePages();
const groups = navigationGroups();
const titled = (page) => `[${pages.get(page).title}](/${page})`;

/** All pages in their order, for readers without scripts. */
function contents() {
  const placed = groups.map(({ text, pages: own }) => [text, own]);
  const known = new Set(placed.flatMap(([, own]) => own));
  const diagnostics = [...pages.keys()].filter((page) => page.startsWith('diagnostics/'));
  const sources = [...pages.keys()].filter((page) => pages.get(page).isSource);
  const apart = new Set([...diagnostics, ...sources]);
  const rest = [...pages.keys()].filter((page) => !known.has(page) && !apart.has(page));
  const lists = [...placed, ['More', rest], ['Files of examples', sources], ['Diagnostics', diagnostics]].map(
    ([text, own]) => `## ${text}\n\n${own.map((page) => `- ${titled(page)}\n`).join('')}`,
  );
  return `# All pages\n\n${lists.join('\n')}`;
}

/** What no page is about alone, and what is worth knowing first. */
const waysIn = `## Quick ways in

- [\`npx wsdl-codegen init --template NAME\`](guide/command.md#projects-to-begin-from): begins a project whose test runs at once, in an empty folder. A WSDL, a schema or an address may follow; NAME is client, server, replace, xml or gateway; --language js writes JavaScript.
- [\`npx wsdl-codegen init --agents\`](guide/command.md#coding-agents): writes a skill for coding agents into a project: how to generate, call, mend and check.
- [Playground](playground/index.html): generates code, messages and comparisons from a WSDL in a browser; nothing is sent anywhere.
`;

/** The site for language models: llmstxt.org. */
function llms() {
  const lists = groups.map(({ text, pages: own }) => {
    const items = own.map((page) => {
      const { title, text: content } = pages.get(page);
      return `- [${title}](${page}): ${summaryOf(content, title)}\n`;
    });
    return `## ${text}\n\n${items.join('')}`;
  });
  return `# wsdl-codegen\n\n> Typed clients and servers for SOAP, ASMX and WCF from WSDL, and typed XML with validation from XML Schema (XSD), in TypeScript.\n\nEvery page is also there as Markdown, at its address with .md for .html. Each diagnostic has a page: diagnostics/CODE.md.\n\n${waysIn}\n${lists.join('\n')}`;
}

rmSync(join(here, 'dist'), { recursive: true, force: true });
pages.set('contents.md', { title: 'All pages', text: contents() });
/** What the search need not find twice. */
const unsearched = new Set(['diagnostics.md', 'contents.md']);
for (const [path, { text, isSource }] of pages) {
  write(join(sources, path), isSource || unsearched.has(path) ? `---\nsearch: false\n---\n\n${text}` : text);
}
for (const file of docsAssets()) {
  cpSync(join(here, '..', file), join(sources, 'public', file.slice('docs/'.length)));
}
await build(here);
for (const [path, { text }] of pages) {
  write(join(out, path), withRelativeLinks(text, path));
}
write(join(out, 'llms.txt'), llms());
await buildPlayground(join(out, 'playground'));
