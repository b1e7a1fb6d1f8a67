import { SoapFault } from '@wsdl-codegen/runtime';
import { createServer } from '@wsdl-codegen/runtime/node';
import { ErrorsApiClient, errorsApi } from 'wallet-api';
import { Recipe } from './recipe.js';

const namespaces = { api_namespace: 'http://wallet.example/api' };
const recipe = new Recipe('logging');
afterAll(() => {
  recipe.remove();
  expect(recipe.notRun()).toEqual([]);
});

const parsed = (lines: readonly string[]): readonly unknown[] => lines.map((line) => JSON.parse(line) as unknown);

it('logs a line for each call, and messages where it failed', async () => {
  const service = errorsApi({
    getErrorDesc: ({ errorCode }) => {
      if (errorCode === 99) {
        throw new SoapFault('No such error.');
      }
      return `error ${errorCode}`;
    },
  });
  const running = await createServer({ services: [service], namespaces }).listen(0);
  const lines = parsed(await recipe.run('In a client', { baseUrl: running.url }));
  await running.close();
  const line = {
    service: 'ErrorsApi',
    operation: 'GetErrorDesc',
    binding: 'soap11',
    attempt: 1,
    ms: expect.any(Number),
  };
  expect(lines).toEqual([
    { ...line, status: 200 },
    {
      ...line,
      status: 500,
      error: expect.stringContaining('No such error.'),
      sent: expect.stringContaining('<errorCode>99</errorCode>'),
      received: expect.stringContaining('No such error.'),
    },
  ]);
});

it('gives the lines of a request one id, which the answer names', async () => {
  const server = await recipe.start('In a server', { env: { PORT: '0' } });
  const errors = new ErrorsApiClient({ baseUrl: server.url, namespaces, headers: { 'X-Request-Id': 'r1' } });
  let id: string | undefined;
  await errors.getErrorDesc(
    { errorCode: 1, cultureCode: 1033 },
    {
      onResponse: ({ headers }) => {
        id = headers.get('X-Request-Id') ?? undefined;
      },
    },
  );
  expect(id).toBe('r1');
  await fetch(`${server.url}/ErrorsApi.asmx`, { method: 'POST', headers: { 'Content-Type': 'text/xml' }, body: '<a>' });
  await server.stop();
  expect(parsed(server.output().trim().split('\n').slice(1))).toEqual([
    { id: 'r1', message: 'looking up', errorCode: 1 },
    { id: 'r1', service: 'ErrorsApi', operation: 'GetErrorDesc', binding: 'soap11', ms: expect.any(Number) },
    { status: 500, error: expect.any(String) },
  ]);
});
