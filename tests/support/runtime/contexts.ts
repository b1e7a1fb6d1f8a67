import { AsyncLocalStorage } from 'node:async_hooks';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer, type NodeServer } from '../../../runtime/src/node/index.js';
import { registerService } from '../../../runtime/src/server/index.js';
import { ExchangerApi } from './fixture.js';
import { env11, envelope, exchangeBody, headers11, namespaces } from './server.js';

export const path = '/ExchangerApi.asmx';
export const soap: string = envelope(env11, exchangeBody);
const form = 'sessionId=s&CurrencyToBuy=z&CurrencyToPay=r&amountToPay=1.5';
const formHeaders = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** What the code in front of a server knows of a request. */
export const store = new AsyncLocalStorage<string>();

/** What a request is told by a header. */
export const contextOf = (header: unknown): string => String(header);

/** A server whose handler notes the context that it sees, at its beginning and later. */
export function noting(seen: (string | undefined)[]): NodeServer {
  const exchange = async (): Promise<number> => {
    seen.push(store.getStore());
    await new Promise((resolve) => setImmediate(resolve));
    seen.push(store.getStore());
    return 1;
  };
  return createServer({ services: [registerService(ExchangerApi, { exchange })], namespaces });
}

/** Serves until it is stopped. */
export async function start(handle: RequestListener): Promise<{ readonly base: string; stop(): Promise<unknown> }> {
  const http = createHttpServer(handle);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    base: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    stop: () => {
      http.closeAllConnections();
      return new Promise((resolve) => http.close(resolve));
    },
  };
}

/** Several requests at once in several bindings, each with a body of several chunks where it has one: each sees its own context. */
export async function keepsContext(base: string, seen: readonly (string | undefined)[]): Promise<void> {
  const large = soap.replace('>s<', `>${'s'.repeat(200_000)}<`);
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  await Promise.all(
    names.map(async (name, index) => {
      const context = { 'X-Context': name };
      const answer = await [
        () => fetch(base + path, { method: 'POST', headers: { ...headers11(), ...context }, body: soap }),
        () => fetch(base + path, { method: 'POST', headers: { ...headers11(), ...context }, body: large }),
        () => fetch(`${base + path}/Exchange?${form}`, { headers: context }),
        () => fetch(`${base + path}/Exchange`, { method: 'POST', headers: { ...formHeaders, ...context }, body: form }),
      ][index % 4]?.();
      expect(answer?.status).toBe(200);
    }),
  );
  expect([...seen].sort()).toEqual([...names, ...names].sort());
}
