import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ErrorsApiClient } from 'wallet-api';
import { selfSigned } from '../../examples/ws-security/self-signed.js';
import { Recipe } from './recipe.js';

const recipe = new Recipe('signatures-with-soap');
beforeAll(() => {
  for (const [name, pem] of Object.entries(selfSigned('client'))) {
    writeFileSync(join(recipe.folder, `${name}.pem`), pem);
  }
});
afterAll(() => {
  recipe.remove();
  expect(recipe.notRun()).toEqual([]);
});

it('answers signed messages, and refuses others', async () => {
  const server = await recipe.start('A server that verifies', { env: { PORT: '0' } });
  expect(await recipe.run('A client that signs', { baseUrl: server.url })).toEqual(['error 1']);
  const sha256 =
    "'', { signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256' })";
  expect(await recipe.run('A client that signs', { baseUrl: server.url, replace: { "'')": sha256 } })).toEqual([
    'error 1',
  ]);
  const errors = new ErrorsApiClient({
    baseUrl: server.url,
    namespaces: { api_namespace: 'http://wallet.example/api' },
  });
  await expect(errors.getErrorDesc({ errorCode: 1, cultureCode: 1033 })).rejects.toMatchObject({
    response: { status: 401 },
  });
  await server.stop();
});
