import { readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { documentContract, readContract } from 'wsdl-codegen';
import { main } from '../../generator/cli.js';
import { TestProject } from '../support/test-project.js';
import { library } from './library.js';

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
  project.write('library.wsdl', library);
});
afterEach(() => project.remove());

async function pagesOf(...inputs: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { contract, diagnostics } = await readContract({ inputs, workingFolder: project.folder });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return documentContract(contract, { packageName: 'library' });
}

const wallet = ['ExchangerApi', 'ErrorsApi', 'AccountApi', 'AddressLocator'].map((name) =>
  join(__dirname, '../../wsdl', `${name}.wsdl`),
);

const attribute = (page: string, name: string): readonly string[] =>
  [...page.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value);

async function run(
  ...args: readonly string[]
): Promise<{ readonly status: number; readonly out: string; readonly err: string }> {
  const texts = { out: '', err: '' };
  const status = await main(['docs', ...args], {
    out: (text) => {
      texts.out += text;
    },
    err: (text) => {
      texts.err += text;
    },
    isInteractive: false,
    environment: {},
    workingFolder: project.folder,
  });
  return { status, ...texts };
}

describe('pages of a contract', () => {
  it('are those that are expected', async () => {
    const pages = await pagesOf('library.wsdl');
    const text = [...pages]
      .filter(([path]) => path.endsWith('.html') || path === 'search-index.js')
      .map(([path, page]) => `==== ${path}\n${page}`)
      .join('\n');
    const expected = join(__dirname, 'library.expected.txt');
    if (process.env.UPDATE_GOLDEN) {
      writeFileSync(expected, text);
    }
    expect(text).toBe(readFileSync(expected, 'utf8'));
  });

  it.each([
    ['a small contract', ['library.wsdl']],
    ['the wallet', wallet],
  ])('have links that all lead somewhere, and each anchor once: %s', async (_, inputs) => {
    const pages = await pagesOf(...inputs);
    const anchors = new Map([...pages].map(([path, page]) => [path, attribute(page, 'id')]));
    const wrong: string[] = [];
    for (const [path, page] of pages) {
      if (!path.endsWith('.html')) {
        continue;
      }
      for (const link of [...attribute(page, 'href'), ...attribute(page, 'src')]) {
        const [target = '', anchor] = link.split('#');
        const file = target === '' ? path : posix.join(posix.dirname(path), target);
        const found =
          pages.has(file) && (anchor === undefined || anchors.get(file)?.includes(decodeURIComponent(anchor)));
        wrong.push(...(found ? [] : [`${path} -> ${link}`]));
      }
      const ids = anchors.get(path) ?? [];
      wrong.push(...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${path}: ${id} twice`));
    }
    expect(wrong).toEqual([]);
  });

  it('have search entries that lead to pages', async () => {
    const pages = await pagesOf('library.wsdl');
    const [, json = ''] = /= (\[.*\]);/s.exec(pages.get('search-index.js') ?? '') ?? [];
    const entries = JSON.parse(json) as readonly (readonly string[])[];
    const names = entries.map(([name, kind]) => `${kind} ${name}`);
    expect(names).toEqual(expect.arrayContaining(['service Library', 'operation Find', 'type Book', 'element Remind']));
    expect(entries.filter(([, , address = '']) => !pages.has(address.replace(/#.*/, '')))).toEqual([]);
    expect(entries.find(([name]) => name === 'Book')?.[4]).toBe('author editors sequel editor');
  });

  it('take nothing in a contract for markup', async () => {
    const pages = await pagesOf('library.wsdl');
    const html = [...pages].filter(([path]) => path.endsWith('.html')).map(([, page]) => page);
    expect(html.join('')).toContain('&lt;script&gt;globalThis.hit = 1&lt;/script&gt;');
    for (const page of html) {
      expect(page.match(/<script/g)).toHaveLength(1);
      expect(page).not.toMatch(/<img|<[a-z]+ [^>]*\bon[a-z]+=|<[a-z]+ [^>]*\bstyle=/);
      expect(page).toContain(
        `content="default-src &#39;none&#39;; style-src &#39;self&#39;; script-src &#39;self&#39;;`,
      );
    }
  });

  it('say what a WS-Policy demands of the messages of an operation, and take nothing in it for markup', async () => {
    const policy =
      '<p:Policy xmlns:p="http://www.w3.org/ns/ws-policy" xmlns:s="http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702"><p:ExactlyOne><s:Wss10/><s:SignedElements><s:XPath>&lt;b></s:XPath></s:SignedElements></p:ExactlyOne></p:Policy>';
    project.write('secured.wsdl', library.replace(/<(?=soap:binding )/, `${policy}<`));
    const pages = await pagesOf('secured.wsdl');
    const secured = [...pages.values()].filter((page) => page.includes('WS-Policy of requests, answers'));
    expect(secured).not.toEqual([]);
    for (const page of secured) {
      expect(page).toMatch(/<div>Wss10<\/div><div><em>or<\/em> Signed<wbr>Elements \(&lt;b&gt;\)<\/div>/);
    }
  });

  it('have names that differ on systems where case makes no difference', async () => {
    const paths = [...(await pagesOf('library.wsdl')).keys()];
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
  });

  it('are the same for the same contract', async () => {
    expect([...(await pagesOf(...wallet))]).toEqual([...(await pagesOf(...wallet))]);
  });
});

describe('codegen docs', () => {
  it('writes pages, says so, and leaves them alone when nothing changed', async () => {
    const first = await run('library.wsdl', '--out', 'site', '--title', 'Books');
    expect(first).toEqual({
      status: 0,
      out: expect.stringMatching(/^site: \d+ created, 0 unchanged\nopen site\/index.html\n$/),
      err: '',
    });
    expect(project.read('site/index.html')).toContain('<h1>Books</h1>');
    expect((await run('library.wsdl', '--out', 'site', '--title', 'Books')).out).toMatch(
      /^site: up to date \(\d+ files\)\n$/,
    );
  });

  it('removes pages of what is gone, and keeps files of the user', async () => {
    await run('library.wsdl', '--out', 'site');
    project.write('site/notes.html', 'mine');
    project.write('library.wsdl', library.replace(/<xs:complexType name="book">.*?<\/xs:complexType>/s, ''));
    const { status, out } = await run('library.wsdl', '--out', 'site', '--json');
    expect(status).toBe(0);
    const { removed } = JSON.parse(out) as { readonly removed: readonly string[] };
    expect(removed).toEqual([
      expect.stringMatching(/\/Book-[0-9a-f]{8}\.html$/),
      expect.stringMatching(/\/book-[0-9a-f]{8}\.html$/),
    ]);
    expect(project.read('site/notes.html')).toBe('mine');
  });

  it('does not overwrite a page that was changed by hand, unless it is told to', async () => {
    await run('library.wsdl', '--out', 'site');
    project.write('site/index.html', 'mine');
    const refused = await run('library.wsdl', '--out', 'site', '--title', 'Other');
    expect([refused.status, refused.err]).toEqual([1, expect.stringContaining('output/changed-by-hand')]);
    expect((await run('library.wsdl', '--out', 'site', '--title', 'Other', '--force')).status).toBe(0);
    expect(project.read('site/index.html')).toContain('<h1>Other</h1>');
  });

  it('does not write into the folder of a package', async () => {
    project.write(
      'out/codegen.lock.json',
      JSON.stringify({ formatVersion: 2, inputs: {}, templates: {}, files: { 'package.json': '0' }, skeletons: [] }),
    );
    const { status, err } = await run('library.wsdl', '--out', 'out');
    expect([status, err]).toEqual([1, expect.stringContaining('output/other-output')]);
  });

  it('writes nothing for an input that does not exist', async () => {
    const { status, err } = await run('missing.wsdl', '--out', 'site');
    expect([status, err]).toEqual([1, expect.stringContaining('source/missing-file')]);
    expect(project.exists('site')).toBe(false);
  });
});

it('schemas without a service have a page for each root of documents, with code and a sample', async () => {
  project.write(
    'order.xsd',
    `<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns="urn:o" targetNamespace="urn:o" elementFormDefault="qualified">
      <x:element name="order" type="Order"/>
      <x:element name="head" type="Order" abstract="true"/>
      <x:complexType name="Order"><x:annotation><x:documentation>All of an order.</x:documentation></x:annotation>
        <x:sequence><x:element name="id" type="x:int"/></x:sequence></x:complexType>
    </x:schema>`,
  );
  const pages = await pagesOf('order.xsd');
  expect([...pages.keys()].filter((path) => path.startsWith('documents/'))).toEqual(['documents/order.html']);
  expect(pages.get('index.html')).toContain('<h1>order</h1>');
  expect(pages.get('index.html')).toContain('<a href="documents/order.html">order</a>');
  expect(pages.get('search-index.js')).toContain('["order","document","documents/order.html","urn:o",""]');
  const page = pages.get('documents/order.html') ?? '';
  expect(page).toContain('All of an order.');
  expect(page).toContain('const value = order.parse(text);');
  expect(page).toContain('&lt;id&gt;1&lt;/id&gt;');
  expect(page).toContain('<a href="../types/o/Order.html">Order</a>');
  const { contract } = await readContract({ inputs: ['order.xsd'], workingFolder: project.folder });
  const bare = await documentContract(contract, { samples: false });
  expect(bare.get('documents/order.html')).not.toContain('id="sample"');
});
