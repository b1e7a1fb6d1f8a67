import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorsApi } from 'wallet-api';
import * as main from '../../runtime/src/index.js';
import * as node from '../../runtime/src/node/index.js';
import { root, sourcesBelow } from './imports.js';

/** Whatever listens, listens through the front door of the runtime: no request gets past its checks. */

const sources = ['generator', 'runtime/src', 'packages'].filter((folder) => existsSync(join(root, folder)));
const texts = new Map(
  sources.flatMap(sourcesBelow).map((file) => [file, readFileSync(join(root, file), 'utf8')] as const),
);

/** The files whose code matches an expression. */
function filesWith(expression: RegExp): readonly string[] {
  const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return [...texts].filter(([, text]) => expression.test(withoutComments(text))).map(([file]) => file);
}

/** The ways in which programs begin to listen: imports from Node's modules, members of them, and what other hosts have. */
const listening = [
  /import\s+(?!type\b)[^;]*\b(?<!type )(?:createServer|createSecureServer|Server|Http2Server|TLSSocket)\b[^;]*\bfrom '(?:node:)?(?:https?|http2|net|tls|dgram)'/,
  /\b(?:https?|http2|net|tls)\.(?:createServer|createSecureServer|Server)\b/,
  /\b(?:Deno\.serve|Deno\.listen|Bun\.serve|addEventListener\(\s*['"]fetch['"])/,
  /require\(['"](?:node:)?(?:https?|http2|net|tls)['"]\)/,
];

it('there is one place that opens a port', () => {
  const advice = 'use frontDoor(handler, options) of @wsdl-codegen/runtime/node, which has listen and nodeListener';
  const own = 'runtime/src/node/listen.ts';
  const found = listening.flatMap(filesWith);
  expect(found.filter((file) => file !== own).map((file) => `${file}: ${advice}`)).toEqual([]);
  expect(found).toContain(own);
});

it('there is one door, which everything that answers requests has', () => {
  expect(filesWith(/\bnew FrontDoor\(/)).toEqual(['runtime/src/server/entrance.ts']);
  expect(filesWith(/\bdoorway\(/)).toEqual([
    'runtime/src/server/core.ts',
    'runtime/src/server/entrance.ts',
    'runtime/src/server/handler-server.ts',
  ]);
});

/** A factory of an entry that gives something with `handle` and `fetch`, with what it needs. */
const services = [errorsApi({ getErrorDesc: () => 'in' })];
const namespaces = { api_namespace: 'urn:wallet' };
const handler = (): main.WireResponse => ({ status: 200, headers: {}, body: 'in' });
const hosts = ['shop.example'];
const factories: Readonly<Record<string, () => main.SoapServer>> = {
  'runtime.md createBareServer': () => main.createBareServer({ services, namespaces, hosts }),
  'runtime.md createServer': () => main.createServer({ services, namespaces, hosts }),
  'runtime.md frontDoor': () => main.frontDoor(handler, { hosts }),
  'runtime-node.md createServer': () => node.createServer({ services, namespaces, hosts }),
  'runtime-node.md frontDoor': () => node.frontDoor(handler, { hosts }),
};

it('every function that makes a server is known here', () => {
  const pages = readFileSync(join(root, 'docs/api/README.md'), 'utf8').match(/runtime[\w-]*\.md/g) ?? [];
  const found = [...new Set(pages)].flatMap((page) => {
    const text = readFileSync(join(root, 'docs/api', page), 'utf8');
    const made = text.matchAll(/^function (\w+)[^\n]*\): (?:Promise<)?\w*Server>?;$/gm);
    return [...made].map(([, name]) => `${page} ${name}`);
  });
  expect(found.sort()).toEqual(Object.keys(factories).sort());
});

describe.each(Object.entries(factories))('%s', (_, make) => {
  const path = '/ErrorsApi.asmx/GetErrorDesc?errorCode=1&cultureCode=1';
  it.each<[number, string, Readonly<Record<string, string>>]>([
    [200, path, { host: 'shop.example' }],
    [421, path, { host: 'evil.example' }],
    [400, path, { host: 'shop.example, evil.example' }],
    [403, path, { host: 'shop.example', 'sec-fetch-site': 'cross-site' }],
    [403, path, { host: 'shop.example', origin: 'https://evil.example' }],
    [400, '/x/../admin', { host: 'shop.example' }],
    [400, '*', { host: 'shop.example' }],
  ])('%s for %s, %j', async (status, url, headers) => {
    const server = make();
    expect((await server.handle({ method: 'GET', url, headers, body: new Uint8Array() })).status).toBe(status);
    if (!url.includes('..') && url !== '*') {
      expect((await server.fetch(new Request(`http://shop.example${url}`, { headers }))).status).toBe(status);
    }
  });
});
