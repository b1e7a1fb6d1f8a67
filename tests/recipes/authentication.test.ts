import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SoapFaultError } from '@wsdl-codegen/runtime';
import { createServer as createSoapServer } from '@wsdl-codegen/runtime/node';
import { usernameToken, wsSecurity } from '@wsdl-codegen/runtime/security';
import { ErrorsApiClient, errorsApi } from 'wallet-api';
import { Recipe } from './recipe.js';

const recipe = new Recipe('authentication');
const services = [errorsApi({ getErrorDesc: ({ errorCode }) => `error ${errorCode}` })];
const soap = createSoapServer({ services, namespaces: { api_namespace: 'http://wallet.example/api' } });

/** Decides over a request; true lets it through to the service. */
let gate: (request: IncomingMessage, response: ServerResponse) => boolean;
let asked: string[] = [];
let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.headers.authorization ?? request.headers.cookie ?? '');
    if (gate(request, response)) {
      soap.nodeListener(request, response);
    } else {
      request.resume();
      response.end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  recipe.remove();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(recipe.notRun()).toEqual([]);
});

const env = { PASSWORD: 'pass', CLIENT_SECRET: 'secret' };

/** Answers 401, with a challenge if there is one. */
function refuse(response: ServerResponse, challenge?: string): false {
  response.statusCode = 401;
  if (challenge !== undefined) {
    response.setHeader('WWW-Authenticate', challenge);
  }
  return false;
}

it('Basic', async () => {
  gate = ({ headers }, response) =>
    headers.authorization === `Basic ${Buffer.from('shop:pass').toString('base64')}` || refuse(response);
  expect(await recipe.run('Basic', { baseUrl: url, env })).toEqual(['error 1']);
});

it('Bearer', async () => {
  let tokens = 0;
  let valid = '';
  gate = (request, response) => {
    if (request.url === '/token') {
      tokens++;
      // The first token is refused.
      valid = `t${tokens === 1 ? 'other' : tokens}`;
      response.setHeader('Content-Type', 'application/json');
      response.write(JSON.stringify({ access_token: `t${tokens}` }));
      return false;
    }
    return request.headers.authorization === `Bearer ${valid}` || refuse(response);
  };
  const replace = { 'https://login.example': url };
  expect(await recipe.run('Bearer', { baseUrl: url, env, replace })).toEqual(['error 1', 'error 2']);
  expect(asked).toEqual(['', 'Bearer t1', '', 'Bearer t2', 'Bearer t2']);
});

it('Digest', async () => {
  gate = ({ headers }, response) =>
    headers.authorization?.startsWith('Digest username="shop", realm="r", nonce="n"') === true ||
    refuse(response, 'Digest realm="r", nonce="n", qop="auth"');
  expect(await recipe.run('Digest', { baseUrl: url, env })).toEqual(['error 1']);
  expect(asked).toHaveLength(2);
});

it('cookies', async () => {
  gate = (request, response) => {
    if (request.url === '/login') {
      response.setHeader('Set-Cookie', 'session=1; Path=/; HttpOnly');
      return false;
    }
    return request.headers.cookie === 'session=1' || refuse(response);
  };
  expect(await recipe.run('Cookies', { baseUrl: url, env })).toEqual(['error 1', "[ 'session' ]"]);
  expect(asked).toEqual(['', '', 'session=1']);
});

it('UsernameToken on both sides', async () => {
  const checking = await recipe.start('A server that asks for a UsernameToken', { env: { ...env, PORT: '0' } });
  const client = { baseUrl: checking.url, env };
  expect(await recipe.run('A UsernameToken', client)).toEqual(['error 1 for shop']);
  await expect(recipe.run('A UsernameToken', { ...client, env: { PASSWORD: 'wrong' } })).rejects.toMatchObject({
    stderr: expect.stringContaining('FailedAuthentication'),
  });
  await checking.stop();
});

it('passwords that are stored as hashes', async () => {
  const checking = await recipe.start('A server that stores hashes', { env: { ...env, PORT: '0' } });
  const errors = (user: string, password: string): ErrorsApiClient =>
    new ErrorsApiClient({
      baseUrl: checking.url,
      namespaces: { api_namespace: 'http://wallet.example/api' },
      extensions: [wsSecurity({ parts: [usernameToken(user, password)] })],
    });
  const input = { errorCode: 1, cultureCode: 1033 };
  expect(await errors('shop', env.PASSWORD).getErrorDesc(input)).toBe('error 1 for shop');
  const timeOf = async (user: string): Promise<number> => {
    const start = performance.now();
    await expect(errors(user, 'wrong').getErrorDesc(input)).rejects.toBeInstanceOf(SoapFaultError);
    return performance.now() - start;
  };
  // The best of some, because other programs run at the same time. Without the slow function it would be a twentieth.
  const [known, unknown]: [number[], number[]] = [[], []];
  for (let round = 0; round < 4; round++) {
    known.push(await timeOf('shop'));
    unknown.push(await timeOf('nobody'));
  }
  expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 4);
  await checking.stop();
  await expect(recipe.start('A server that stores hashes', { env: { PASSWORD: '', PORT: '0' } })).rejects.toThrow();
});

it('Basic and Bearer on both sides', async () => {
  const all = { ...env, API_TOKEN: 'robot-token' };
  const checking = await recipe.start('A server that asks for Basic or Bearer', { env: { ...all, PORT: '0' } });
  expect(await recipe.run('Basic', { baseUrl: checking.url, env })).toEqual(['error 1 for shop']);
  const call = (authorization: string): Promise<Response> =>
    fetch(`${checking.url}/ErrorsApi.asmx/GetErrorDesc?errorCode=2&cultureCode=1033`, { headers: { authorization } });
  expect(await (await call('Bearer robot-token')).text()).toContain('error 2 for robot');
  const refused = await call('Bearer robot-tokem');
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="wallet", Bearer']);
  await checking.stop();
});
