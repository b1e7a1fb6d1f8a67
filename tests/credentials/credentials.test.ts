import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { digestBlock, tokenBlock } from '../../runtime/src/testing/secured-server.js';
import { type RunningProgram, startProgram } from '../recipes/recipe.js';
import { repository } from '../support/repository.js';
import { type Accepted, attacks, type Proof } from './attacks.js';
import { credentialSamples } from './samples.js';

/** How a program that checks credentials is attacked: what it accepts, and how it comes to listen and say where. */
interface Target {
  readonly accepts: Accepted;
  /** Proofs that it has to accept. */
  readonly right: readonly Proof[];
  /** Makes the program serve `errorsApi` at a free port, and print `listening on` and the address. */
  readonly serve?: (text: string) => string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Attempts that are under way at a time. */
const atOnce = 16;

const shop = { user: 'shop', password: 'pass-4711' };
const env = { PASSWORD: shop.password, API_TOKEN: 'robot-token', API_KEY: 'known-key', PORT: '0' };
const ofShop = [`Basic ${Buffer.from(`${shop.user}:${shop.password}`).toString('base64')}`, `Bearer ${env.API_TOKEN}`];
const withAuthorization = (value: string): Proof => ({ headers: [['authorization', value]] });
const named = (text: string): string =>
  `${text.replace('createServer({', 'const $server = createServer({')}\nconsole.log('listening on ' + (await $server.listen(0)).url);`;

/**
 * The programs that check credentials. To add one, give what it accepts, for the attacks to be near it, and proofs that it has to accept. One that does not listen
 * itself needs `serve`.
 */
const targets: Readonly<Record<string, Target>> = {
  'docs/addressing-and-security.md Servers (2)': {
    accepts: { user: 'me', password: 'secret' },
    right: [{ block: tokenBlock('me', 'secret') }, { block: digestBlock('me', 'secret') }],
    serve: named,
  },
  'docs/interceptors.md Interceptors of servers (2)': {
    accepts: { user: 'ann', authorization: [`Bearer ${env.API_TOKEN}`] },
    right: [withAuthorization(`Bearer ${env.API_TOKEN}`)],
    serve: (text) => `import { createServer } from '@wsdl-codegen/runtime/node';
      import { errorsApi } from 'wallet-api';
      ${text}
      const namespaces = { api_namespace: 'http://wallet.example/api' };
      const interceptors = [authentication, authorization];
      const server = createServer({ services: [errorsApi({ getErrorDesc: () => 'Done' })], namespaces, interceptors });
      console.log('listening on ' + (await server.listen(0)).url);`,
  },
  'docs/recipes/authentication.md A server that asks for Basic or Bearer': {
    accepts: { ...shop, authorization: ofShop },
    right: ofShop.map(withAuthorization),
  },
  'docs/recipes/authentication.md A server that asks for a UsernameToken': {
    accepts: shop,
    right: [{ block: tokenBlock(shop.user, shop.password) }, { block: digestBlock(shop.user, shop.password) }],
  },
  'docs/recipes/authentication.md A server that stores hashes': {
    accepts: shop,
    right: [{ block: tokenBlock(shop.user, shop.password) }],
  },
  'docs/soap-package.md Our services on its `listen`': {
    accepts: { user: 'user', apiKey: env.API_KEY },
    right: [{ headers: [['x-api-key', env.API_KEY]] }],
    serve: (text) =>
      text.replace(
        'host.listen(8080)',
        "host.listen(0, () => console.log('listening on http://127.0.0.1:' + host.address().port))",
      ),
  },
  'examples/ws-security/main.ts': {
    accepts: { user: 'user', password: 'secret' },
    right: [{ block: tokenBlock('user', 'secret') }, { block: digestBlock('user', 'secret') }],
    serve: (text) => {
      const [beginning = '', end = ''] = text.split('for (const password of');
      const functions = end.slice(end.indexOf('async function listening'));
      return `${beginning}\nconsole.log('listening on ' + baseUrl);\n${functions}`.replaceAll(
        "from './",
        "from './examples/ws-security/",
      );
    },
  },
};

/** Programs that only show who calls, or decide about something else. */
const others: Readonly<Record<string, string>> = {
  'docs/browsers.md CORS': 'lets pages of an origin send credentials, and does not check them',
  'docs/guide.md Exchanges': 'shows who calls',
  'docs/interceptors.md Interceptors of servers': 'shows who calls',
  'docs/interceptors.md Audit': 'shows who calls',
  'docs/interceptors.md Rate limits': 'counts who calls',
};

const found = credentialSamples();
const cache = join(repository, 'node_modules/.cache');
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, 'credentials-'));
const started: RunningProgram[] = [];
afterAll(async () => {
  await Promise.all(started.map((program) => program.stop()));
  rmSync(folder, { recursive: true, force: true });
});

it('every program about credentials is attacked: a new one needs an entry in `targets`, or in `others` with the reason', () => {
  const names = found.map(({ name }) => name);
  expect(names.filter((name) => !(name in targets) && !(name in others))).toEqual([]);
  expect([...Object.keys(targets), ...Object.keys(others)].filter((name) => !names.includes(name))).toEqual([]);
});

describe.each(Object.entries(targets))('%s', (name, { accepts, right, serve = (text) => text }) => {
  let url = '';
  beforeAll(async () => {
    const sample = found.find((each) => each.name === name)?.text ?? '';
    // Otherwise the first attacks would keep the others away.
    const text = sample.replace(/failures: \{ limit: \d+ \}/, 'failures: { limit: 1_000_000 }');
    const program = await startProgram(serve(text), folder, { env });
    started.push(program);
    url = program.url.replace(/\[::\]|0\.0\.0\.0|localhost/, '127.0.0.1');
  }, 30_000);

  it('lets in whom it knows, and nobody with the same digest again', async () => {
    for (const proof of right) {
      expect([proof, await isLetIn(url, proof)]).toEqual([proof, true]);
      const isDigest = proof.block?.includes('#PasswordDigest') === true;
      expect([proof, await isLetIn(url, proof)]).toEqual([proof, !isDigest]);
    }
  });

  it('lets in nobody else', async () => {
    const over = attacks(accepts).flatMap((proof) =>
      proof.block === undefined ? [{ ...proof, isGet: true }, proof] : [proof],
    );
    const letIn: Proof[] = [];
    for (let at = 0; at < over.length; at += atOnce) {
      const some = over.slice(at, at + atOnce);
      const outcomes = await Promise.all(some.map((proof) => isLetIn(url, proof)));
      letIn.push(...some.filter((_, index) => outcomes[index]));
    }
    expect(letIn).toEqual([]);
  }, 60_000);
});

interface Attempt extends Proof {
  readonly isGet?: boolean;
}

/** Calls the service over SOAP, or over GET. A server that does not answer lets nobody in. */
function isLetIn(url: string, { headers = [], block, isGet = false }: Attempt): Promise<boolean> {
  const method = isGet ? 'GET' : 'POST';
  const path = isGet ? '/ErrorsApi.asmx/GetErrorDesc?errorCode=1&cultureCode=1' : '/ErrorsApi.asmx';
  const api = 'http://wallet.example/api';
  const fields = [
    ...headers.flat(),
    ...(isGet ? [] : ['Content-Type', 'text/xml; charset=utf-8', 'SOAPAction', `"${api}/GetErrorDesc"`]),
  ];
  const header = block === undefined ? '' : `<s:Header>${block}</s:Header>`;
  const call = `<GetErrorDesc xmlns="${api}"><errorCode>1</errorCode><cultureCode>1</cultureCode></GetErrorDesc>`;
  return new Promise((resolve, reject) => {
    const { host } = new URL(url);
    const sent = request(
      `${url}${path}`,
      { method, headers: ['Host', host, ...fields], timeout: 5_000 },
      (response) => {
        response.resume().on('end', () => resolve(response.statusCode === 200));
      },
    );
    sent.on('timeout', () => {
      resolve(false);
      sent.destroy();
    });
    sent.on('error', reject);
    sent.end(
      isGet
        ? ''
        : `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">${header}<s:Body>${call}</s:Body></s:Envelope>`,
    );
  });
}
