import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';
import { anchorOf, movedSections, navigationGroups, sitePages } from '../pages.mjs';

const pages = sitePages();
const link = (page) => `/${page.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '.html')}`;
const item = (page) => ({ text: pages.get(page).title, link: link(page) });
const base = process.env.SITE_BASE ?? '/';
const more = ['examples/index.md', 'benchmarks.md', 'changelog.md', 'security.md', 'contributing.md'];
const packages = [...pages.keys()].filter((page) => page.startsWith('packages/'));
const groups = navigationGroups();
const playground = { text: 'Playground', link: '/playground/', target: '_self' };
const sidebar = [
  ...groups.map(({ text, pages: own }, i) => ({
    text,
    items: i === 0 ? [...own.map(item), playground] : own.map(item),
  })),
  { text: 'Packages', items: packages.map(item) },
  { text: 'More', items: [...more.map(item), { text: 'All pages', link: '/contents.html' }] },
];

/** What scripts do otherwise: dark colours where the reader wants them, and nothing that only they can work. */
function withoutScripts() {
  const files = ['../node_modules/vitepress/dist/client/theme-default/styles/vars.css', 'theme/style.css'];
  const dark = files.flatMap((name) => {
    const css = readFileSync(new URL(name, import.meta.url), 'utf8');
    return [...css.matchAll(/^\.dark \{([^}]*)\}/gm)].map(([, variables]) => variables);
  });
  const code = '.vp-code span{color:var(--shiki-dark,inherit)}';
  return `.VPNavBarSearch,.VPNavBarHamburger,.VPSwitchAppearance,.VPLocalNav{display:none!important}@media (prefers-color-scheme:dark){:root{${dark.join('').replace(/\s+/g, ' ')}}${code}}`;
}

/** What an address without a page shows without scripts; the theme shows the same with them. */
const lost = `<noscript><main class="lost"><h1>There is no such page</h1><p><a href="${base}">wsdl-codegen</a> · <a href="${base}contents.html">All pages</a></p></main></noscript>`;

/** Scripts that are in the pages, by their hashes: no other may run, whatever a page contains. */
function policyOf(html) {
  const scripts = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)];
  const hashes = scripts.map(([, text]) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return `default-src 'none'; script-src 'self' ${hashes.join(' ')}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'`;
}

/** A cell without a text is no heading, also in the first row. */
function emptyCells({ tokens }) {
  for (const [i, token] of tokens.entries()) {
    if (token.type === 'th_open' && tokens[i + 1].content.trim() === '') {
      token.tag = 'td';
      tokens[i + 2].tag = 'td';
    }
  }
}

/** The playground is no page of the theme, which would look for it among its own. */
function playgroundLinks({ tokens }) {
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    if (token.type === 'link_open' && token.attrGet('href') === '/playground/') {
      token.attrSet('href', `${base}playground/`);
      token.attrSet('target', '_self');
    }
  }
}

/** Pages are compiled as templates, of which the files know nothing: two braces are two braces. */
function withoutTemplates({ core, renderer: { rules } }) {
  core.ruler.push('empty-cells', emptyCells);
  core.ruler.push('playground-links', playgroundLinks);
  for (const name of ['text', 'code_inline']) {
    const render = rules[name];
    rules[name] = (...given) => render(...given).replaceAll('{{', '&#123;&#123;');
  }
}

export default defineConfig({
  title: 'wsdl-codegen',
  description: 'Typed clients and servers from WSDL, and typed XML from XML Schema, in TypeScript',
  lang: 'en',
  base,
  srcDir: 'dist/pages',
  outDir: 'dist/site',
  cacheDir: 'dist/cache',
  // Addresses have `.html`, so that every host of files serves them.
  cleanUrls: false,
  metaChunk: true,
  ignoreDeadLinks: false,
  head: [
    ['link', { rel: 'icon', href: 'data:,' }],
    ['noscript', {}, `<style>${withoutScripts()}</style>`],
  ],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify: anchorOf },
    toc: { slugify: anchorOf },
    headers: { slugify: anchorOf },
    config: withoutTemplates,
  },
  themeConfig: {
    search: { provider: 'local', options: { detailedView: false } },
    outline: { level: [2, 3] },
    socialLinks: [],
    nav: [
      item(groups[0].pages[0]),
      item('guide.md'),
      { text: 'API', link: '/api/' },
      { text: 'Diagnostics', link: '/diagnostics.html' },
      playground,
    ],
    sidebar,
  },
  transformPageData(data) {
    const page = pages.get(data.relativePath);
    if (page === undefined) {
      return {};
    }
    const isInOrder = groups.some(({ pages: own }) => own.includes(data.relativePath));
    Object.assign(data.frontmatter, isInOrder ? {} : { prev: false, next: false });
    return {
      title: page.title,
      ...(data.relativePath === 'index.md' && { titleTemplate: false }),
      ...(data.relativePath === 'guide.md' && { moved: movedSections(pages) }),
    };
  },
  transformHead({ pageData }) {
    const markdown = `${base}${pageData.relativePath}`;
    return pages.has(pageData.relativePath)
      ? [['link', { rel: 'alternate', type: 'text/markdown', href: markdown }]]
      : [];
  },
  // Titles of groups are no buttons, as the theme says for readers with scripts.
  transformHtml(html, _, { pageData }) {
    const complete = pageData.isNotFound
      ? html.replace('<div id="app"></div>', `$&${lost}`)
      : html.replace(/(<div class="item") role="button" tabindex="0"/g, '$1');
    return complete.replace(
      '<head>',
      `<head>\n    <meta http-equiv="Content-Security-Policy" content="${policyOf(html)}">`,
    );
  },
});
