import { ErrorsApi, ExchangerApi } from '../../../../tests/support/runtime/fixture.js';
import { namespaces, send } from '../../../../tests/support/runtime/server.js';
import type { ServiceDocument } from '../../service/descriptor.js';
import { createServer, registerService, type ServerOptions, type SoapServer } from '../index.js';

const path = '/ExchangerApi.asmx';

function serverWith(
  documents: () => Promise<readonly ServiceDocument[]>,
  options: Partial<ServerOptions> = {},
): SoapServer {
  const service = registerService({ ...ExchangerApi, documents }, { exchange: () => 1 }, { bindings: ['soap11'] });
  return createServer({ services: [service], namespaces, ...options });
}

const wsdl = {
  name: 'a.wsdl',
  text: '<definitions><import namespace="urn:a" schemaLocation="a.xsd"/></definitions>',
};

it('documents are loaded when one of them is asked for', async () => {
  const load = jest.fn(async () => [wsdl]);
  const service = registerService({ ...ExchangerApi, documents: load }, { exchange: () => 1 });
  const server = createServer({ services: [service], namespaces });
  expect((await send(server, 'GET', path)).text).toContain('?WSDL');
  expect(load).not.toHaveBeenCalled();
  expect((await send(server, 'GET', `${path}?wsdl`)).text).toBe(wsdl.text);
  expect((await send(server, 'GET', `${path}?xsd=a.xsd`)).text).toContain('<h1>');
});

it('documents that could not be loaded are loaded again for the next request', async () => {
  const errors: unknown[] = [];
  const load = jest
    .fn(async () => [wsdl])
    .mockRejectedValueOnce(new Error('no file'))
    .mockRejectedValueOnce(new Error('still none'));
  const server = serverWith(load, { onError: (error) => errors.push(error) });
  const statuses = [];
  for (let count = 0; count < 3; count++) {
    statuses.push((await send(server, 'GET', `${path}?wsdl`)).status);
  }
  expect(statuses.at(-1)).toBe(200);
  expect(errors.length).toBeGreaterThan(0);
});

it('documents that are loaded later are checked when one of them is asked for', async () => {
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const unreadable = serverWith(async () => [{ name: 'a.wsdl', text: '<!DOCTYPE a [<!ENTITY b "c">]><a/>' }], {
    onError,
  });
  expect((await send(unreadable, 'GET', `${path}?wsdl`)).status).toBe(500);

  const ports = ErrorsApi.ports.map((port) => ({ ...port, address: '{base_url}/ExchangerApi.asmx' }));
  const described = (text: string) => ({ documents: async () => [{ name: 'a.wsdl', text }] });
  const services = [
    registerService({ ...ExchangerApi, ...described('<a/>') }, { exchange: () => 1 }),
    registerService({ ...ErrorsApi, ports, ...described('<b/>') }, { getErrorDesc: () => 'x' }),
  ];
  const ambiguous = createServer({ services, namespaces, onError });
  expect((await send(ambiguous, 'GET', `${path}?wsdl`)).status).toBe(500);
  expect((await send(ambiguous, 'GET', path)).status).toBe(200);
  expect(errors.map(String)).toEqual([
    expect.stringContaining('TypeError: The option bindings of ExchangerApi cannot be applied to its WSDL'),
    'TypeError: At /ExchangerApi.asmx, ExchangerApi and ErrorsApi have different documents named "a.wsdl".',
  ]);
});
