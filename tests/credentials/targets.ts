import { digestBlock, tokenBlock } from '../support/runtime/secured-server.js';
import type { Accepted, Proof } from './attacks.js';

/** How a program that checks credentials is attacked: what it accepts, and how it comes to listen and say where. */
export interface Target {
  readonly accepts: Accepted;
  /** Proofs that it has to accept. */
  readonly right: readonly Proof[];
  /** Makes the program serve `errorsApi` at a free port, and print `listening on` and the address. */
  readonly serve?: (text: string) => string;
}

const shop = { user: 'shop', password: 'pass-4711' };

/** The environment of all programs. */
export const env = {
  PASSWORD: shop.password,
  API_TOKEN: 'robot-token',
  API_KEY: 'known-key',
  PORT: '0',
};
const ofShop = [`Basic ${Buffer.from(`${shop.user}:${shop.password}`).toString('base64')}`, `Bearer ${env.API_TOKEN}`];
const withAuthorization = (value: string): Proof => ({ headers: [['authorization', value]] });
const named = (text: string): string =>
  `${text.replace('createServer({', 'const $server = createServer({')}\nconsole.log('listening on ' + (await $server.listen(0)).url);`;

/**
 * The programs that check credentials. To add one, give what it accepts, for the attacks to be near it, and proofs that it has to accept. One that does not listen
 * itself needs `serve`.
 */
export const targets: Readonly<Record<string, Target>> = {
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

/** Programs that only show who calls, decide about something else, or ask for what these attacks do not make. */
export const others: Readonly<Record<string, string>> = {
  'docs/browsers.md CORS': 'lets pages of an origin send credentials, and does not check them',
  'docs/guide/exchanges.md Exchanges': 'shows who calls',
  'docs/interceptors.md Interceptors of servers': 'shows who calls',
  'docs/interceptors.md Audit': 'shows who calls',
  'docs/interceptors.md Rate limits': 'counts who calls',
  'docs/recipes/ws-security.md Verify on a server':
    'asks for a signature: `soap/attacks.test.ts` of the package attacks it',
  'docs/recipes/ws-security.md A server that decrypts': 'asks for a signature as well',
  'docs/recipes/ws-security.md A server that takes assertions':
    'asks for an assertion: `tokens/saml.test.ts` of the package attacks it',
};
