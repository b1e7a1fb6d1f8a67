import { pathToFileURL } from 'node:url';
import { ErrorsApiClient } from 'wallet-api';
import { Recipe } from './recipe.js';

const namespaces = { api_namespace: 'http://wallet.example/api' };
const recipe = new Recipe('tracing');
afterAll(() => {
  recipe.remove();
  expect(recipe.notRun()).toEqual([]);
});

/** A field of the spans that the console exporter prints, which is no JSON. */
function printed(output: string, field: string): readonly string[] {
  return [...output.matchAll(new RegExp(`^ *${field}: '?([^',\\n]+)`, 'gm'))].map(([, value]) => value ?? '');
}

it('traces a call from the client to the handler, with the names of operations', async () => {
  const agent = `--import=${pathToFileURL(await recipe.compile('tracing.js')).href}`;
  const server = await recipe.start('Servers', { nodeOptions: [agent], env: { PORT: '0' } });
  const call = { baseUrl: server.url, nodeOptions: [agent] };
  const client = (await recipe.run('Names of operations', call)).join('\n');
  await server.stop();

  expect(client).toContain('error 1');
  expect(printed(client, 'name')).toEqual(expect.arrayContaining(['POST', 'ErrorsApi/GetErrorDesc']));
  expect(printed(server.output(), 'name')).toContain('ErrorsApi/GetErrorDesc');
  const traces = [...printed(client, 'traceId'), ...printed(server.output(), 'traceId')];
  expect(printed(server.output(), 'traceId')).not.toEqual([]);
  expect(new Set(traces).size).toBe(1);
});

it('says in the span which error ended a call', async () => {
  const agent = `--import=${pathToFileURL(await recipe.compile('tracing.js')).href}`;
  const call = { baseUrl: 'http://127.0.0.1:1', nodeOptions: [agent] };
  await expect(recipe.run('Names of operations', call)).rejects.toMatchObject({
    stdout: expect.stringContaining("'exception.type': 'ECONNREFUSED'"),
  });
});

it('leaves a server without an agent as it is', async () => {
  const server = await recipe.start('Servers', { env: { PORT: '0' } });
  const errors = new ErrorsApiClient({ baseUrl: server.url, namespaces });
  expect(await errors.getErrorDesc({ errorCode: 2, cultureCode: 1033 })).toBe('error 2');
  await server.stop();
});
