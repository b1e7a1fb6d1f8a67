import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createSoapServer } from '@wsdl-codegen/runtime/node';
import { errorsApi } from 'wallet-api';
import { admitsByNtlm } from '../support/ntlm.js';
import { Recipe } from './recipe.js';

const recipe = new Recipe('ntlm');
const services = [errorsApi({ getErrorDesc: ({ errorCode }) => `error ${errorCode}` })];
const soap = createSoapServer({ services, namespaces: { api_namespace: 'http://wallet.example/api' } });

let guard: Server;
let baseUrl: string;

beforeAll(async () => {
  guard = createServer((request, response) => {
    if (admitsByNtlm(request, response)) {
      soap.nodeListener(request, response);
    }
  });
  await new Promise<void>((resolve) => guard.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(guard.address() as AddressInfo).port}`;
});
afterAll(async () => {
  guard.closeAllConnections();
  await new Promise((resolve) => guard.close(resolve));
  recipe.remove();
  expect(recipe.notRun()).toEqual([]);
});

it('goes through the handshake', async () => {
  expect(await recipe.run('A client with NTLM', { baseUrl, env: { PASSWORD: 'secret' } })).toEqual(['error 1']);
});

it('says that a password is wrong', async () => {
  const failure = recipe.run('A client with NTLM', { baseUrl, env: { PASSWORD: 'wrong' } });
  await expect(failure).rejects.toMatchObject({ stderr: expect.stringMatching(/HTTP 401|HttpStatusError/) });
});

it('says which schemes there are', async () => {
  expect(await recipe.run('Which schemes a service offers', { baseUrl })).toEqual(['401 NTLM']);
});
