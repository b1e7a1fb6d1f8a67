import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AccountApiClient, ErrorsApiClient } from 'wallet-api';
import { repository, textOf } from '../support/repository.js';
import { typeErrors } from '../support/type-errors.js';
import { compileExamples, linkPackages, output, type RunningExample, start } from './run.js';

/** The examples that use packages of others. */

const names = ['express', 'fastify', 'soap-client', 'soap-server', 'ws-security'];
const namespaces = { api_namespace: 'http://wallet.example/api' };

beforeAll(async () => {
  await compileExamples();
  linkPackages();
}, 60_000);

it('compile under the strict options', () => {
  const folder = mkdtempSync(join(repository, 'tests/node_modules/examples-'));
  try {
    cpSync(join(repository, 'examples'), folder, {
      recursive: true,
      filter: (path) => !/(dist|monorepos)$/.test(path),
    });
    const files = names.map((name) => `${name}/main.ts`);
    const project = { extends: join(repository, 'tsconfig.check.json'), include: [], exclude: [], files };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project));
    expect(typeErrors('.', folder)).toBe('');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);

it('soap-client: the package `soap` calls our server', async () => {
  expect(await output('soap-client')).toEqual([
    'ExchangerApiSoap { ExchangeResult: 0 }',
    'ExchangerApiSoap12 { ExchangeResult: 0 }',
  ]);
});

it('soap-server: our client calls a server of the package `soap`', async () => {
  expect(await output('soap-server')).toEqual(['soap11 <-5>', 'soap12 <-5>']);
});

it('ws-security: the other side checks a password and a signature', async () => {
  expect(await output('ws-security')).toEqual([
    'user name token, secret Error 5',
    'user name token, wrong SoapFaultError',
    'signed: Error 5',
    'unsigned: AccessDeniedError',
  ]);
});

describe.each(['express', 'fastify'])('%s', (name) => {
  let server: RunningExample;
  beforeAll(async () => {
    server = await start(name);
  });
  afterAll(() => server.stop());

  it('serves the services next to its own routes', async () => {
    const account = new AccountApiClient({ baseUrl: `${server.url}/soap`, namespaces });
    for (const binding of ['soap11', 'soap12', 'httpGet', 'httpPost'] as const) {
      expect(await account.contactSetFavorite({ sessionId: 's', wmid: binding, value: true }, { binding })).toBe(0);
    }
    expect(await (await fetch(`${server.url}/health`)).text()).toBe('fine');
    const wsdl = await (await fetch(`${server.url}/soap/AccountApi.asmx?WSDL`)).text();
    expect(wsdl).toContain(`location="${server.url}/soap/AccountApi.asmx"`);
  });

  it('answers the request in its README', async () => {
    const address = /curl '([^']+)'/.exec(textOf(`examples/${name}/README.md`))?.[1] ?? '';
    const answer = await fetch(address.replace('http://127.0.0.1:8080', server.url));
    expect(await answer.text()).toContain('A value is wrong');
    const errors = new ErrorsApiClient({ baseUrl: `${server.url}/soap`, namespaces });
    expect(await errors.getErrorDesc({ errorCode: 12345, cultureCode: 1033 })).toBeUndefined();
  });
});
