import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SoapFault } from '@wsdl-codegen/runtime';
import { createServer, type ListeningServer } from '@wsdl-codegen/runtime/node';
import { ErrorsApiClient, errorsApi } from 'wallet-api';
import { Recipe } from './recipe.js';

const namespaces = { api_namespace: 'http://wallet.example/api' };
const recipe = new Recipe('migration-from-soap');
let running: ListeningServer;

beforeAll(async () => {
  const service = errorsApi({
    getErrorDesc: ({ errorCode }) => {
      if (errorCode === 99) {
        throw new SoapFault('No such error.');
      }
      return `error ${errorCode}`;
    },
  });
  running = await createServer({ services: [service], namespaces }).listen(0);
});

afterAll(async () => {
  await running.close();
  recipe.remove();
  expect(recipe.notRun()).toEqual([]);
});

it('calls the same with both', async () => {
  expect(await recipe.run('A call', { baseUrl: running.url })).toEqual(['error 1']);
  expect(await recipe.run('After', { baseUrl: running.url })).toEqual(['error 1']);
});

it('tells faults from failures', async () => {
  expect(await recipe.run('Errors', { baseUrl: running.url })).toEqual(['the service says: No such error.']);
  expect(await recipe.run('Errors', { baseUrl: 'http://127.0.0.1:1' })).toEqual([
    expect.stringMatching(/^no answer: /),
  ]);
});

it('serves the same with both', async () => {
  mkdirSync(recipe.folder, { recursive: true });
  const wsdl = await (await fetch(`${running.url}/ErrorsApi.asmx?WSDL`)).text();
  writeFileSync(join(recipe.folder, 'ErrorsApi.wsdl'), wsdl);
  for (const heading of ['A server', 'After, for a server']) {
    const server = await recipe.start(heading, { env: { PORT: '0' } });
    const errors = new ErrorsApiClient({ baseUrl: server.url, namespaces });
    expect(await errors.getErrorDesc({ errorCode: 3, cultureCode: 1033 })).toBe('error 3');
    await server.stop();
  }
});
