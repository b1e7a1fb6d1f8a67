import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from '@wsdl-codegen/runtime/node';
import express from 'express';
import { exchangerApi } from 'wallet-api';
import { exchangeRaw } from './raw-http.js';
import { apiNamespace } from './services.js';

const query = 'sessionId=s&CurrencyToBuy=z&CurrencyToPay=r&amountToPay=1';
const path = '/ExchangerApi.asmx/Exchange';

let calls = 0;
const services = [exchangerApi({ exchange: () => ++calls })];
const namespaces = { api_namespace: apiNamespace };
let server: Server;
let port: number;

beforeAll(async () => {
  const wallet = createServer({ services, namespaces });
  const app = express();
  app.use(path, (_, response) => {
    response.status(403).end('denied');
  });
  app.use(wallet.nodeListener);
  server = await new Promise<Server>((resolve) => {
    const started: Server = app.listen(0, '127.0.0.1', () => resolve(started));
  });
  port = (server.address() as AddressInfo).port;
});

afterAll(() => {
  server.close();
  server.closeAllConnections();
});

/** Other ways to write a path, by a change at each of its places. */
function spellings(text: string): string[] {
  const found: string[] = [];
  const inserted = [
    '/',
    '\\',
    '%2F',
    '%5C',
    '%00',
    ';x',
    '/.',
    '/..',
    '%2e',
    '%2E%2e/',
    '%20',
    '.',
    '#',
    '%23',
    '%3F',
    '\u00e9',
    '%C3%A9',
    '%',
    '%%',
    '%zz',
    '|',
  ];
  for (let at = 0; at <= text.length; at++) {
    const character = text[at] ?? '';
    const replaced = [
      `%${character.charCodeAt(0).toString(16)}`,
      `%25${character.charCodeAt(0).toString(16)}`,
      `%u00${character.charCodeAt(0).toString(16)}`,
      character === character.toLowerCase() ? character.toUpperCase() : character.toLowerCase(),
      `%c1%${(0x80 + (character.charCodeAt(0) & 0x3f)).toString(16)}`,
      '%EF%BC%AF',
    ];
    for (const other of character === '' ? [] : replaced) {
      found.push(text.slice(0, at) + other + text.slice(at + 1));
    }
    for (const other of inserted) {
      found.push(text.slice(0, at) + other + text.slice(at));
    }
  }
  return found;
}

const authorities = [
  'h',
  'h:80',
  '[::1]',
  'h;',
  "h'",
  'h%20',
  'u@h',
  'u:p@h',
  'h~',
  'h!',
  'h$x',
  'h,x',
  'h(x)',
  'h=x',
  'h*',
  '',
];
const schemes = ['http:', 'HTTP:', 'https:', 'ftp:', 'javascript:', 'file:', 'ws:', 'data:', 'a:'];
const addresses = schemes.flatMap((scheme) => authorities.map((authority) => `${scheme}//${authority}${path}`));

const targets = [path, `${path}/`, `/x/..${path}`, `/${path}`, `//h${path}`, ...spellings(path), ...addresses];

it('nothing that a guard in front does not see reaches the operation', async () => {
  const past: string[] = [];
  for (const target of targets) {
    calls = 0;
    const request = `GET ${target}?${query} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`;
    await exchangeRaw(port, request, () => false);
    if (calls > 0) {
      past.push(target);
    }
  }
  expect(targets.length).toBeGreaterThan(700);
  expect(past).toEqual([]);
}, 60_000);

async function reaching(profile: 'aspnet' | 'strict'): Promise<string[]> {
  const wallet = createServer({ services, namespaces, profile });
  const found: string[] = [];
  for (const target of targets) {
    calls = 0;
    await wallet.handle({ method: 'GET', url: `${target}?${query}`, headers: {}, body: new Uint8Array(0) });
    if (calls > 0) {
      found.push(target.replace(/^https?:\/\/(?:h|h:80|\[::1\])(?=\/)/i, ''));
    }
  }
  return [...new Set(found)];
}

it('an operation has one path, and with ASP.NET and WCF the letter case of its service means nothing', async () => {
  expect(await reaching('strict')).toEqual([path]);
  const anyCase = await reaching('aspnet');
  expect(anyCase.every((found) => /^\/ExchangerApi\.asmx\/Exchange$/i.test(found) && found.endsWith('/Exchange'))).toBe(
    true,
  );
  expect(anyCase.length).toBe(1 + 'ExchangerApiasmx'.length);
});
