import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { ErrorsApiClient } from 'wallet-api';
import { Recipe } from './recipe.js';

const execute = promisify(execFile);
const namespaces = { api_namespace: 'http://wallet.example/api' };
const recipe = new Recipe('hosts');
afterAll(() => {
  recipe.remove();
  expect(recipe.notRun()).toEqual([]);
});

it.each(['Express', 'Fastify', 'Koa', 'Nest', 'Hono'])(
  'serves in %s over every binding, with its documents',
  async (host) => {
    const server = await recipe.start(host, { env: { PORT: '0' } });
    const address = new URL('/soap/ErrorsApi.asmx', server.url).href;
    const errors = new ErrorsApiClient({ address, namespaces, headers: { 'X-User': 'all' } });
    for (const binding of ['soap11', 'soap12', 'httpGet', 'httpPost'] as const) {
      expect(await errors.getErrorDesc({ errorCode: 1, cultureCode: 1033 }, { binding })).toMatch(
        /^error 1( for all)?$/,
      );
    }
    const wsdl = await (await fetch(`${address}?WSDL`)).text();
    expect(wsdl).toContain(`location="${address}"`);
    await server.stop();
  },
);

it('serves in a route of Next', async () => {
  const route = pathToFileURL(await recipe.compile('Next')).href;
  const client = `
    import { GET, POST } from ${JSON.stringify(route)};
    const address = 'http://wallet.example/soap/ErrorsApi.asmx';
    const form = new URLSearchParams({ errorCode: '2', cultureCode: '1033' });
    for (const answer of [
      await POST(new Request(address + '/GetErrorDesc', { method: 'POST', body: form })),
      await GET(new Request(address + '/GetErrorDesc?' + form)),
      await GET(new Request(address + '?WSDL')),
    ]) {
      console.log(await answer.text());
    }`;
  const { stdout } = await execute(process.execPath, ['--input-type=module', '-e', client]);
  expect(stdout.match(/>error 2</g)).toHaveLength(2);
  expect(stdout).toContain('location="http://wallet.example/soap/ErrorsApi.asmx"');
});
