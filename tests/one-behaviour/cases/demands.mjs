/** Services whose WS-Policy demands protected messages: what clients and servers need, send and refuse. */
import { createServer, DynamicClient, registerService } from '@wsdl-codegen/runtime';
import { checkUsernameToken, saml, usernameToken, x509 } from '@wsdl-codegen/ws-security';
import { Shop } from 'shop';
import { attempt, order, putAnswer, show, transportOf } from '../kit.mjs';

const demands = {
  'a user name token': [{ https: true, timestamp: true, usernameToken: { digest: true } }],
  'a token that stands before the timestamp': [{ timestamp: true, timestampLast: true, usernameToken: {} }],
  'an assertion': [{ https: true, samlToken: {} }],
  'certificates of both sides': [
    { x509: { use: 'mutual', client: 'binarySecurityToken' }, request: { signed: { body: true } } },
  ],
  'a token or nothing': [{ usernameToken: {} }, {}],
  'a token and a certificate': [
    { timestamp: true, x509: { use: 'endorsing', client: 'issuerSerial' }, usernameToken: {} },
  ],
};

const token = () => usernameToken({ user: 'ann', password: 'secret' });
const given = {
  nothing: () => undefined,
  'no protection': () => 'unprotected',
  'another word': () => 'none',
  'a token': token,
  'a list': () => [token()],
  'something else': () => ({ meets: { samlToken: true } }),
};

const demanding = (security) => ({ ...Shop, ports: Shop.ports.map((port) => ({ ...port, security })) });

/** What a client sends: the password is a digest, and instants and nonces are new each time. */
const sent = (service, options) =>
  attempt(async () => {
    const requests = [];
    const transport = transportOf(putAnswer(), requests);
    const client = new DynamicClient(service, { baseUrl: 'https://shop.example', transport, ...options });
    await client.call('put', { order });
    return requests.map(({ body }) => show(body).replace(/(PasswordDigest">)[^<]*/, '$1(digest)'));
  });

const usual = { put: ({ order: own }) => own, describe: () => 'a', forget: () => {} };

const cases = {};
for (const [name, security] of Object.entries(demands)) {
  for (const [what, give] of Object.entries(given)) {
    cases[`demands, ${name}: ${what}`] = () => sent(demanding(security), { security: give() });
  }
}

/** What meets demands and other services, and its own options. */
export const demandCases = {
  ...cases,
  'demands, none': () => sent(Shop, { security: token() }),
  'demands, none and no protection': () => sent(Shop, { security: 'unprotected' }),
  'demands, an address of http': () =>
    sent(demanding(demands['a user name token']), { security: token(), baseUrl: 'http://shop.example' }),
  'demands, over GET': () =>
    attempt(() =>
      new DynamicClient(demanding(demands['a user name token']), {
        baseUrl: 'https://shop.example',
        security: token(),
        binding: 'httpGet',
      }).call('describe', { id: 1 }),
    ),
  'demands, a server without a check': () =>
    attempt(() => registerService(demanding(demands['a user name token']), usual)),
  'demands, a server with a check for nothing': () =>
    attempt(() => registerService(Shop, usual, { security: checkUsernameToken({ passwords: () => 'secret' }) })),
  'demands, a server': () =>
    attempt(async () => {
      const service = demanding(demands['a user name token']);
      const security = checkUsernameToken({ passwords: () => 'secret' });
      const server = createServer({ services: [registerService(service, usual, { security })] });
      const call = async (options) => {
        const transport = async ({ method, url, headers, body }) => {
          const answer = await server.fetch(new Request(url, { method, headers, body }));
          const { status, statusText } = answer;
          return { status, statusText, headers: answer.headers, body: new Uint8Array(await answer.arrayBuffer()) };
        };
        const client = new DynamicClient(service, { baseUrl: 'https://shop.example', transport, ...options });
        return attempt(() => client.call('put', { order }));
      };
      return [await call({ security: token() }), await call({ security: 'unprotected' })];
    }),
  'demands, options that are wrong': async () =>
    Promise.all(
      [
        () => usernameToken({ user: 'ann' }),
        () => usernameToken({ user: 'ann', password: 'secret', nonces: true }),
        () => checkUsernameToken({ maxAgeSeconds: 5 }),
        () => x509({ key: 'a key' }),
        () => x509({}),
        () => x509({ peers: 'a certificate' }),
        () => saml({}),
        () => saml({ token: 'an assertion' }),
      ].map(attempt),
    ),
};
