/** The site as it is built (`npm run site`): its links, what it asks for, and how it reads with and without scripts. Run by `npm run test:site`. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { movedSections, sitePages, summaryOf } from '../../site/pages.mjs';
import { launch } from '../browser/chromium.mjs';
import { chromium, findingsOfAxe, inBrowser, watchRequests } from './browser.mjs';
import { serveFolder } from './static-server.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = join(root, 'site/dist/site');
const names = readdirSync(folder, { recursive: true }).map((name) => name.replaceAll('\\', '/'));
const pages = names.filter((name) => name.endsWith('.html'));
const html = new Map(pages.map((page) => [page, readFileSync(join(folder, page), 'utf8')]));
let site;
let browser;

before(async () => {
  if (chromium !== undefined) {
    site = await serveFolder(folder);
    browser = await launch(chromium);
  }
});
after(async () => {
  await browser?.close();
  site?.close();
});

/** Waits until something is so in a page. */
async function settled(page, condition) {
  for (const end = Date.now() + 30_000; !(await page.evaluate(condition)); ) {
    assert.ok(Date.now() < end, condition);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const open = (path) => browser.open(`${site.address}/${path}`);

/** The values of an attribute in a page. */
function valuesOf(text, attribute) {
  return [...text.matchAll(new RegExp(`<(\\w+)[^>]*?\\s${attribute}="([^"]*)"`, 'g'))].map(([, element, value]) => ({
    element,
    value: value.replaceAll('&amp;', '&'),
  }));
}

test('links lead to pages and anchors that are there', () => {
  const anchors = new Map(
    [...html].map(([page, text]) => [page, new Set(valuesOf(text, 'id').map(({ value }) => value))]),
  );
  const wrong = new Set();
  for (const [page, text] of html) {
    for (const { value } of ['href', 'src', 'srcset'].flatMap((attribute) => valuesOf(text, attribute))) {
      if (/^(?:[a-z]+:|data:)/.test(value)) {
        continue;
      }
      const [path, anchor = ''] = value.split('#').map(decodeURIComponent);
      const joined = path.startsWith('/') ? path.slice(1) : path === '' ? page : posix.join(posix.dirname(page), path);
      const target = [joined, posix.join(joined, 'index.html')].find(
        (each) => each !== '' && existsSync(join(folder, each)) && /\.\w+$/.test(each),
      );
      const isThere =
        target !== undefined && (anchor === '' || !anchors.has(target) || anchors.get(target).has(anchor));
      if (!isThere) {
        wrong.add(`${page}: ${value}`);
      }
    }
  }
  assert.deepEqual([...wrong], []);
});

test('nothing of a page is loaded from elsewhere, and its policy forbids it', () => {
  const wrong = [...html].filter(([, text]) => {
    const loaded = [
      ...['src', 'srcset'].flatMap((attribute) => valuesOf(text, attribute)),
      ...valuesOf(text, 'href').filter(({ element }) => element === 'link'),
    ];
    const [, policy = ''] = /Content-Security-Policy" content="([^"]+)"/.exec(text) ?? [];
    const isOurs = policy.startsWith("default-src 'none'") && !/https?:|\*|unsafe-eval/.test(policy);
    return !isOurs || loaded.some(({ value }) => /^(?:https?:)?\/\//.test(value));
  });
  assert.deepEqual(
    wrong.map(([page]) => page),
    [],
  );
});

test('every diagnostic has a page, and every page is there as Markdown', () => {
  const text = readFileSync(join(root, 'docs/diagnostics.md'), 'utf8');
  const codes = [...text.matchAll(/^### `([^`]+)`$/gm)].map(([, code]) => code);
  assert.ok(codes.length > 100);
  assert.deepEqual(
    codes.filter((code) => !html.has(`diagnostics/${code}.html`)),
    [],
  );
  const own = pages.filter((page) => page !== '404.html' && !page.startsWith('playground/'));
  assert.deepEqual(
    own.filter((page) => !names.includes(page.replace(/html$/, 'md'))),
    [],
  );
});

test('pictures in the Markdown of a page are where it says, wherever the site is', () => {
  const shown = names
    .filter((name) => name.endsWith('.md'))
    .flatMap((page) => {
      const text = readFileSync(join(folder, page), 'utf8').replace(/^ *```[\s\S]*?^ *```$|`[^`\n]+`/gm, '');
      const targets = [...text.matchAll(/!\[[^\]]*\]\(([^()\s]+)\)|<(?:img|source)\b[^>]*? src(?:set)?="([^"]+)"/g)];
      return targets.map(([, inMarkdown, inHtml]) => ({ page, target: inMarkdown ?? inHtml }));
    });
  assert.ok(shown.some(({ target }) => target === 'images/editor-narrow.svg'));
  const isThere = ({ page, target }) =>
    !target.startsWith('/') && existsSync(join(folder, posix.dirname(page), target));
  assert.deepEqual(
    shown.filter((each) => !isThere(each)),
    [],
  );
});

test('links of the Markdown lead to Markdown that is there', () => {
  const wrong = names
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      const prose = text.replace(/^ *(```|~~~)[\s\S]*?^ *\1 *$/gm, '').replace(/`[^`\n]+`/g, 'code');
      return [...prose.matchAll(/\]\(([^()\s#]+)[^()\s]*\)/g)]
        .filter(([, target]) => !/^[a-z]+:/.test(target) && !existsSync(join(folder, posix.dirname(name), target)))
        .map(([, target]) => `${name}: ${target}`);
    });
  assert.deepEqual(wrong, []);
});

test('llms.txt names the pages of the documentation', () => {
  const text = readFileSync(join(folder, 'llms.txt'), 'utf8');
  const lines = [...text.matchAll(/^- \[(.+?)\]\(([^)#]+)[^)]*\): (\S.*)/gm)];
  const named = lines.map(([, , page]) => page);
  assert.deepEqual(named.slice(3, 6), ['tutorial.md', 'at-a-glance.md', 'guide.md']);
  assert.deepEqual(
    ['init --template', 'init --agents', 'Playground'].filter((name, i) => !lines[i][1].includes(name)),
    [],
  );
  assert.ok(named.includes('guide/clients.md') && named.includes('api/runtime.md'), text);
  assert.deepEqual(
    named.filter((page) => !existsSync(join(folder, page))),
    [],
  );
});

test('llms.txt says of each page what it is about: in a sentence, not in code, nor who wrote the page', () => {
  const text = readFileSync(join(folder, 'llms.txt'), 'utf8');
  const said = [...text.matchAll(/^- \[.+?\]\([^)]+\): (.+)/gm)].map(([, summary]) => summary);
  assert.ok(said.length > 80);
  assert.deepEqual(
    said.filter((summary) => /^(?:Written by|The entry|const|import) /.test(summary) || !/ .*[.!?]$/.test(summary)),
    [],
  );
  const summaries = {
    '# A\n\n```js\nconst a = 1;\n\nconst b = 2;\n```\n\n**Promise.** Nothing is lost.': 'Nothing is lost.',
    '# A\n\n[Up](/up.md)\n\n[B](/b.md) is a part: of C. More.': 'B is a part: of C.',
    '# A\n\nWritten by `a`; do not edit. The `parts` are these:\n\n- b': 'The parts are these.',
    '# A\n\nThe entry `x`: what is more.': 'What is more.',
    '# A\n\n## part\n\nThe part.': 'The exports of A.',
  };
  for (const [page, summary] of Object.entries(summaries)) {
    assert.equal(summaryOf(page, 'A'), summary);
  }
});

test('files of examples and the licence, which pages name, can be read in the site', () => {
  const all = [...sitePages()];
  const sources = new Map(all.filter(([, page]) => page.isSource).map(([path, { file }]) => [file, path]));
  for (const [file, path] of sources) {
    if (statSync(join(root, file)).isFile()) {
      assert.ok(readFileSync(join(folder, path), 'utf8').includes(readFileSync(join(root, file), 'utf8').trim()), file);
    }
  }
  const linked = (page, target) => html.get(page).includes(`href="/${target}"`);
  assert.ok(linked('pipelines.html', 'examples/pipelines/github/contract-nightly.yml.html'));
  assert.ok(linked('examples/pipelines.html', 'examples/pipelines/gitlab/gitlab-ci.yml.html'));
  assert.ok(linked('examples/monorepos.html', 'examples/monorepos/npm.html'), 'a folder');
  assert.ok(linked('index.html', 'license.html'));
  const unlinked = all
    .filter(([, page]) => !page.isSource)
    .flatMap(([path, { text }]) => [...text.matchAll(/\(`(examples\/[^`]+)`\)/g)].map(([, file]) => ({ path, file })));
  assert.deepEqual(
    unlinked.filter(({ file }) => existsSync(join(root, file))),
    [],
  );
});

const some = [
  '',
  'guide.html',
  'xml.html',
  'api/undici.html',
  'diagnostics/source/missing-import.html',
  'contents.html',
  'examples/monorepos/npm.html',
  'no-such/page.html',
];

test('axe finds nothing, light or dark, and no page asks another host for anything', inBrowser, async () => {
  for (const path of some) {
    const page = await open(path);
    const watch = await watchRequests(browser, page);
    for (const scheme of ['light', 'dark']) {
      await page.call('Emulation.setEmulatedMedia', {
        features: [
          { name: 'prefers-color-scheme', value: scheme },
          { name: 'prefers-reduced-motion', value: 'reduce' },
        ],
      });
      await page.load(() => page.call('Page.reload', {}));
      await page.evaluate('new Promise((resolve) => setTimeout(resolve, 500))');
      assert.equal(await page.evaluate("document.documentElement.classList.contains('dark')"), scheme === 'dark', path);
      assert.deepEqual(await findingsOfAxe(page), [], `${path} ${scheme}`);
    }
    assert.deepEqual(
      watch.requests.filter((address) => !address.startsWith(`${site.address}/`)),
      [],
    );
    const isLost = path.startsWith('no-such/');
    assert.deepEqual(isLost ? page.problems.filter((problem) => !problem.includes('404')) : page.problems, [], path);
    await page.close();
  }
});

test('old links to sections of the guide lead to the pages that have them now', inBrowser, async () => {
  const page = await open('guide.html#other-hosts');
  await settled(page, "location.pathname + location.hash === '/guide/server-hosts.html#other-hosts'");
  await settled(page, "document.querySelector('h1').textContent.startsWith('Other hosts')");
  const moved = {
    clients: 'clients',
    'answers-that-are-not-quite-right': 'validation',
    'credentials-cookies-compressed-requests': 'transports',
    'callers-that-use-much': 'limits',
    'datasets-of-net': 'dotnet',
    prefixes: 'soap-headers',
    'descriptions-in-yaml': 'descriptions',
    'as-a-library': 'library',
  };
  const sections = movedSections(sitePages());
  for (const [anchor, name] of Object.entries(moved)) {
    assert.equal(sections[anchor], `guide/${name}.html`, anchor);
  }
  await page.close();
});

test('an address without a page says so, with a way on, also without scripts', inBrowser, async () => {
  for (const value of [false, true]) {
    const page = await open('contents.html');
    await page.call('Emulation.setScriptExecutionDisabled', { value });
    await page.load(() => page.call('Page.navigate', { url: `${site.address}/no-such/page.html` }));
    await settled(
      page,
      "document.querySelector('main h1')?.checkVisibility() && document.querySelector('main a[href=\"/contents.html\"]').checkVisibility()",
    );
    await page.close();
  }
});

test(
  'titles of groups are no buttons, and a page that does not come without a network is not called missing',
  inBrowser,
  async () => {
    const page = await open('xml.html');
    await settled(page, "document.querySelector('#app').__vue_app__ !== undefined");
    await settled(page, 'document.querySelectorAll(\'.VPSidebar [role="button"]\').length === 0');
    await page.call('Network.enable', {});
    const offline = { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 };
    await page.call('Network.emulateNetworkConditions', offline);
    await page.evaluate('document.querySelector(\'.VPSidebar a[href="/benchmarks.html"]\').click()');
    await settled(page, "document.querySelector('h1')?.textContent === 'This page needs the network'");
    await page.close();
  },
);

test('pages read without scripts, with all links around', inBrowser, async () => {
  const page = await open('');
  await page.call('Emulation.setScriptExecutionDisabled', { value: true });
  await page.call('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: 'dark' }] });
  for (const [width, path] of [
    [1280, 'xml.html'],
    [400, 'xml.html'],
  ]) {
    await page.call('Emulation.setDeviceMetricsOverride', { width, height: 800, deviceScaleFactor: 1, mobile: false });
    await page.load(() => page.call('Page.navigate', { url: `${site.address}/${path}` }));
    const seen = await page.evaluate(
      `[...document.querySelectorAll('h1, pre, a[href]')].filter((e) => e.checkVisibility()).map((e) => e.localName + ' ' + (e.getAttribute('href') ?? ''))`,
    );
    assert.ok(seen.includes('h1 ') && seen.includes('pre '), `${width}`);
    assert.ok(seen.includes('a /contents.html'), `${width}`);
    const [red] = await page.evaluate('getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)');
    assert.ok(red < 80, 'the page is dark where the reader wants it');
    assert.ok(width < 1000 || seen.includes('a /diagnostics.html'), `${width}`);
  }
  await page.close();
});

test('the search finds', inBrowser, async () => {
  const page = await open('xml.html');
  // The button works when the script of the page has begun.
  await settled(
    page,
    "document.querySelector('#local-search button').click() || document.querySelector('.VPLocalSearchBox input') !== null",
  );
  // What explains comes before what lists; a diagnostic is still found by its code.
  const expected = {
    timeout: ['guide/clients'],
    fault: ['guide/servers', 'guide/errors'],
    validate: ['guide/validation', 'xml'],
    commonjs: ['guide/clients', 'guide/packages'],
    template: ['guide/templates', 'guide/command'],
    'missing-import': ['diagnostics/source/missing-import'],
  };
  for (const [word, wanted] of Object.entries(expected)) {
    await page.evaluate(`{
      const field = document.querySelector('.VPLocalSearchBox input');
      field.value = '${word}';
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }`);
    const first =
      "[...document.querySelectorAll('.VPLocalSearchBox a.result')].slice(0, 6).map(({ pathname }) => pathname)";
    const names = JSON.stringify(wanted.map((name) => `/${name}.html`));
    await settled(page, `${names}.every((name) => ${first}.includes(name))`);
  }
  assert.deepEqual(page.problems, []);
  await page.close();
});
