import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BindingKind, createServer, type ServiceRegistration } from '@wsdl-codegen/runtime';
import { addressLocator } from 'address-locator';
import { accountApi } from 'wallet-api';
import { repository } from '../support/repository.js';
import { someOf } from '../support/thorough.js';
import { findings, load, packageOf } from './package.js';

const kinds = ['soap11', 'soap12', 'httpGet', 'httpPost'] as const;
const services = ['AccountApi', 'ErrorsApi'];
const host = 'http://wallet.example';

/** The WSDL that a server publishes, and all that it imports, by address. */
async function published(services: readonly ServiceRegistration[], url: string): Promise<Record<string, string>> {
  const server = createServer({ services, namespaces: { api_namespace: 'http://wallet.example/api' } });
  const found: Record<string, string> = {};
  const waiting = [url];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (found[next] === undefined) {
      const text = await (await server.fetch(new Request(next))).text();
      found[next] = text;
      waiting.push(
        ...[...text.matchAll(/(?:schemaLocation|location)="([^"]*\?(?:wsdl|xsd)=[^"]*)"/g)].map(([, to]) => to ?? ''),
      );
    }
  }
  return found;
}

const every = Array.from({ length: 15 }, (_, bits) => kinds.filter((__, index) => ((bits + 1) >> index) & 1));

describe.each(services)('%s', (name) => {
  it('is published with the bindings that are served, and nothing is left without use', async () => {
    const source = readFileSync(join(repository, `wsdl/${name}.wsdl`), 'utf8');
    const made = await packageOf({ 'a.wsdl': source });
    const exports = load(made.files);
    const all: object = new Proxy({}, { get: () => () => 1 });
    const factory = exports[name.charAt(0).toLowerCase() + name.slice(1)];
    for (const bindings of someOf(every, 3)) {
      const texts = await published([factory(all, { bindings })], `${host}/${name}.asmx?WSDL`);
      const again = await packageOf({ 'served.wsdl': texts[`${host}/${name}.asmx?WSDL`] ?? '' });
      expect(findings(again)).toEqual([]);
      const [service] = again.contract.services;
      expect(service?.ports.map(({ binding }) => binding)).toEqual(bindings);
      const left = [
        ...Object.values(texts)
          .join('')
          .matchAll(/<wsdl:(?:message|portType|binding) name="([^"]*)"/g),
      ];
      const isHttp = (kind: BindingKind, word: string): boolean =>
        bindings.includes(kind) || !left.some(([, found]) => found?.includes(word));
      expect([isHttp('httpGet', 'HttpGet'), isHttp('httpPost', 'HttpPost')]).toEqual([true, true]);
    }
  }, 120_000);
});

it('the bindings that may be named are those of the service', () => {
  const all: never = new Proxy({}, { get: () => () => 1 }) as never;
  accountApi(all, { bindings: ['soap11', 'httpPost'] });
  addressLocator(all, { bindings: ['soap11'] });
  // @ts-expect-error
  expect(() => addressLocator(all, { bindings: ['httpGet'] })).toThrow(TypeError);
});
