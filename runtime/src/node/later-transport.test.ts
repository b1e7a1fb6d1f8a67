import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AbortError } from '../client/errors/errors.js';
import type { CancelListener, TransportRequest } from '../http/transport.js';
import { defaultTransport } from './later-transport.js';

let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer((_, response) => response.end('ok'));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const get = (more: Partial<TransportRequest> = {}): TransportRequest => ({ method: 'GET', url, headers: {}, ...more });
const textOf = ({ body }: { readonly body: Uint8Array }): string => new TextDecoder().decode(body);

describe('the transport of clients that have no other', () => {
  it('sends the requests that come while its module is loaded, and those after it', async () => {
    const first = await Promise.all([defaultTransport(get()), defaultTransport(get())]);
    expect([...first, await defaultTransport(get())].map(textOf)).toEqual(['ok', 'ok', 'ok']);
  });

  it('does not send a request that has been cancelled in the meantime', async () => {
    const reason = new Error('no longer');
    const onCancel = (listener: CancelListener): void => void listener(reason);
    await expect(defaultTransport(get({ onCancel }))).rejects.toThrow(new AbortError({ cause: reason }));
  });

  it('opens answers whose bodies are read in pieces', async () => {
    const answer = await defaultTransport.open?.(get());
    expect(answer?.status).toBe(200);
    expect(textOf({ body: (await answer?.body.next())?.value ?? new Uint8Array() })).toBe('ok');
  });
});
