import { createHash } from 'node:crypto';
import { ExchangerApi } from '../../../../tests/support/runtime/fixture.js';
import { namespaces, send, walletServer } from '../../../../tests/support/runtime/server.js';
import {
  type ComplexType,
  complexType,
  type ElementDescriptor,
  element,
  field,
  restriction,
  sequence,
} from '../../schema/index.js';
import * as xs from '../../schema/xs.js';
import type { ServiceDescriptor } from '../../service/descriptor.js';
import { parseTree } from '../../xml/index.js';
import { createServer, registerService } from '../index.js';
import { pageCode } from './page-script.js';

const host = { Host: 'wallet.test:8080' };
const page = '/ExchangerApi.asmx?op=Exchange';

async function get(url: string, options = {}): Promise<string> {
  const { server } = walletServer(options);
  return (await send(server, 'GET', url, host)).text;
}

/** Text of the samples, as a reader sees it. */
function visible(html: string): readonly string[] {
  return [...html.matchAll(/<pre id="(?!client-code)[^"]*">([\s\S]*?)<\/pre>/g)].map(([, text = '']) =>
    text
      .replace(/<\/?(?:var|i)>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&'),
  );
}

it('the policy allows the style sheet and the script of the page, and nothing else', async () => {
  const source = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  expect([pageCode.styleSource, pageCode.scriptSource]).toEqual([source(pageCode.style), source(pageCode.script)]);
  const { headers } = await send(walletServer().server, 'GET', page, host);
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; style-src ${pageCode.styleSource}; script-src ${pageCode.scriptSource}; connect-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  );
});

it('shows a request and a response of every binding that can be sent as they are', async () => {
  const samples = visible(await get(page));
  expect(samples).toHaveLength(8);
  const [soap11 = '', answer11 = '', soap12 = '', , httpGet = '', answerGet = '', httpPost = ''] = samples;
  expect(answer11).toContain('<ExchangeResult>1</ExchangeResult>');
  expect(soap12).toContain(
    'Content-Type: application/soap+xml; charset=utf-8; action="http://wallet.example/api/Exchange"',
  );
  expect(answerGet).toContain('<int xmlns="http://wallet.example/api">1</int>');
  const { server, calls } = walletServer();
  for (const sample of [soap11, soap12, httpGet, httpPost]) {
    const [head = '', body = ''] = sample.split(/\n\n([\s\S]*)/);
    const [line = '', ...headers] = head.split('\n');
    const [method = '', url = ''] = line.split(' ');
    const fields = Object.fromEntries(headers.map((header) => header.split(/: (.*)/).slice(0, 2)));
    expect(fields.Host).toBe('wallet.test:8080');
    expect((await send(server, method, url, fields, body)).status).toBe(200);
  }
  expect(calls.map(({ binding }) => binding)).toEqual(['soap11', 'soap12', 'httpGet', 'httpPost']);
});

it('offers a form with a labelled field for every parameter and a button for GET and for POST', async () => {
  const html = await get(page);
  expect(html.match(/<form /g)).toHaveLength(1);
  expect(html).toContain(
    '<form class="console" aria-label="Invoke Exchange" action="./ExchangerApi.asmx/Exchange" target="_blank"',
  );
  for (const name of ['sessionId', 'CurrencyToBuy', 'CurrencyToPay', 'amountToPay']) {
    const id = new RegExp(`<label for="(.*?)">${name} `).exec(html)?.[1];
    expect(html).toContain(`id="${id}" name="${name}"`);
  }
  expect(html).toContain('formmethod="get"');
  expect(html).toContain('formmethod="post" formenctype="application/x-www-form-urlencoded"');
});

it('shows the documentation of a parameter below its field, and connects both', async () => {
  const { exchange } = ExchangerApi.operations;
  const [first, ...others] = exchange.httpGet?.parameters ?? [];
  const parameters = [{ name: 'sessionId', type: xs.string, ...first, documentation: 'The "session".' }, ...others];
  const documented = { ...exchange, httpGet: { location: '/Exchange', input: 'urlEncoded' as const, parameters } };
  const service: typeof ExchangerApi = { ...ExchangerApi, operations: { exchange: documented } };
  const server = createServer({ services: [registerService(service, { exchange: () => 1 })], namespaces });
  const { text: html } = await send(server, 'GET', page, host);
  const id = /<label for="(.*?)">sessionId /.exec(html)?.[1];
  expect(html).toContain(`name="sessionId" aria-describedby="${id}-note"`);
  expect(html).toContain(`<p class="dim" id="${id}-note">The &quot;session&quot;.</p>`);
  expect(html.match(/-note"/g)).toHaveLength(2);
});

it('shows the documentation of parameters where there is no form', async () => {
  const { httpGet: _, httpPost: __, ...exchange } = ExchangerApi.operations.exchange;
  const documented = { ...exchange, parameters: [{ name: 'sessionId', documentation: 'The <session>.' }] };
  const ports = ExchangerApi.ports.filter(({ binding }) => binding.startsWith('soap'));
  const service: typeof ExchangerApi = { ...ExchangerApi, ports, operations: { exchange: documented } };
  const server = createServer({ services: [registerService(service, { exchange: () => 1 })], namespaces });
  const { text: html } = await send(server, 'GET', page, host);
  expect(html).toContain(
    '<h2>Parameters</h2>\n<ul class="list">\n<li><b>session<wbr>Id</b><p>The &lt;session&gt;.</p></li>',
  );
});

it('lists the values of enumerations and booleans', async () => {
  expect(await get('/AccountApi.asmx?op=MarkAllOperationsAsReadForCurrency')).toContain(
    '<option selected>Unknown</option><option>wme</option>',
  );
  expect(await get('/AccountApi.asmx?OP=ContactSetFavorite')).toContain(
    '<option selected>true</option><option>false</option>',
  );
});

it.each(['exchange', 'Nope', '<b>', 'constructor'])('%s is not an operation: the list, and a note', async (name) => {
  const html = await get(`/ExchangerApi.asmx?op=${encodeURIComponent(name)}`);
  expect(html).toContain(`There is no operation “${name.replace('<', '&lt;').replace('>', '&gt;')}”.`);
  expect(html).toContain('href="?op=Exchange"');
});

it.each(['?op=', '?op', '?OP=Exchange&wsdl'])('%s asks for something else', async (query) => {
  const text = await get(`/ExchangerApi.asmx${query}`);
  expect(text).toContain(query.includes('wsdl') ? '<wsdl:definitions' : 'href="?op=Exchange"');
});

it('has no form without GET or POST, and is off with all pages', async () => {
  expect(await get('/geosrvex/AddressLocator.svc?op=Parse')).toContain('cannot be invoked from a page');
  expect(await get(page, { pages: false })).toBe('');
});

it('?disco names the WSDL and the SOAP ports', async () => {
  const { server } = walletServer();
  const address = 'http://wallet.test:8080/ExchangerApi.asmx';
  for (const query of ['disco', 'DISCO', 'x=1&disco', 'disco=']) {
    const got = await send(server, 'GET', `/ExchangerApi.asmx?${query}`, host);
    expect(got.headers['content-type']).toBe('text/xml; charset=utf-8');
    expect(got.text).toContain(`<contractRef ref="${address}?wsdl" docRef="${address}"`);
    expect(got.text).toContain(
      `<soap address="${address}" xmlns:q2="http://wallet.example/api" binding="q2:ExchangerApiSoap12"`,
    );
    expect(got.text).not.toContain('HttpGet');
  }
  expect(await get('/ExchangerApi.asmx?disco=1')).toContain('<!DOCTYPE html>');
});

describe('hostile WSDLs', () => {
  const hostile = '"><script>alert(1)</script>\'&';

  it('become text', async () => {
    const operation = {
      ...ExchangerApi.operations.exchange,
      name: hostile,
      documentation: hostile,
      httpGet: {
        ...ExchangerApi.operations.exchange.httpGet,
        location: `/${hostile}`,
        input: 'urlEncoded' as const,
        parameters: [{ name: hostile, property: 'sessionId', type: xs.string, documentation: hostile }],
      },
    };
    const service: typeof ExchangerApi = {
      ...ExchangerApi,
      name: hostile,
      documentation: hostile,
      operations: { exchange: operation },
    };
    const server = createServer({ services: [registerService(service, { exchange: () => 1 })], namespaces });
    for (const query of ['', `?op=${encodeURIComponent(hostile)}`, '?disco']) {
      const got = await send(server, 'GET', `/ExchangerApi.asmx${query}`, host);
      expect([got.status, got.text.replace(`<script>${pageCode.script}</script>`, '').includes('<script')]).toEqual([
        200,
        false,
      ]);
      expect(got.text).not.toMatch(/="[^"]*"&gt;|=""><script/);
    }
  });

  /** The page of an operation that takes a type. */
  async function pageOf(content: ComplexType): Promise<string> {
    const input = element('urn:e', 'Put', content) as ElementDescriptor<object>;
    const service: ServiceDescriptor<{ put: { input: object; output: object } }> = {
      kind: 'service',
      name: 'Put',
      namespace: 'urn:e',
      placeholders: [],
      ports: [{ name: 'P', binding: 'soap11', address: '/put' }],
      operations: {
        put: {
          name: 'Put',
          method: 'put',
          input: { element: input },
          output: { element: input },
          soap11: { action: 'urn:e/Put', style: 'document' },
        },
      },
    };
    const server = createServer({ services: [registerService(service, { put: () => ({}) })] });
    const first = await send(server, 'GET', '/put?op=Put', host);
    expect(first.status).toBe(200);
    // The cached parts make the same page.
    expect((await send(server, 'GET', '/put?op=Put', host)).text).toBe(first.text);
    return first.text;
  }

  it.each([
    [30, 2],
    [8, 12],
    [2, 400],
  ])('of %d levels with %d required members have samples that are cut, and say so', async (levels, width) => {
    let type = complexType('urn:e', 'T', { content: sequence([field('urn:e', 'v', xs.int)]) });
    for (let level = 0; level < levels; level++) {
      const inner = type;
      type = complexType('urn:e', `T${level}`, {
        content: sequence(Array.from({ length: width }, (_, index) => field('urn:e', `f${index}`, inner))),
      });
    }
    const html = await pageOf(type);
    expect(html.length).toBeLessThan(1_000_000);
    const [request = ''] = visible(html);
    expect(request).toContain('<!-- The sample ends here');
    const body = parseTree(request.slice(request.indexOf('<?xml')));
    expect(body.name).toBe('Envelope');
  });

  it('of very long texts have samples that are cut', async () => {
    const long = restriction('urn:e', 'Long', xs.string, { minLength: 1_000_000 });
    const html = await pageOf(complexType('urn:e', 'T', { content: sequence([field('urn:e', 'v', long)]) }));
    expect(html.length).toBeLessThan(300_000);
    expect(html).toContain('&lt;!-- The sample ends here');
  });

  it('that must be repeated without end have pages without samples', async () => {
    const many = field('urn:e', 'v', xs.int, { min: 1e9, max: 1e9 });
    expect(await pageOf(complexType('urn:e', 'T', { content: sequence([many]) }))).toContain('No sample can be made');
  });

  it('with endless types have pages without samples', async () => {
    const endless: ElementDescriptor<object> = element('urn:e', 'Loop', () => loop);
    const loop: ComplexType<object> = complexType<object>('urn:e', 'Loop', {
      content: sequence([field('urn:e', 'again', () => loop)]),
    });
    const service: ServiceDescriptor<{ loop: { input: object; output: object } }> = {
      kind: 'service',
      name: 'Endless',
      namespace: 'urn:e',
      placeholders: [],
      ports: [{ name: 'P', binding: 'soap11', address: '/endless' }],
      operations: {
        loop: {
          name: 'Loop',
          method: 'loop',
          input: { element: endless },
          output: { element: endless },
          soap11: { action: 'urn:e/Loop', style: 'document' },
        },
      },
    };
    const server = createServer({ services: [registerService(service, { loop: () => ({}) })] });
    const got = await send(server, 'GET', '/endless?op=Loop', host);
    expect([got.status, got.text.includes('No sample can be made')]).toEqual([200, true]);
  });
});
