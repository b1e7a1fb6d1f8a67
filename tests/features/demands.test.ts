import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DynamicClient, parseTree, registerService, SoapFault, type SoapHeaderExtension } from '@wsdl-codegen/runtime';
import { createServer } from '@wsdl-codegen/runtime/node';
import { wsSecurity } from '@wsdl-codegen/runtime/security';
import { checkUsernameToken, saml, usernameToken, x509 } from '@wsdl-codegen/ws-security';
import { signingCertificate } from '../support/certificates.js';
import { directTransport } from '../wire/connection.js';
import { connect } from './connect.js';
import { type Exports, findings, type InMemoryPackage, load, packageOf, typeCheck } from './package.js';

/** The services of the golden case of policies. */
const wsdl = readFileSync(join(__dirname, '../golden/policies/input.wsdl'), 'utf8');
let made: InMemoryPackage;
let shop: Exports;

beforeAll(async () => {
  made = await packageOf({ 'shop.wsdl': wsdl });
  shop = load(made.files);
});

const passwords = (user: string): string | undefined => (user === 'ann' ? 'secret' : undefined);
const token = usernameToken({ user: 'ann', password: 'secret' });

it('reports nothing for demands that are supported', () => {
  expect(findings(made)).toEqual([]);
});

describe('the types of clients and servers', () => {
  it('require what meets the demands, and nothing else', () => {
    const use = `import type { MessageSecurity } from '@wsdl-codegen/runtime';
import * as shop from './index.js';
declare const mutual: MessageSecurity<'x509' | 'peer'>;
declare const own: MessageSecurity<'x509'>;
declare const peer: MessageSecurity<'peer'>;
declare const user: MessageSecurity<'usernameToken'>;
declare const check: MessageSecurity<'usernameCheck'>;
declare const shopService: shop.UserShopService;

export const good: readonly unknown[] = [
  new shop.MutualShopClient({ security: mutual }),
  new shop.MutualShopClient({ security: 'unprotected' }),
  shop.MutualShopClient$of({ buy: shop.MutualShop$buy }, { security: mutual }),
  new shop.UserShopClient({ security: user }),
  new shop.EitherShopClient({ security: user }),
  new shop.EitherShopClient({ security: own }),
  new shop.EitherShopClient({ security: mutual }),
  new shop.BothShopClient({ security: [own, user] }),
  new shop.OptionalShopClient(),
  new shop.OptionalShopClient({ security: user }),
  new shop.TlsShopClient(),
  new shop.MixedShopClient(),
  new shop.MixedShopClient({ binding: 'soap11' }),
  new shop.MixedShopClient({ binding: 'soap12', security: user }),
  new shop.MixedShopClient({ port: 'Named', security: user }),
  shop.userShop(shopService, { security: check }),
  shop.userShop(shopService, { security: 'unprotected', bindings: ['soap12'] }),
  shop.bothShop(shopService, { security: [peer, check] }),
  shop.tlsShop(shopService),
];

// @ts-expect-error
new shop.MutualShopClient();
// @ts-expect-error
new shop.MutualShopClient({});
// @ts-expect-error
new shop.MutualShopClient({ security: own });
// @ts-expect-error
new shop.MutualShopClient({ security: user });
// @ts-expect-error
shop.MutualShopClient$of({ buy: shop.MutualShop$buy });
// @ts-expect-error
new shop.EitherShopClient({ security: peer });
// @ts-expect-error
new shop.BothShopClient({ security: user });
// @ts-expect-error
new shop.BothShopClient({ security: [own] });
// @ts-expect-error
new shop.OptionalShopClient({ security: own });
// @ts-expect-error
new shop.MixedShopClient({ binding: 'soap12' });
// @ts-expect-error
new shop.MixedShopClient({ port: 'Named' });
// @ts-expect-error
shop.userShop(shopService);
// @ts-expect-error
shop.userShop(shopService, { security: user });
`;
    expect(typeCheck({ shop: new Map([...made.files, ['src/use.ts', use]]) })).toBe('');
  });

  it('leave out bindings that cannot carry what is demanded', async () => {
    const http = `<wsdl:binding name="Get" type="tns:Shop"><wsp:PolicyReference URI="#User"/><http:binding verb="GET" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/"/>
      <wsdl:operation name="Buy"><http:operation location="/Buy" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/"/><wsdl:input><http:urlEncoded xmlns:http="http://schemas.xmlsoap.org/wsdl/http/"/></wsdl:input><wsdl:output/></wsdl:operation></wsdl:binding>
      <wsdl:service name="GetShop"><wsdl:port name="A" binding="tns:User"><soap12:address location="https://shop.example/a"/></wsdl:port><wsdl:port name="B" binding="tns:Get"><http:address location="https://shop.example/b" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/"/></wsdl:port></wsdl:service></wsdl:definitions>`;
    const { files } = await packageOf({ 'shop.wsdl': wsdl.replace('</wsdl:definitions>', http) });
    expect(files.get('src/get-shop.service.ts')).toContain("export type GetShopBinding = 'soap12';");
    const { GetShop } = load(files);
    const client = new DynamicClient<Record<string, { input: unknown; output: unknown }>>(GetShop, { security: token });
    await expect(client.call('buy', 'tea', { binding: 'httpGet' })).rejects.toThrow(
      new TypeError('The WS-Policy of GetShop demands protected messages, which httpGet of the port B does not have.'),
    );
  });
});

describe('programs in JavaScript', () => {
  const buy = { buy: () => 1 };

  it.each([
    [
      'MutualShop',
      {},
      'The WS-Policy of MutualShop demands protected messages at the port P. Set the option `security` to x509({ key, certificate, peer }) of @wsdl-codegen/ws-security, or to "unprotected" if nothing or something else protects them.',
    ],
    [
      'BothShop',
      { security: token },
      /to \[x509\(\{ key, certificate \}\), usernameToken\(\{ user, password \}\)\] of/,
    ],
    ['EitherShop', {}, /to usernameToken\(\{ user, password \}\) or x509\(\{ key, certificate \}\) of/],
    ['UserShop', { security: 'none' }, /^The option `security` must be what a function of .* not "none"/],
    [
      'TlsShop',
      { security: token },
      'TlsShop needs `security: messageSecurity` of @wsdl-codegen/runtime, which the client does not name.',
    ],
    ['MixedShop', { binding: 'soap12' }, /at the port Newer/],
  ])('learn what clients of %s with %j need', (name, options, message) => {
    expect(() => new shop[`${name}Client`](options)).toThrow(message);
  });

  it('learn what a call over another binding needs', async () => {
    await expect(new shop.MixedShopClient().buy('tea', { binding: 'soap12' })).rejects.toThrow(/at the port Newer/);
  });

  it('learn what servers need before they are started', () => {
    expect(() => shop.userShop(buy)).toThrow(/Set the option `security` to checkUsernameToken\(\{ passwords \}\) of/);
    expect(() => registerService(shop.TlsShop, buy as never, { security: checkUsernameToken({ passwords }) })).toThrow(
      'TlsShop has no WS-Policy for the option `security`: use the option `extensions` of the server.',
    );
  });

  it('cannot serve ports with different demands at one address', () => {
    const { ports } = shop.MixedShop;
    const same = ports.map((port: object) => ({ ...port, address: 'https://shop.example/one' }));
    const [named, newer] = [same[1], { ...same[2], security: [{ usernameToken: {} }] }];
    const services = [
      registerService({ ...shop.MixedShop, ports: [named, newer] }, buy as never, {
        security: checkUsernameToken({ passwords }),
      }),
    ];
    expect(() => createServer({ services })).toThrow(/^The ports at \/one demand protected messages in different ways/);
  });
});

describe('a user name token over HTTPS', () => {
  interface Seen {
    principal?: unknown;
  }

  function joined(client: Exports, security: unknown = checkUsernameToken({ passwords })) {
    const seen: Seen = {};
    const implementation = {
      buy: (_: string, context: { readonly principal: unknown }) => {
        seen.principal = context.principal;
        return 7;
      },
    };
    const server = createServer({ services: [shop.userShop(implementation, { security })] });
    const direct = directTransport(server);
    const sent: string[] = [];
    const made = new shop.UserShopClient({
      transport: (request: { readonly body: string }) => {
        sent.push(request.body);
        return direct(request as never);
      },
      ...client,
    });
    return { client: made, sent, seen };
  }

  it('is sent after the timestamp in a block that has to be understood, and checked', async () => {
    const { client, sent, seen } = joined({ security: token });
    await expect(client.buy('tea')).resolves.toBe(7);
    expect(seen.principal).toBe('ann');
    expect(sent[0]?.replace(/\d{4}-[-\d:.T]+Z/g, 'T').replace(/ xmlns:\w+="[^"]*"/g, '')).toContain(
      '<wsse:Security soap:mustUnderstand="1"><wsu:Timestamp><wsu:Created>T</wsu:Created><wsu:Expires>T</wsu:Expires></wsu:Timestamp><wsse:UsernameToken><wsse:Username>ann</wsse:Username>',
    );
  });

  it('is missing, or wrong, and refused', async () => {
    await expect(joined({ security: 'unprotected' }).client.buy('tea')).rejects.toThrow(/Security/i);
    const wrong = usernameToken({ user: 'ann', password: 'other' });
    await expect(joined({ security: wrong }).client.buy('tea')).rejects.toThrow(/authenticated/);
  });

  it('is not sent without HTTPS, but on this machine', async () => {
    const { client, sent } = joined({ security: token, baseUrl: 'http://shop.example' });
    await expect(client.buy('tea')).rejects.toThrow('demands HTTPS');
    expect(sent).toEqual([]);
    await expect(joined({ security: token, baseUrl: 'http://localhost:8080' }).client.buy('tea')).resolves.toBe(7);
  });

  it('is a part of the block of the runtime as well', async () => {
    const part = await token.write(new Date());
    expect(part.name).toBe('UsernameToken');
  });

  it('is demanded as a digest', async () => {
    const hashed = wsdl.replaceAll('<sp:WssUsernameToken10/>', '<sp:HashPassword/>');
    const exports = load((await packageOf({ 'shop.wsdl': hashed })).files);
    expect(exports.UserShop.ports[0].security[0].usernameToken).toEqual({
      digest: true,
      signed: true,
      encrypted: true,
    });
    const security = checkUsernameToken({ passwords });
    const { client, last } = connect(
      { ...exports, userShop: (it: object) => exports.userShop(it, { security }) },
      'UserShop',
      { buy: () => 1 },
      {
        client: { security: token },
      },
    );
    await client.buy('tea');
    expect(last.request).toContain('#PasswordDigest"');
    const verify = checkUsernameToken({ verify: () => true });
    expect(() => exports.userShop({ buy: () => 1 }, { security: verify })).toThrow('needs `passwords`');
  });
});

describe('an assertion over HTTPS', () => {
  const assertionNamespace = 'urn:oasis:names:tc:SAML:2.0:assertion';
  const part = { write: () => parseTree(`<a:Assertion xmlns:a="${assertionNamespace}" ID="_1"/>`) };
  /** Looks for an assertion, and takes it out of the block. */
  const check: SoapHeaderExtension = {
    understands: [],
    soapOnly: true,
    open: ({ text, parts }, { side }) => {
      if (side === 'server' && !text.includes('<a:Assertion')) {
        throw new SoapFault('no assertion', { code: 'Client' });
      }
      return { text: text.replace(/<a:Assertion[^>]*>/, ''), parts };
    },
  };

  it('is sent after the timestamp, and checked', async () => {
    const issued = wsdl.replaceAll(
      /<sp:UsernameToken .*?<\/sp:UsernameToken>/g,
      '<sp:IssuedToken><sp:Issuer/></sp:IssuedToken>',
    );
    const made = await packageOf({ 'shop.wsdl': issued });
    expect(findings(made)).toEqual([]);
    expect(made.files.get('src/user-shop.client.ts')).toContain("security: MessageSecurity<'samlToken'>");
    const exports = load(made.files);
    const joined = (security: unknown) =>
      connect(
        { ...exports, userShop: (it: object) => exports.userShop(it, { security: saml({ check }) }) },
        'UserShop',
        { buy: () => 1 },
        { client: { security } },
      );
    const { client, last } = joined(saml({ token: part }));
    await expect(client.buy('tea')).resolves.toBe(1);
    expect(last.request).toMatch(/<wsu:Timestamp.*<a:Assertion/s);
    expect(last.response).toContain('Timestamp');
    await expect(joined('unprotected').client.buy('tea')).rejects.toThrow('no assertion');
    const withoutTimestamp = wsSecurity({ parts: [part] });
    const other = connect(
      { ...exports, userShop: (it: object) => exports.userShop(it, { security: saml({ check }) }) },
      'UserShop',
      { buy: () => 1 },
      { client: { security: 'unprotected', extensions: [withoutTimestamp] } },
    );
    await expect(other.client.buy('tea')).rejects.toThrow();
  });

  it('is either sent or checked', () => {
    expect(() => saml({} as never)).toThrow('`saml` needs either `token` or `check`.');
    expect(() => saml({ token: part, check } as never)).toThrow('`saml` needs either');
    expect(() => saml({ token: 'text' } as never)).toThrow('must be a part of the security block');
  });
});

describe('certificates of both sides', () => {
  const ann = signingCertificate('Ann');
  const shopKeys = signingCertificate('Shop');
  const eve = signingCertificate('Eve');
  const of = ({ key, cert }: typeof ann, peer: string) =>
    x509({ key, certificate: cert, peer, allowUnsigned: ['aes256-cbc'] });
  const service = of(shopKeys, ann.cert);

  function joined(name: string, client: unknown, server: unknown, change = (text: string) => text) {
    const seen: { principal?: unknown; input?: string } = {};
    const implementation = {
      buy: (input: string, context: { readonly principal: unknown }) => {
        Object.assign(seen, { principal: context.principal, input });
        return 7;
      },
    };
    const factory = shop[name.charAt(0).toLowerCase() + name.slice(1)];
    const direct = directTransport(createServer({ services: [factory(implementation, { security: server })] }));
    const sent: string[] = [];
    const answered: string[] = [];
    const made = new shop[`${name}Client`]({
      security: client,
      transport: async (request: { readonly body: string }) => {
        sent.push(request.body);
        const answer = await direct({ ...request, body: change(request.body) } as never);
        answered.push(new TextDecoder().decode(answer.body as Uint8Array));
        return answer;
      },
    });
    return { buy: (): Promise<number> => made.buy('tea'), sent, answered, seen };
  }

  /** Another message in the place of what is encrypted. */
  const changedBody = (text: string): string =>
    text.replace(/(<soap:Body[^>]*>).*(<\/soap:Body>)/s, '$1<Buy xmlns="urn:shop">tee</Buy>$2');

  it('encrypt what is demanded, for the service and for the signer of the request', async () => {
    const { buy, sent, answered } = joined('MutualShop', of(ann, shopKeys.cert), service);
    await buy();
    for (const text of [sent[0], answered[0]]) {
      expect(text).toContain('xmlenc#aes256-cbc');
      expect(text).toContain('xmlenc#rsa-oaep-mgf1p');
      expect(text).not.toMatch(/tea|Bought/);
    }
  });

  it('encrypt before they sign, where the policy says so, and need no leave for CBC then', async () => {
    const changed = wsdl.replaceAll('<sp:OnlySignEntireHeadersAndBody/>', '<sp:EncryptBeforeSigning/>');
    const exports = load((await packageOf({ 'shop.wsdl': changed })).files);
    const security = x509({ key: shopKeys.key, certificate: shopKeys.cert, peer: ann.cert });
    const { client, last } = connect(
      { ...exports, mutualShop: (it: object) => exports.mutualShop(it, { security }) },
      'MutualShop',
      { buy: () => 8 },
      { client: { security: x509({ key: ann.key, certificate: ann.cert, peer: shopKeys.cert }) } },
    );
    await expect(client.buy('tea')).resolves.toBe(8);
    expect(last.request).not.toContain('tea');
  });

  it('need leave for CBC without a signature over what is encrypted', () => {
    const security = x509({ key: ann.key, certificate: ann.cert, peer: shopKeys.cert });
    expect(() => new shop.MutualShopClient({ security })).toThrow(
      /demands aes256-cbc without a signature over what is encrypted: .* Name it in the option `allowUnsigned`/,
    );
  });

  it('need a certificate for which they encrypt, and a key that decrypts', () => {
    const leave = { allowUnsigned: ['aes256-cbc'] } as const;
    const peer = { certificates: shopKeys.cert };
    const client = (security: unknown) => () => new shop.MutualShopClient({ security });
    expect(client(x509({ key: ann.key, certificate: ann.cert, peer, ...leave }))).toThrow('needs `encryptFor`');
    const signer = async (): Promise<Uint8Array> => new Uint8Array();
    const own = { certificate: ann.cert, algorithm: 'rsa-sha256', peer: shopKeys.cert, ...leave } as const;
    expect(client(x509({ key: signer, ...own }))).toThrow('needs `decryptionKey`');
  });

  it('sign the parts that are demanded, each with the reference that is demanded', async () => {
    const { buy, sent, answered, seen } = joined('MutualShop', of(ann, shopKeys.cert), service);
    await expect(buy()).resolves.toBe(7);
    expect(seen).toMatchObject({ input: 'tea', principal: { subject: 'CN=Ann' } });
    const order = /<wsu:Timestamp .*<wsse:BinarySecurityToken .*<ds:Signature /s;
    expect(sent[0]).toMatch(order);
    expect(sent[0]?.match(/<ds:Reference /g)).toHaveLength(2);
    expect(answered[0]).toMatch(/<ds:X509IssuerSerial>/);
    expect(answered[0]).toContain('SignatureConfirmation');
    expect(answered[0]).not.toContain('BinarySecurityToken');
  });

  it.each([
    ['a signature of somebody else', () => joined('MutualShop', of(eve, shopKeys.cert), service)],
    ['no signature', () => joined('MutualShop', 'unprotected', service)],
    ['another Body', () => joined('MutualShop', of(ann, shopKeys.cert), service, changedBody)],
    ['an answer of somebody else', () => joined('MutualShop', of(ann, eve.cert), service)],
    ['an answer without a signature', () => joined('MutualShop', of(ann, shopKeys.cert), 'unprotected')],
  ])('refuse %s', async (_, make) => {
    await expect(make().buy()).rejects.toThrow();
  });

  it('endorse a timestamp over HTTPS beside a user name token', async () => {
    const client = [x509({ key: ann.key, certificate: ann.cert }), token];
    const server = [x509({ peer: ann.cert }), checkUsernameToken({ passwords })];
    const { buy, sent, seen } = joined('BothShop', client, server);
    await expect(buy()).resolves.toBe(7);
    expect(seen).toEqual({ input: 'tea', principal: 'ann' });
    expect(sent[0]).toMatch(/<wsu:Timestamp .*<wsse:BinarySecurityToken .*<ds:Signature .*/s);
    expect(sent[0]?.match(/<ds:Reference /g)).toHaveLength(1);
    const others = [x509({ key: eve.key, certificate: eve.cert }), token];
    await expect(joined('BothShop', others, server).buy()).rejects.toThrow();
    await expect(joined('BothShop', 'unprotected', server).buy()).rejects.toThrow();
    const late = (text: string): string => text.replace(/(?<=Expires>)\d{4}/, '2100');
    await expect(joined('BothShop', client, server, late).buy()).rejects.toThrow();
  });

  it('are of the suite of the policy, unless the program says something else', async () => {
    const old = wsdl.replaceAll('<sp:Basic256Sha256/>', '<sp:Basic256/>');
    const exports = load((await packageOf({ 'shop.wsdl': old })).files);
    const signedWith = async (client: Exports): Promise<string> => {
      let body = '';
      const made = new exports.MutualShopClient({
        security: client,
        transport: async (request: { readonly body: string }) => {
          body = request.body;
          throw new Error('not sent');
        },
      });
      await made.buy('tea').catch(() => undefined);
      return [...body.matchAll(/<ds:(?:Signature|Digest)Method Algorithm="[^"]*#([^"]*)"/g)]
        .map(([, name]) => name)
        .join();
    };
    const own = { key: ann.key, certificate: ann.cert, peer: shopKeys.cert, allowUnsigned: ['aes256-cbc'] } as const;
    expect(await signedWith(x509(own))).toBe('rsa-sha1,sha1,sha1');
    expect(await signedWith(x509({ ...own, algorithm: 'rsa-sha512', digest: 'sha512' }))).toBe(
      'rsa-sha512,sha512,sha512',
    );
  });

  it('of suites with SHA-256 are made with rsa-sha256, and with rsa-sha1 where both sides name it', async () => {
    const client = (options: object) =>
      x509({ key: ann.key, certificate: ann.cert, peer: shopKeys.cert, allowUnsigned: ['aes256-cbc'], ...options });
    const server = (options: object) =>
      x509({
        key: shopKeys.key,
        certificate: shopKeys.cert,
        peer: ann.cert,
        allowUnsigned: ['aes256-cbc'],
        ...options,
      });
    const old = { algorithm: 'rsa-sha1', algorithms: ['rsa-sha1', 'sha256'] };
    const both = { algorithms: ['rsa-sha1', 'rsa-sha256', 'sha256'] };
    const usual = joined('MutualShop', client({}), server(both));
    await usual.buy();
    expect(usual.sent[0]).toContain('#rsa-sha256"');
    const named = joined('MutualShop', client(old), server({ ...both, algorithm: 'rsa-sha1' }));
    await named.buy();
    expect(named.sent[0] + String(named.answered[0])).not.toContain('rsa-sha256');
    await expect(joined('MutualShop', client(old), server({})).buy()).rejects.toThrow();
  });

  it('are checked when they are given', () => {
    expect(() => x509({ key: ann.key } as never)).toThrow(
      '`x509` needs `key` and `certificate`, `peer`, or all of them.',
    );
    expect(() => x509({} as never)).toThrow('`x509` needs');
    expect(() => x509({ certificates: ann.cert } as never)).toThrow(/no option `certificates`; did you mean/);
  });
});
