import { withinSeconds } from '../../../../tests/support/processor-time.js';
import { apiNamespace, ExchangerApi } from '../../../../tests/support/runtime/fixture.js';
import { namespaces, send, walletServer } from '../../../../tests/support/runtime/server.js';
import { element } from '../../schema/index.js';
import * as xs from '../../schema/xs.js';
import type { ServiceDescriptor, ServiceDocument } from '../../service/descriptor.js';
import { createServer, registerService, type ServerOptions, type SoapServer } from '../index.js';
import { rewriteAttributes } from './tags.js';

const path = '/ExchangerApi.asmx';
const host = { Host: 'wallet.test:8080' };

function serverWith(documents: readonly ServiceDocument[], options: Partial<ServerOptions> = {}): SoapServer {
  const service = registerService({ ...ExchangerApi, documents: () => documents }, { exchange: () => 1 });
  return createServer({ services: [service], namespaces, ...options });
}

describe('?WSDL', () => {
  it.each(['?WSDL', '?wsdl', '?x=1&wSdL&y', '?WSDL='])('%s serves the WSDL at this address', async (query) => {
    const { server } = walletServer();
    const got = await send(server, 'GET', path + query, host);
    expect([got.status, got.headers['content-type']]).toEqual([200, 'text/xml; charset=utf-8']);
    expect(got.text).toContain('<soap:address location="http://wallet.test:8080/ExchangerApi.asmx"/>');
    expect(got.text).toContain(`targetNamespace="${apiNamespace}"`);
    expect(got.text).not.toMatch(/\{\w+\}/);
  });

  it('gives an action one slash after a namespace that ends with one, as .NET does', async () => {
    const text =
      '<d targetNamespace="{api_namespace}" soapAction="{api_namespace}/Op"><i w:Action="{api_namespace}/Op"/></d>';
    const server = serverWith([{ name: 'a.wsdl', text }], { namespaces: { api_namespace: 'http://x.test/' } });
    const got = await send(server, 'GET', `${path}?wsdl`, host);
    expect(got.text).toBe(
      '<d targetNamespace="http://x.test/" soapAction="http://x.test/Op"><i w:Action="http://x.test/Op"/></d>',
    );
  });

  it.each(['?wsdl=0'])('%s is not found', async (query) => {
    const { server } = walletServer();
    const got = await send(server, 'GET', path + query, host);
    expect([got.status, got.headers['content-type'], got.text]).toEqual([
      500,
      'text/plain; charset=utf-8',
      'XML Web service description was not found.\r\n',
    ]);
  });

  it.each<[string, Partial<ServerOptions>, Record<string, string>, string]>([
    ['baseUrl', { baseUrl: 'https://api.test/root/' }, host, 'https://api.test/root'],
    ['base path', { basePath: 'soap' }, host, 'http://wallet.test:8080/soap'],
    [
      'forwarded headers, trusted',
      { trustProxy: true },
      { ...host, 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'spoofed.test, pub.test' },
      'https://pub.test',
    ],
    [
      'forwarded headers, not trusted',
      {},
      { ...host, 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'evil.test' },
      'http://wallet.test:8080',
    ],
    ['no Host', {}, {}, 'http://localhost'],
    ['IPv6', {}, { Host: '[::1]:80' }, 'http://[::1]:80'],
  ])('address by %s', async (_, options, headers, base) => {
    const { server } = walletServer(options);
    const prefix = options.basePath === undefined ? '' : `/${options.basePath}`;
    const got = await send(server, 'GET', `${prefix}${path}?wsdl`, headers);
    expect(got.text).toContain(`location="${base}/ExchangerApi.asmx"`);
  });

  it('escapes what it fills in', async () => {
    const { server } = walletServer({ namespaces: { ...namespaces, api_namespace: 'urn:"<&>' } });
    const got = await send(server, 'GET', `${path}?wsdl`, host);
    expect(got.text).toContain('targetNamespace="urn:&quot;&lt;&amp;&gt;"');
  });

  it('points imports to its own pages and leaves others alone', async () => {
    const server = serverWith([
      {
        name: 'a.wsdl',
        text: '<d><i:import location="b.wsdl"/><x:import schemaLocation=\'types 1.xsd\'/><x:include schemaLocation="http://other/x.xsd"/></d>',
      },
      { name: 'b.wsdl', text: '<b/>' },
      { name: 'types 1.xsd', text: '<s targetNamespace="{api_namespace}"/>' },
    ]);
    const wsdl = (await send(server, 'GET', `${path}?wsdl`, host)).text;
    const page = 'http://wallet.test:8080/ExchangerApi.asmx';
    expect(wsdl).toBe(
      `<d><i:import location="${page}?wsdl=b.wsdl"/><x:import schemaLocation='${page}?xsd=types%201.xsd'/><x:include schemaLocation="http://other/x.xsd"/></d>`,
    );
    expect((await send(server, 'GET', `${path}?wsdl=b.wsdl`, host)).text).toBe('<b/>');
    expect((await send(server, 'GET', `${path}?xsd=types%201.xsd`, host)).text).toBe(
      `<s targetNamespace="${apiNamespace}"/>`,
    );
    expect((await send(server, 'GET', `${path}?xsd=../../etc/passwd`, host)).headers['content-type']).toContain(
      'text/html',
    );
  });

  it('is right for each address, whoever asked before', async () => {
    const { server } = walletServer();
    for (const name of ['a.test', 'b.test:81', 'a.test', '']) {
      const { text } = await send(server, 'GET', `${path}?wsdl`, { Host: name });
      const base = `http://${name || 'localhost'}`;
      expect(text).toContain(`location="${base}${path}"`);
      expect(text.match(/https?:\/\/(\w+\.test|localhost)/g)?.every((found) => base.startsWith(found))).toBe(true);
    }
  });

  it('is that of now where documents change', async () => {
    let text = '<a/>';
    const service = registerService(
      { ...ExchangerApi, documents: () => [{ name: 'a.wsdl', text }] },
      { exchange: () => 1 },
    );
    const server = createServer({ services: [service], namespaces });
    expect((await send(server, 'GET', `${path}?wsdl`)).text).toBe('<a/>');
    text = '<b/>';
    expect((await send(server, 'GET', `${path}?wsdl`)).text).toBe('<b/>');
  });

  it('declares the encoding that it is sent in', async () => {
    const server = serverWith([{ name: 'a.wsdl', text: '<?xml version="1.0" encoding="windows-1251"?><a/>' }]);
    const got = await send(server, 'GET', `${path}?wsdl`, host);
    expect(got.text).toBe('<?xml version="1.0" encoding="utf-8"?><a/>');
  });

  it('is SOAP when posted', async () => {
    const { server } = walletServer();
    expect((await send(server, 'POST', `${path}?wsdl`, {}, '')).status).toBe(415);
  });
});

describe('help page', () => {
  it('lists the operations, escaped', async () => {
    const documented = {
      ...ExchangerApi,
      documentation: '<script>alert(1)</script>',
      operations: { exchange: { ...ExchangerApi.operations.exchange, documentation: 'a & b' } },
    };
    const server = createServer({ services: [registerService(documented, { exchange: () => 1 })], namespaces });
    const got = await send(server, 'GET', `${path}?anything=1`, host);
    expect([got.status, got.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(got.text).toContain('<html lang="en">');
    expect(got.text).toContain('<a href="?op=Exchange">Exchange</a><p>a &amp; b</p>');
    expect(got.text).toContain('href="?WSDL"');
    expect(got.text).not.toContain('<script>alert');
    expect(got.headers['content-security-policy']).toContain("default-src 'none'");
  });

  it('lets long names go on in the next line where a word begins in them', async () => {
    const operations = { exchange: { ...ExchangerApi.operations.exchange, name: 'ExchangeAllAtOnce' } };
    const services = [registerService({ ...ExchangerApi, operations }, { exchange: () => 1 })];
    const got = await send(createServer({ services, namespaces }), 'GET', path);
    expect(got.text).toContain('<a href="?op=ExchangeAllAtOnce">Exchange<wbr>All<wbr>At<wbr>Once</a>');
  });

  it('says that there is no operation of a name', async () => {
    const { server } = walletServer();
    const got = await send(server, 'GET', `${path}?op=<x>`);
    expect([got.status, got.text]).toEqual([
      200,
      expect.stringContaining('<p role="alert">There is no operation “&lt;x&gt;”.</p>'),
    ]);
  });

  it.each<[string, string, string, number, string]>([
    ['no service', 'GET', '/Nope.asmx', 404, 'There is no service at this address.'],
    ['another method', 'DELETE', `${path}/Exchange`, 500, 'This address accepts GET and POST.'],
    ['no operation', 'PUT', `${path}/Nope`, 500, 'Call operations with SOAP at the address of the service'],
  ])('%s: the page of an error looks like the others and says what to do', async (_, method, url, status, advice) => {
    const { server } = walletServer();
    const got = await send(server, method, url);
    expect([got.status, got.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
    expect(got.text).toContain(advice);
    expect(got.text).toContain('<meta name="viewport"');
    expect(got.headers['content-security-policy']).toContain("default-src 'none'");
  });

  it('can be turned off, with all pages', async () => {
    const { server } = walletServer({ pages: false });
    for (const query of ['', '?wsdl']) {
      const got = await send(server, 'GET', path + query, host);
      expect([got.status, got.headers.allow, got.text]).toEqual([405, 'POST', '']);
    }
  });
});

describe('the list of services', () => {
  it.each<[string, Partial<ServerOptions>, string, string]>([
    ['the root', {}, '/', './ExchangerApi.asmx'],
    ['the base path', { basePath: '/soap' }, '/soap', './soap/ExchangerApi.asmx'],
    ['the base path and a slash', { basePath: 'soap/' }, '/soap/', './ExchangerApi.asmx'],
  ])('is at %s, with links to their pages', async (_, options, url, link) => {
    const { server } = walletServer(options);
    const got = await send(server, 'GET', url, host);
    expect([got.status, got.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(got.text).toContain(`<li><a href="${link}">`);
    expect(got.text).toContain('<p class="dim">/ExchangerApi.asmx · 1 operation</p>');
    expect((await send(server, 'GET', new URL(link, `http://h${url}`).pathname, host)).text).toContain('>Exchange</a>');
  });

  it('has links below the mount point of a framework', async () => {
    const { server } = walletServer({ basePath: 'b' });
    const request = { method: 'GET', url: '/b', headers: {}, body: new Uint8Array(), mountPath: '/soap' };
    expect((await server.handle(request)).body).toContain('<a href="/soap/b/ExchangerApi.asmx">');
  });

  it('is there for GET alone, elsewhere not, and not without pages', async () => {
    expect((await send(walletServer().server, 'POST', '/')).status).toBe(404);
    expect((await send(walletServer({ basePath: 'soap' }).server, 'GET', '/')).status).toBe(404);
    expect((await send(walletServer({ pages: false }).server, 'GET', '/')).status).toBe(404);
  });
});

describe('links', () => {
  const slash = { ...ExchangerApi, ports: ExchangerApi.ports.map((port) => ({ ...port, address: '{base_url}/2.0/' })) };

  /** The links of a page, as a browser resolves them. */
  async function linksOf(service: typeof ExchangerApi, options: Partial<ServerOptions>, url: string, mountPath = '') {
    const server = createServer({
      services: [registerService(service, { exchange: () => 1 })],
      namespaces,
      ...options,
    });
    const at = (target: string) =>
      server.handle({
        method: 'GET',
        url: target,
        headers: {},
        body: new Uint8Array(),
        ...(mountPath !== '' && { mountPath }),
      });
    const html = String((await at(url)).body);
    const found = [...html.matchAll(/ (?:href|action)="(?!#|data:)([^"]*)"/g)].map(([, link = '']) =>
      link.replaceAll('&amp;', '&'),
    );
    const paths = found.map((link) => {
      const { pathname, search } = new URL(link, `http://h${mountPath}${url}`);
      return pathname + search;
    });
    const statuses = await Promise.all(paths.map(async (path) => (await at(path.slice(mountPath.length))).status));
    return { paths, statuses };
  }

  it.each<[string, string, Partial<ServerOptions>, readonly string[]]>([
    ['with a slash', '/2.0/?op=Exchange', {}, ['/', '/2.0/', '/2.0/Exchange']],
    ['without', '/2.0?op=Exchange', {}, ['/', '/2.0', '/2.0/Exchange']],
    ['below a base path', '/a/b/2.0/?op=Exchange', { basePath: '/a/b' }, ['/a/b/', '/a/b/2.0/', '/a/b/2.0/Exchange']],
  ])('of an address that ends in a slash lead on when it is requested %s', async (_, url, options, expected) => {
    const { paths, statuses } = await linksOf(slash, options, url);
    expect(paths).toEqual(expected);
    // The operation misses its parameters, so it is there.
    expect(statuses).toEqual([200, 200, 400]);
  });

  it('of a deep address lead to the list', async () => {
    const ports = ExchangerApi.ports.map((port) => ({ ...port, address: '{base_url}/a/b/X.asmx' }));
    const { paths } = await linksOf({ ...ExchangerApi, ports }, { basePath: 'root' }, '/root/a/b/X.asmx?op=Exchange');
    expect(paths).toEqual(['/root/', '/root/a/b/X.asmx', '/root/a/b/X.asmx/Exchange']);
  });

  it('of a service at the root, and at the mount point of a framework, lead on', async () => {
    const ports = ExchangerApi.ports.map((port) => ({ ...port, address: '{base_url}/' }));
    const root = { ...ExchangerApi, ports };
    expect((await linksOf(root, {}, '/?op=Exchange')).paths).toEqual(['/', '/Exchange']);
    expect((await linksOf(root, {}, '/?op=Exchange', '/soap')).paths).toEqual(['/soap', '/soap/Exchange']);
    expect((await linksOf(root, { basePath: '/b' }, '/b?op=Exchange')).paths).toEqual(['/b', '/b/Exchange']);
  });

  it.each<[string, Partial<ServerOptions>, string, string]>([
    ['the root', {}, '/nothing', '/'],
    ['deep in nothing', { basePath: '/soap' }, '/soap/a/b/c', '/soap/'],
    ['outside of the base path', { basePath: '/soap' }, '/x/y', '/soap/'],
    ['the mount point', { basePath: '/soap' }, '/', '/m/soap'],
  ])('of the page of an unknown address lead to the services: %s', async (_, options, url, expected) => {
    const { paths } = await linksOf(ExchangerApi, options, url, expected.startsWith('/m') ? '/m' : '');
    expect(paths).toEqual([expected]);
  });

  it('are not on the page of an unknown address without a list', async () => {
    expect((await send(walletServer({ pages: false }).server, 'GET', '/nothing')).text).not.toContain('<a href="./');
  });
});

const { methods: _, ...untyped } = ExchangerApi;

describe('operations of one name', () => {
  const { exchange } = ExchangerApi.operations;
  const overloaded: ServiceDescriptor = {
    ...untyped,
    ports: ExchangerApi.ports.filter(({ binding }) => binding === 'soap11'),
    operations: {
      addTexts: { ...exchange, name: 'Add', input: { element: element('urn:e', 'AddTexts', xs.string) } },
      addInts: {
        ...exchange,
        name: 'Add',
        input: { element: element('urn:e', 'AddInts', xs.int) },
        soap11: { action: 'urn:AddInts', style: 'document' },
      },
      other: {
        ...exchange,
        input: { element: element('urn:e', 'Other', xs.int) },
        soap11: { action: 'urn:Other', style: 'document' },
      },
    },
  };
  const server = createServer({
    services: [registerService(overloaded, { addTexts: () => 1, addInts: () => 1, other: () => 1 })],
    namespaces,
  });

  it('have a page each, which their service lists with what distinguishes them', async () => {
    const { text } = await send(server, 'GET', path, host);
    expect(text).toContain('<a href="?op=Add&amp;method=addTexts">Add</a> <span class="dim">Add<wbr>Texts</span>');
    expect(text).toContain('<a href="?op=Exchange">Exchange</a>');
    const page = (await send(server, 'GET', `${path}?op=Add&method=addInts`, host)).text;
    expect(page).toContain('<p class="dim">Add<wbr>Ints</p>');
    expect(page).toContain('urn:AddInts');
    expect(page).not.toContain('AddTexts');
  });

  it('have a page that lists them, for links that name no single one', async () => {
    const { text } = await send(server, 'GET', `${path}?op=Add`, host);
    expect(text.match(/href="\?op=Add&amp;method=/g)).toHaveLength(2);
    expect(text).not.toContain('?op=Exchange');
  });

  it('of two services at one address name the service, too', async () => {
    const twin = {
      ...overloaded,
      name: 'Twin',
      operations: { other: { ...exchange, soap11: { action: 'urn:t', style: 'document' as const } } },
    };
    const both = createServer({
      services: [
        registerService(overloaded, { addTexts: () => 1, addInts: () => 1, other: () => 1 }),
        registerService(twin, { other: () => 2 }),
      ],
      namespaces,
    });
    const { text } = await send(both, 'GET', path, host);
    expect(text).toContain('href="?op=Exchange&amp;method=other&amp;service=Twin"');
    const page = await send(both, 'GET', `${path}?op=Exchange&method=other&service=Twin`, host);
    expect(page.text).toContain('SOAPAction: &quot;urn:t&quot;');
  });
});

describe('the page of a service with many operations', () => {
  const names = Array.from({ length: 30 }, (_, index) => `Do${index}`);
  const many: ServiceDescriptor = {
    ...untyped,
    ports: ExchangerApi.ports.filter(({ binding }) => binding === 'soap11'),
    operations: Object.fromEntries(
      names.map((name) => [
        name,
        {
          ...ExchangerApi.operations.exchange,
          name,
          documentation: `Does "${name}"\nand more.\n\nSteps:\n - one\n - two`,
          input: { element: element('urn:e', name, xs.int) },
          soap11: { action: `urn:${name}`, style: 'document' as const },
        },
      ]),
    ),
  };
  const server = createServer({
    services: [registerService(many, Object.fromEntries(names.map((name) => [name, () => 1])))],
    namespaces,
  });

  it('finds operations by words of their names and texts, without scripts', async () => {
    const { text } = await send(server, 'GET', path, host);
    expect(text).toContain('<form class="search" role="search" method="get">');
    expect(text).toContain('30 operations</p>');
    expect(text).toContain('<p class="dim">All of them: <span class="whole">SOAP 1.1</span></p>');
    const found = (await send(server, 'GET', `${path}?find=DO7%20%22do7`, host)).text;
    expect(found.match(/<li id="op-/g)).toHaveLength(1);
    expect(found).toContain('1 of 30 operations</p>');
    expect(found).toContain('value="DO7 &quot;do7"');
  });

  it('has an anchor for each, and keeps paragraphs and lists of texts', async () => {
    const { text } = await send(server, 'GET', path, host);
    expect(text).toContain('<li id="op-Do29">');
    expect(text).toContain('<p>Does &quot;Do1&quot;\nand more.</p><p>Steps:<br>- one<br>- two</p>');
  });
});

describe('rewriteAttributes', () => {
  const upper = (text: string): string => rewriteAttributes(text, (_, { value }) => value.toUpperCase());

  it('changes only attribute values of start tags', () => {
    expect(
      upper('<?x a="b"?><!-- <a b="c"> --><a\n b = "c>d"\tc=\'e"f\'>g="h"<![CDATA[<a b="c">]]></a ><b c="d"/>'),
    ).toBe('<?x a="b"?><!-- <a b="c"> --><a\n b = "C>D"\tc=\'E"F\'>g="h"<![CDATA[<a b="c">]]></a ><b c="D"/>');
  });

  it('survives text that is not XML', () => {
    for (const text of ['<', '<a', '<a b', '<a b="', '<!--', '<![CDATA[', '<?', '</', 'x', '']) {
      expect(upper(text)).toBe(text);
    }
  });

  it('takes time in proportion to the length', () =>
    withinSeconds(2, () => {
      upper('<'.repeat(500_000));
      upper(`<a ${'b '.repeat(250_000)}`);
      upper(`<a${' '.repeat(500_000)}`);
    }));
});
