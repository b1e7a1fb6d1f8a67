import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServiceDescriptor } from '@wsdl-codegen/runtime';
import { reachServices } from './reached-services.js';
import type { Terminal } from './terminal.js';

const terminal = { workingFolder: '/', environment: {} } as unknown as Terminal;
const requests: string[] = [];
let server: Server;
let port: number;

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.writeHead(500).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const service = (name: string, address: string): ServiceDescriptor => ({
  kind: 'service',
  name,
  namespace: 'urn:x',
  placeholders: [],
  ports: [{ name: 'Port', binding: 'soap11', address }],
  operations: {
    ping: { name: 'Ping', method: 'ping', input: {}, output: {}, soap11: { action: '', style: 'document' } },
  },
});

it.each([
  ['https://other.example/a.asmx', '/base/a.asmx'],
  ['{place}/a.asmx', '/base/a.asmx'],
  ['{place}.other.example/a', '/base/.other.example/a'],
  ['@other.example/a', '/base/@other.example/a'],
  ['https://other.example?a', '/base?a'],
])('of several services, the one at %s is called at the address that the user named', async (address, expected) => {
  const options = { inputs: [], address: `http://127.0.0.1:${port}/base` };
  const [reached] = await reachServices([service('A', address), service('B', address)], options as never, terminal);
  requests.length = 0;
  await reached?.services[0]?.client.call('ping', undefined as never).catch(() => undefined);
  expect(requests).toEqual([expected]);
});

it('no address of a WSDL becomes a part of the host', async () => {
  const options = { inputs: [], address: `http://127.0.0.1` };
  const foreign = service('A', `@127.0.0.1:${port}/a`);
  const [reached] = await reachServices([foreign, service('B', '/b')], options as never, terminal);
  requests.length = 0;
  await reached?.services[0]?.client.call('ping', undefined as never).catch(() => undefined);
  expect(requests).toEqual([]);
});
