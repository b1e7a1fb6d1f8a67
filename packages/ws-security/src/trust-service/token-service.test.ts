import { createPublicKey } from 'node:crypto';
import {
  createServer,
  registerService,
  type ServerOptions,
  type ServiceDescriptor,
  SoapFault,
  SoapFaultError,
  type SoapHeaderExtension,
  type Transport,
} from '@wsdl-codegen/runtime';
import { element, tree } from '@wsdl-codegen/runtime/schema';
import { checkSecurity, timestamp, usernameToken, wsSecurity } from '@wsdl-codegen/runtime/security';
import { formatTree, parseTree, type XmlElement } from '@wsdl-codegen/runtime/xml';
import {
  checkSaml,
  issuedToken,
  type SamlPrincipal,
  samlKeys,
  samlReference,
  sign,
  type TokenRequest,
  type TokenService,
  type TokenServiceOptions,
  tokenService,
  verify,
  verifyXml,
} from '@wsdl-codegen/ws-security';
import { signingCertificate } from '../../../../tests/support/certificates.js';
import { joinedEcho } from '../../../../tests/support/joined.js';
import { signedAssertion } from '../../../../tests/support/saml-assertions.js';
import { readDocument } from '../xml/document.js';
import { computeSecret } from './computed-key.js';

const trust = 'http://docs.oasis-open.org/ws-sx/ws-trust/200512';
const wsse = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
const utility = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';
const issuer = signingCertificate('Issuer');
const holder = signingCertificate('Holder');

type Answer = (request: string, action: string) => string | Promise<string>;

interface Fake {
  readonly service: TokenService;
  readonly sent: string[];
  readonly asked: string[];
}

type Options = Partial<TokenServiceOptions>;

/** A token service of the runtime's own server. */
function fake(
  answer: Answer,
  options: Options | ((client: TokenServiceOptions['client']) => Options) = {},
  server: Partial<ServerOptions> = {},
): Fake {
  const [sent, asked]: [string[], string[]] = [[], []];
  const operation = (action: string): ServiceDescriptor['operations'][string] => ({
    name: action,
    input: { element: element(trust, 'RequestSecurityToken', tree()) },
    output: { element: element(trust, 'RequestSecurityTokenResponseCollection', tree()) },
    soap11: { action: `${trust}/RST/${action}`, style: 'document' },
    soap12: { action: `${trust}/RST/${action}`, style: 'document' },
  });
  const actions = ['Issue', 'Renew', 'Validate', 'Cancel'];
  const descriptor: ServiceDescriptor = {
    kind: 'service',
    name: 'Sts',
    namespace: trust,
    placeholders: [],
    ports: [
      { name: 'Soap12', binding: 'soap12', address: 'http://localhost/sts' },
      { name: 'Soap11', binding: 'soap11', address: 'http://localhost/sts' },
    ],
    operations: Object.fromEntries(actions.map((action) => [action, operation(action)])),
  };
  const handler = (action: string) => async (input: XmlElement) => {
    asked.push(action);
    return parseTree(await answer(formatTree(input), action));
  };
  const handlers = Object.fromEntries(actions.map((action) => [action, handler(action)]));
  const sts = createServer({
    services: [registerService(descriptor, handlers as never)],
    addressing: true,
    extensions: [checkSecurity({ passwords: (user) => (user === 'me' ? 'secret' : undefined), timestamp: true })],
    ...server,
  });
  const transport: Transport = async ({ method, headers, body }) => {
    sent.push(String(body));
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const given = Buffer.from((body ?? '') as Uint8Array);
    const back = await sts.handle({ method, url: '/sts', headers: lower, body: given });
    const octets = Buffer.from(back.body as Uint8Array);
    return { status: back.status, statusText: '', headers: new Headers(back.headers), body: octets };
  };
  const extensions = [wsSecurity({ parts: [timestamp(), usernameToken('me', 'secret')] })];
  const service = tokenService({
    address: 'https://sts.example/adfs/services/trust/13/usernamemixed',
    client: { transport, extensions },
    ...(typeof options === 'function' ? options({ transport }) : options),
  });
  return { service, sent, asked };
}

/** A secret that is encrypted for the holder's certificate. */
async function encryptedKey(secret: Uint8Array): Promise<string> {
  const info = createPublicKey(holder.publicKey).export({ type: 'spki', format: 'der' });
  const oaep = { name: 'RSA-OAEP', hash: 'SHA-1' };
  const key = await crypto.subtle.importKey('spki', Uint8Array.from(info), oaep, false, ['encrypt']);
  const octets = await crypto.subtle.encrypt(oaep, key, Uint8Array.from(secret));
  const cipher = Buffer.from(octets).toString('base64');
  return `<e:EncryptedKey xmlns:e="http://www.w3.org/2001/04/xmlenc#"><e:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p"/><e:CipherData><e:CipherValue>${cipher}</e:CipherValue></e:CipherData></e:EncryptedKey>`;
}

const lifetime = (seconds: number): string => {
  const at = (offset: number): string => new Date(Date.now() + offset * 1000).toISOString();
  return `<t:Lifetime><u:Created xmlns:u="${utility}">${at(0)}</u:Created><u:Expires xmlns:u="${utility}">${at(seconds)}</u:Expires></t:Lifetime>`;
};
const collection = (content: string): string =>
  `<t:RequestSecurityTokenResponseCollection xmlns:t="${trust}"><t:RequestSecurityTokenResponse>${content}</t:RequestSecurityTokenResponse></t:RequestSecurityTokenResponseCollection>`;
const issuing =
  (rest: string | (() => string) = '', seconds = 600): Answer =>
  async () => {
    const assertion = await signedAssertion({}, issuer);
    const more = typeof rest === 'string' ? rest : rest();
    return collection(
      `<t:TokenType>urn:oasis:names:tc:SAML:2.0:assertion</t:TokenType><t:RequestedSecurityToken>${assertion}</t:RequestedSecurityToken>${lifetime(seconds)}${more}`,
    );
  };

it('asks for a bearer token as ADFS expects it, and gives it as it is written', async () => {
  const { service, sent } = fake(issuing());
  const token = await service.issue({ appliesTo: 'https://service.example/', tokenType: '2.0', seconds: 60 });
  expect(token).toMatchObject({ tokenType: 'urn:oasis:names:tc:SAML:2.0:assertion', secret: undefined });
  expect(token.expires!.getTime() - token.created!.getTime()).toBe(600_000);
  const request = sent[0]!
    .replace(/(<wsu:(?:Created|Expires) [^>]*>)[^<]*/g, '$1')
    .replace(/urn:uuid:[-0-9a-f]*/, 'urn:uuid:');
  const body = /<soap:Body>.*<\/soap:Body>/s.exec(request)?.[0];
  expect(body).toBe(
    [
      `<soap:Body><trust:RequestSecurityToken xmlns:trust="${trust}">`,
      `<trust:RequestType>${trust}/Issue</trust:RequestType>`,
      '<wsp:AppliesTo xmlns:wsp="http://schemas.xmlsoap.org/ws/2004/09/policy">',
      '<wsa:EndpointReference xmlns:wsa="http://www.w3.org/2005/08/addressing">',
      '<wsa:Address>https://service.example/</wsa:Address></wsa:EndpointReference></wsp:AppliesTo>',
      '<trust:TokenType>http://docs.oasis-open.org/wss/oasis-wss-saml-token-profile-1.1#SAMLV2.0</trust:TokenType>',
      `<trust:KeyType>${trust}/Bearer</trust:KeyType>`,
      `<trust:Lifetime><wsu:Created xmlns:wsu="${utility}"></wsu:Created><wsu:Expires xmlns:wsu="${utility}"></wsu:Expires></trust:Lifetime>`,
      '</trust:RequestSecurityToken></soap:Body>',
    ].join(''),
  );
  expect(request).toContain(`>${trust}/RST/Issue</`);
  expect(request).toContain('>https://sts.example/adfs/services/trust/13/usernamemixed</');
  expect(request).toContain('http://www.w3.org/2003/05/soap-envelope');
});

describe('an answer in the layout of ADFS', () => {
  const addressing = 'http://www.w3.org/2005/08/addressing';
  const answer = async (): Promise<string> => {
    const assertion = await signedAssertion({}, issuer);
    const at = (offset: number): string => new Date(Date.now() + offset * 1000).toISOString();
    const reference = `<o:SecurityTokenReference k:TokenType="http://docs.oasis-open.org/wss/oasis-wss-saml-token-profile-1.1#SAMLV2.0" xmlns:o="${wsse}" xmlns:k="http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd"><o:KeyIdentifier ValueType="http://docs.oasis-open.org/wss/oasis-wss-saml-token-profile-1.1#SAMLID">_a1</o:KeyIdentifier></o:SecurityTokenReference>`;
    return `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:a="${addressing}" xmlns:u="${utility}"><s:Header><a:Action s:mustUnderstand="1">${trust}/RSTRC/IssueFinal</a:Action><o:Security s:mustUnderstand="1" xmlns:o="${wsse}"><u:Timestamp u:Id="_0"><u:Created>${at(0)}</u:Created><u:Expires>${at(300)}</u:Expires></u:Timestamp></o:Security></s:Header><s:Body><trust:RequestSecurityTokenResponseCollection xmlns:trust="${trust}"><trust:RequestSecurityTokenResponse><trust:Lifetime><wsu:Created xmlns:wsu="${utility}">${at(0)}</wsu:Created><wsu:Expires xmlns:wsu="${utility}">${at(3600)}</wsu:Expires></trust:Lifetime><wsp:AppliesTo xmlns:wsp="http://schemas.xmlsoap.org/ws/2004/09/policy"><wsa:EndpointReference xmlns:wsa="${addressing}"><wsa:Address>urn:service</wsa:Address></wsa:EndpointReference></wsp:AppliesTo><trust:RequestedSecurityToken>${assertion}</trust:RequestedSecurityToken><trust:RequestedAttachedReference>${reference}</trust:RequestedAttachedReference><trust:RequestedUnattachedReference>${reference}</trust:RequestedUnattachedReference><trust:TokenType>urn:oasis:names:tc:SAML:2.0:assertion</trust:TokenType><trust:RequestType>${trust}/Issue</trust:RequestType><trust:KeyType>${trust}/Bearer</trust:KeyType></trust:RequestSecurityTokenResponse></trust:RequestSecurityTokenResponseCollection></s:Body></s:Envelope>`;
  };
  const transport: Transport = async () => ({
    status: 200,
    statusText: 'OK',
    headers: new Headers({ 'Content-Type': 'application/soap+xml; charset=utf-8' }),
    body: Buffer.from(await answer()),
  });

  it.each([
    ['a user name token', [wsSecurity({ parts: [usernameToken('me', 'secret')] })]],
    ['nothing but its transport', []],
  ])('is read by a client that shows %s', async (_, extensions) => {
    const { service } = fake(issuing(), { client: { transport, extensions } });
    const token = await service.token({ appliesTo: 'urn:service' });
    expect(token.tokenType).toBe('urn:oasis:names:tc:SAML:2.0:assertion');
    expect(token.attachedReference).toContain('>_a1</o:KeyIdentifier>');
    expect(service.knownToken({ appliesTo: 'urn:service' })).toBe(token);
    const { root } = readDocument(token.xml);
    expect(root.declarations.map(([prefix]) => prefix)).toEqual(['s', 'a', 'u', 'trust', 'saml']);
    await verifyXml(token.xml, { key: issuer.cert, idAttributes: [{ namespace: '', name: 'ID' }] });
  });
});

it('tokens go into the messages of a client, and servers believe them', async () => {
  const { service, asked } = fake(issuing());
  const token = issuedToken(service, { appliesTo: 'urn:service' });
  const { client, principals } = joinedEcho(
    { extensions: [wsSecurity({ parts: [token] })], interceptors: [token.interceptor] },
    { extensions: [checkSaml({ issuers: { 'urn:sts': { certificates: issuer.cert } }, audience: 'urn:service' })] },
  );
  await Promise.all([client.call('echo', {}), client.call('echo', {})]);
  await client.call('echo', {});
  expect(principals.map((principal) => (principal as SamlPrincipal).nameId)).toEqual(['alice', 'alice', 'alice']);
  expect(asked).toEqual(['Issue']);
});

it('over SOAP 1.1 as well', async () => {
  const { service, sent } = fake(issuing(), { soap: '1.1' });
  await service.issue();
  expect(sent[0]).toContain('http://schemas.xmlsoap.org/soap/envelope/');
});

describe('tokens are kept', () => {
  it('by what was asked for, until shortly before they end', async () => {
    let now = Date.now();
    const { service, asked } = fake(issuing('', 600), { clock: () => new Date(now), marginSeconds: 100 });
    const first = await service.token({ appliesTo: 'urn:a', tokenType: '2.0' });
    expect(await service.token({ tokenType: '2.0', appliesTo: 'urn:a' })).toBe(first);
    expect(await service.token({ appliesTo: 'urn:b' })).not.toBe(first);
    now += 490_000;
    expect(service.knownToken({ appliesTo: 'urn:a', tokenType: '2.0' })).toBe(first);
    now += 20_000;
    expect(await service.token({ appliesTo: 'urn:a', tokenType: '2.0' })).not.toBe(first);
    expect(asked).toHaveLength(3);
  });

  it('and asked for once by all who need one at a time, also where it fails', async () => {
    let fails = true;
    const { service, asked } = fake((request, action) => {
      if (fails) {
        throw new SoapFault('Not now.');
      }
      return issuing()(request, action);
    });
    const all = await Promise.allSettled([service.token(), service.token()]);
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(asked).toHaveLength(1);
    fails = false;
    const [one, two] = await Promise.all([service.token(), service.token()]);
    expect(one).toBe(two);
    expect(asked).toHaveLength(2);
  });

  it('not without an end, and not when they are forgotten', async () => {
    const { service, asked } = fake(async (...given) =>
      (await issuing()(...given)).replace(/<t:Lifetime>.*<\/t:Lifetime>/, ''),
    );
    await service.token();
    await service.token();
    expect(asked).toHaveLength(2);
    const other = fake(issuing());
    other.service.forget(await other.service.token());
    expect(other.service.knownToken()).toBeUndefined();
  });
});

describe('a service that refuses a token', () => {
  const refusing = (code: string, times: number) => {
    const { service, asked } = fake(issuing());
    const token = issuedToken(service);
    let calls = 0;
    const { client } = joinedEcho(
      { extensions: [wsSecurity({ parts: [token] })], interceptors: [token.interceptor] },
      {
        extensions: [
          {
            understands: [{ namespace: wsse, name: 'Security' }],
            read: () => {
              if (++calls > 1 && calls <= 1 + times) {
                throw new SoapFault('No.', { code: { namespace: wsse, name: code } });
              }
            },
          },
        ],
      },
    );
    return { client, asked };
  };

  it('gets a new one once', async () => {
    const { client, asked } = refusing('InvalidSecurityToken', 1);
    await client.call('echo', {});
    await client.call('echo', {});
    expect(asked).toHaveLength(2);
    const twice = refusing('InvalidSecurityToken', 2);
    await twice.client.call('echo', {});
    await expect(twice.client.call('echo', {})).rejects.toBeInstanceOf(SoapFaultError);
    expect(twice.asked).toHaveLength(2);
  });

  it('gets no new one for another fault', async () => {
    const { client, asked } = refusing('Other', 1);
    await client.call('echo', {});
    await expect(client.call('echo', {})).rejects.toBeInstanceOf(SoapFaultError);
    expect(asked).toHaveLength(1);
  });
});

describe('secrets', () => {
  const entropyOf = (request: string): string => />([^<]*)<\/(?:\w+:)?BinarySecret>/.exec(request)?.[1] ?? '';
  const request: TokenRequest = { keyType: 'symmetric' };
  const secretsOf = async (proof: string): Promise<readonly [secret: Uint8Array | undefined, asked: Uint8Array]> => {
    let entropy = '';
    const { service } = fake((text, action) => {
      entropy = entropyOf(text);
      return issuing(proof)(text, action);
    });
    const { secret } = await service.issue(request);
    return [secret, Uint8Array.from(Buffer.from(entropy, 'base64'))];
  };
  const server = Buffer.alloc(32, 7);

  it('are computed from what both sides give', async () => {
    const [secret, entropy] = await secretsOf(
      `<t:RequestedProofToken><t:ComputedKey>${trust}/CK/PSHA1</t:ComputedKey></t:RequestedProofToken><t:Entropy><t:BinarySecret>${server.toString('base64')}</t:BinarySecret></t:Entropy>`,
    );
    expect(entropy).toHaveLength(32);
    expect(secret).toEqual(await computeSecret(entropy, server, 32));
  });

  it('are those of the token service, or those of the request where it gives none', async () => {
    const [secret] = await secretsOf(
      `<t:RequestedProofToken><t:BinarySecret>${server.toString('base64')}</t:BinarySecret></t:RequestedProofToken>`,
    );
    expect(secret).toEqual(Uint8Array.from(server));
    const [own, entropy] = await secretsOf('');
    expect(own).toEqual(entropy);
  });

  it('may be encrypted for the program', async () => {
    const proof = `<t:RequestedProofToken>${await encryptedKey(server)}</t:RequestedProofToken>`;
    const { service } = fake(issuing(proof), { decryption: { key: holder.key } });
    expect(await service.issue(request)).toMatchObject({ secret: Uint8Array.from(server) });
  });

  it.each([
    [
      'an encrypted secret without a key for it',
      '<t:RequestedProofToken><e:EncryptedKey xmlns:e="http://www.w3.org/2001/04/xmlenc#"/></t:RequestedProofToken>',
      'unsupported',
    ],
    [
      'another algorithm',
      '<t:RequestedProofToken><t:ComputedKey>urn:x</t:ComputedKey></t:RequestedProofToken>',
      'unsupported',
    ],
    [
      'no part of the token service',
      `<t:RequestedProofToken><t:ComputedKey>${trust}/CK/PSHA1</t:ComputedKey></t:RequestedProofToken>`,
      'unsupported',
    ],
    [
      'a size that is too small',
      `<t:RequestedProofToken><t:ComputedKey>${trust}/CK/PSHA1</t:ComputedKey></t:RequestedProofToken><t:Entropy><t:BinarySecret>AAAA</t:BinarySecret></t:Entropy><t:KeySize>8</t:KeySize>`,
      'malformed',
    ],
  ])('%s is refused', async (_, proof, code) => {
    await expect(secretsOf(proof)).rejects.toMatchObject({ name: 'TokenError', code });
  });

  it('sign for the holder of a token, and a token without one does not', async () => {
    const { service } = fake(issuing());
    const token = issuedToken(service, request);
    await token.write(new Date());
    const data = new Uint8Array([1]);
    expect(await token.signer(data, 'hmac-sha256')).toHaveLength(32);
    const bearer = issuedToken(service);
    await bearer.write(new Date());
    await expect(bearer.signer(data, 'hmac-sha256')).rejects.toMatchObject({ code: 'key' });
  });

  it('follow P_SHA-1', async () => {
    // Of the test vectors that implementors of TLS share, the beginning for SHA-1 alone is that of these inputs.
    const hmac = async (...parts: readonly Uint8Array[]): Promise<Buffer> => {
      const { createHmac } = await import('node:crypto');
      const code = createHmac('sha1', 'key');
      return parts.reduce((sum, part) => sum.update(part), code).digest();
    };
    const seed = Buffer.from('seed');
    const first = await hmac(seed);
    const second = await hmac(first);
    const expected = Buffer.concat([await hmac(first, seed), await hmac(second, seed)]).subarray(0, 30);
    expect(Buffer.from(await computeSecret(Buffer.from('key'), seed, 30))).toEqual(expected);
  });
});

describe('the holder of a token', () => {
  const request = { appliesTo: 'urn:service', keyType: 'symmetric' } as const;
  const issuers = { 'urn:sts': { certificates: issuer.cert } };
  const rules = { issuers, audience: 'urn:service', decryption: { key: holder.key } };
  /** Issues tokens with the secret of the client in them. */
  const issuing = async (asked: string): Promise<string> => {
    const entropy = Uint8Array.from(Buffer.from(/>([^<]*)<\/(?:\w+:)?BinarySecret>/.exec(asked)?.[1] ?? '', 'base64'));
    const confirmationContent = `<saml:SubjectConfirmationData><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">${await encryptedKey(entropy)}</ds:KeyInfo></saml:SubjectConfirmationData>`;
    const assertion = await signedAssertion({ confirmation: 'holder-of-key', confirmationContent }, issuer);
    return collection(`<t:RequestedSecurityToken>${assertion}</t:RequestedSecurityToken>${lifetime(600)}`);
  };
  const joined = (service: TokenService, between: SoapHeaderExtension = { understands: [] }) => {
    const token = issuedToken(service, request);
    return joinedEcho(
      {
        extensions: [
          wsSecurity({ parts: [timestamp(), token] }),
          between,
          sign({ key: token.signer, algorithm: 'hmac-sha256', keyInfo: samlReference }),
        ],
      },
      { extensions: [verify({ tokens: [samlKeys(rules)], require: ['body', 'timestamp'] })] },
    );
  };

  it('signs with its secret, which the service finds in the token', async () => {
    const { client, principals } = joined(fake(issuing).service);
    expect(await client.call('echo', { text: 'x' })).toEqual({ text: 'x' });
    expect(principals).toEqual([expect.objectContaining({ nameId: 'alice', confirmation: 'holder-of-key' })]);
  });

  it('signs with the secret of the token in the message, although another call gets a new one meanwhile', async () => {
    const { service, sent } = fake(issuing);
    let isFirst = true;
    const { client } = joined(service, {
      understands: [],
      seal: async (envelope) => {
        if (isFirst) {
          isFirst = false;
          service.forget(service.knownToken(request)!);
          await client.call('echo', { text: 'second' });
        }
        return envelope;
      },
    });
    expect(await client.call('echo', { text: 'first' })).toEqual({ text: 'first' });
    expect(sent).toHaveLength(2);
  });
});

it.each<readonly [string, TokenRequest, RegExp]>([
  ['a certificate', { certificate: holder.cert }, /UseKey><ds:KeyInfo [^>]*><ds:X509Data><ds:X509Certificate>/],
  ['a public key', { publicKey: holder.publicKey }, /UseKey><ds:KeyInfo [^>]*><ds:KeyValue><ds:RSAKeyValue>/],
])('a token for a key pair names %s', async (_, key, expected) => {
  const { service, sent } = fake(issuing());
  await service.issue({ keyType: 'public', ...key });
  expect(sent[0]).toMatch(expected);
  await expect(service.issue({ keyType: 'public' })).rejects.toMatchObject({ code: 'key' });
});

it('asks with a certificate, and its token is for the key of that', async () => {
  const subject = `<ds:X509Data><ds:X509Certificate>${holder.cert.replace(/-----[^-]*-----|\n/g, '')}</ds:X509Certificate></ds:X509Data>`;
  const confirmationContent = `<saml:SubjectConfirmationData><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">${subject}</ds:KeyInfo></saml:SubjectConfirmationData>`;
  const signing = { key: holder.key, certificate: holder.cert };
  const require = ['body', 'timestamp', 'addressing'] as const;
  const own = verify({ trust: { certificates: holder.cert }, require });
  const { service, asked } = fake(
    async () => {
      const assertion = await signedAssertion({ confirmation: 'holder-of-key', confirmationContent }, issuer);
      return collection(`<t:RequestedSecurityToken>${assertion}</t:RequestedSecurityToken>${lifetime(600)}`);
    },
    (client) => ({
      client: {
        ...client,
        extensions: [wsSecurity({ parts: [timestamp()] }), sign({ ...signing, parts: require })],
      },
    }),
    { extensions: [own] },
  );
  const token = issuedToken(service, { keyType: 'public', certificate: holder.cert });
  const issuers = { 'urn:sts': { certificates: issuer.cert } };
  const { client, principals } = joinedEcho(
    { extensions: [wsSecurity({ parts: [timestamp(), token] }), sign({ key: holder.key, keyInfo: samlReference })] },
    { extensions: [verify({ tokens: [samlKeys({ issuers, audience: 'urn:service' })] })] },
  );
  await client.call('echo', {});
  expect(asked).toEqual(['Issue']);
  expect(principals).toEqual([expect.objectContaining({ nameId: 'alice' })]);
});

it('asks on behalf of somebody, and as somebody', async () => {
  const { service, sent } = fake(issuing());
  const own = await signedAssertion({}, issuer);
  const claims = parseTree(`<t:Claims xmlns:t="${trust}" Dialect="urn:d"/>`);
  await service.issue({ onBehalfOf: own, actAs: own, others: [claims] });
  expect(sent[0]).toContain('<trust:OnBehalfOf><saml:Assertion');
  expect(sent[0]).toContain('<tr:ActAs xmlns:tr="http://docs.oasis-open.org/ws-sx/ws-trust/200802"><saml:Assertion');
  expect(sent[0]).toContain('Dialect="urn:d"');
});

it('renews, validates and cancels tokens', async () => {
  const status = (code: string): string =>
    collection(`<t:Status><t:Code>${trust}/status/${code}</t:Code><t:Reason>Because.</t:Reason></t:Status>`);
  let code = 'valid';
  const { service, sent, asked } = fake((request, action) => {
    switch (action) {
      case 'Validate':
        return status(code);
      case 'Cancel':
        return collection('<t:RequestedTokenCancelled/>');
      default:
        return issuing()(request, action);
    }
  });
  const token = await service.token();
  const renewed = await service.renew({ ...token, secret: new Uint8Array([1]) });
  expect(renewed.secret).toEqual(new Uint8Array([1]));
  expect(await service.validate(token)).toEqual({ valid: true, code: `${trust}/status/valid`, reason: 'Because.' });
  code = 'invalid';
  expect(await service.validate(token)).toMatchObject({ valid: false });
  await service.cancel(token);
  expect(service.knownToken()).toBeUndefined();
  expect(asked).toEqual(['Issue', 'Renew', 'Validate', 'Validate', 'Cancel']);
  expect(sent[1]).toContain('<trust:RenewTarget><saml:Assertion');
  expect(sent[2]).toContain(`<trust:TokenType>${trust}/RSTR/Status</trust:TokenType><trust:ValidateTarget>`);
});

it.each([
  ['InvalidScope', trust],
  ['FailedAuthentication', wsse],
])('a fault %s of a token service is an error with its code', async (name, namespace) => {
  const { service } = fake(() => {
    throw new SoapFault('Not you.', { code: 'Client', subcodes: [{ namespace, name }] });
  });
  await expect(service.token()).rejects.toMatchObject({
    name: 'TokenServiceError',
    code: name,
    message: expect.stringContaining('Not you.'),
    cause: expect.any(SoapFaultError),
  });
});

it('a wrong password is the error of the token service, and another fault stays what it is', async () => {
  const { service } = fake(issuing(), {}, { extensions: [checkSecurity({ passwords: () => 'other' })] });
  await expect(service.token()).rejects.toMatchObject({ name: 'TokenServiceError', code: 'FailedAuthentication' });
  const { service: other } = fake(() => {
    throw new SoapFault('Broken.');
  });
  await expect(other.token()).rejects.toBeInstanceOf(SoapFaultError);
});

const sct = 'http://docs.oasis-open.org/ws-sx/ws-secureconversation/200512';
it.each([
  ['no token', collection(''), 'unsupported'],
  ['two tokens', collection('<t:RequestedSecurityToken><a/><b/></t:RequestedSecurityToken>'), 'unsupported'],
  [
    'two answers',
    collection('').replace('</t:RequestSecurityTokenResponse>', '$&<t:RequestSecurityTokenResponse/>'),
    'malformed',
  ],
  [
    'a security context',
    collection(`<t:RequestedSecurityToken><c:SecurityContextToken xmlns:c="${sct}"/></t:RequestedSecurityToken>`),
    'unsupported',
  ],
  [
    'a security context by its type',
    collection(`<t:TokenType>${sct}/sct</t:TokenType><t:RequestedSecurityToken><a/></t:RequestedSecurityToken>`),
    'unsupported',
  ],
  [
    'a lifetime that is no time',
    collection(
      `<t:RequestedSecurityToken><a/></t:RequestedSecurityToken><t:Lifetime><u:Expires xmlns:u="${utility}">soon</u:Expires></t:Lifetime>`,
    ),
    'malformed',
  ],
])('an answer with %s is refused', async (_, answer, code) => {
  const { service } = fake(() => answer);
  await expect(service.token()).rejects.toMatchObject({ name: 'TokenError', code });
});

it('references to a token come with it', async () => {
  const reference = `<s:SecurityTokenReference xmlns:s="${wsse}"><s:KeyIdentifier>_a1</s:KeyIdentifier></s:SecurityTokenReference>`;
  const { service } = fake(issuing(`<t:RequestedAttachedReference>${reference}</t:RequestedAttachedReference>`));
  const { attachedReference, unattachedReference } = await service.issue();
  expect(attachedReference).toContain('<s:KeyIdentifier>_a1</s:KeyIdentifier>');
  expect(unattachedReference).toBeUndefined();
});

it.each([
  [{}, 'address'],
  [{ address: 'https://sts.example', soap: '1.3' }, '`soap`'],
  [{ address: 'https://sts.example', extensions: [] }, 'no option `extensions`'],
])('options that mean nothing are an error: %j', (options, message) => {
  expect(() => tokenService(options as never)).toThrow(message);
});
