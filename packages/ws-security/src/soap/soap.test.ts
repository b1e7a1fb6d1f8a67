import { SoapFault, SoapFaultError, UnexpectedMessageError } from '@wsdl-codegen/runtime';
import { wsAddressing } from '@wsdl-codegen/runtime/addressing';
import { checkSecurity, memoryNonces, timestamp, usernameToken, wsSecurity } from '@wsdl-codegen/runtime/security';
import { stream, streamed } from '@wsdl-codegen/runtime/stream';
import {
  type SoapKeyInfoKind,
  type SoapSignOptions,
  type SoapVerifyOptions,
  sign,
  verify,
} from '@wsdl-codegen/ws-security';
import { signingCertificate } from '../../../../tests/support/certificates.js';
import { openedBy, sealedBy, signedCalls } from '../../../../tests/support/signed-calls.js';

const alice = signingCertificate('Alice');
const shop = signingCertificate('Shop', 'P-256');
const trust = (...owners: ReadonlyArray<typeof alice>): SoapVerifyOptions => ({
  trust: { certificates: owners.map(({ cert }) => cert) },
});
const as = ({ key, cert }: typeof alice): SoapSignOptions => ({ key, certificate: cert });
const addressing = 'http://www.w3.org/2005/08/addressing';
const rejected = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'done',
    (error: unknown) => error,
  );

describe.each(['soap11', 'soap12'] as const)('signed calls over %s', (binding) => {
  it('are signed and verified on both sides, and say who called', async () => {
    const verifying = verify(trust(shop));
    const { client, called, sent, answered } = signedCalls({
      client: { binding, extensions: [wsSecurity({ parts: [timestamp()] }), sign(as(alice)), verifying] },
      server: { extensions: [sign(as(shop)), verify({ ...trust(alice), require: ['body', 'timestamp'] })] },
    });
    const input = { to: 'Bob & <co>', amount: 10, data: new Uint8Array([1, 2]) };
    expect(await client.call('pay', input)).toMatchObject(input);
    expect(called).toMatchObject([{ input, principal: expect.objectContaining({ subject: 'CN=Alice' }) }]);
    expect(sent[0]).toMatch(/Timestamp.*BinarySecurityToken.*<ds:Signature /s);
    expect(answered[0]).toContain('ecdsa-sha256');
  });

  it('carry faults, which are signed as well', async () => {
    const { client, answered } = signedCalls({
      client: { binding, extensions: [sign(as(alice)), verify(trust(shop))] },
      server: { extensions: [sign(as(shop)), verify(trust(alice))] },
      pay: () => {
        throw new SoapFault('No money.', { code: 'Client' });
      },
    });
    expect(await rejected(client.call('pay', {}))).toMatchObject({ name: 'SoapFaultError', reason: 'No money.' });
    expect(answered[0]).toContain('SignatureValue');
  });

  it('carry faults without the header blocks that other messages have to have', async () => {
    const parts = ['body', { namespace: 'urn:t', name: 'Ticket' }] as const;
    const { client } = signedCalls({
      client: { binding, extensions: [sign(as(alice)), verify({ ...trust(shop), require: parts })] },
      server: { extensions: [sign({ ...as(shop), parts }), verify(trust(alice))] },
      pay: () => {
        throw new SoapFault('No money.', { code: 'Client' });
      },
    });
    expect(await rejected(client.call('pay', {}))).toMatchObject({ name: 'SoapFaultError', reason: 'No money.' });
  });

  it.each([
    ['no signature', [], 'InvalidSecurity', 'The message has no security header block.'],
    ['a timestamp alone', [wsSecurity({ parts: [timestamp()] })], 'InvalidSecurity', 'The message is not signed.'],
    ['another signer', [sign(as(shop))], 'FailedAuthentication', 'not made with a certificate that is trusted'],
    [
      'no Body in the signature',
      [wsSecurity({ parts: [timestamp()] }), sign({ ...as(alice), parts: ['timestamp'] })],
      'InvalidSecurity',
      'The signature does not cover "body".',
    ],
  ])('are refused by a server: %s', async (_, extensions, code, cause) => {
    const { client, called, errors, answered } = signedCalls({
      client: { binding, extensions },
      server: { extensions: [verify(trust(alice))] },
    });
    expect(await rejected(client.call('pay', {}))).toBeInstanceOf(SoapFaultError);
    expect(called).toEqual([]);
    expect(answered[0]).toContain(`:${code}`);
    expect(String((errors[0] as Error).cause)).toContain(cause);
    expect(answered[0]).not.toContain(cause);
  });

  it('are refused by a client', async () => {
    const unsigned = signedCalls({ client: { binding, extensions: [verify(trust(shop))] } });
    const error = await rejected(unsigned.client.call('pay', {}));
    expect(error).toBeInstanceOf(UnexpectedMessageError);
    expect(error).toMatchObject({ problem: 'security', message: expect.stringContaining('has no security header') });
    const changed = signedCalls({
      client: { binding, extensions: [verify(trust(shop))] },
      server: { extensions: [sign(as(shop))] },
      change: (text, isAnswer) => (isAnswer ? text.replace('<amount>10<', '<amount>99<') : text),
    });
    expect(await rejected(changed.client.call('pay', { amount: 10 }))).toMatchObject({
      problem: 'security',
      message: expect.stringContaining('was changed after it was signed'),
    });
  });

  it('have faults that nobody signed only where the client asks for them', async () => {
    const options = { ...trust(shop), unsignedFaults: true };
    const answer = (given: SoapVerifyOptions): Promise<unknown> =>
      rejected(
        signedCalls({
          client: { binding, extensions: [verify(given)] },
          pay: () => {
            throw new SoapFault('No "money".');
          },
        }).client.call('pay', {}),
      );
    expect(await answer(options)).toMatchObject({ name: 'SoapFaultError', reason: 'No "money".' });
    expect(await answer(trust(shop))).toMatchObject({
      problem: 'security',
      message: expect.stringMatching(/is a fault, and says ".*No \\"money\\"\./),
    });
    const plain = signedCalls({ client: { binding, extensions: [verify(options)] } });
    expect(await rejected(plain.client.call('pay', {}))).toMatchObject({ problem: 'security' });
  });

  it('sign the values themselves of a package of MTOM, and read them', async () => {
    const { client, sent } = signedCalls({
      client: { binding, mtom: true, extensions: [sign(as(alice))] },
      server: { extensions: [verify(trust(alice))] },
    });
    const data = new Uint8Array(5000).fill(7);
    expect(await client.call('pay', { data })).toMatchObject({ data });
    expect(sent[0]).toContain('SignatureValue');
    expect(sent[0]).not.toContain('xop:Include');
  });

  it('sign the header blocks of WS-Addressing', async () => {
    const { client, sent, called } = signedCalls({
      client: {
        binding,
        addressing: wsAddressing(),
        extensions: [sign({ ...as(alice), parts: ['body', 'addressing'] })],
      },
      server: { addressing: true, extensions: [verify({ ...trust(alice), require: ['body', 'addressing'] })] },
    });
    await client.call('pay', { amount: 1 });
    expect(called).toHaveLength(1);
    expect(sent[0]?.match(/<ds:Reference /g)?.length).toBeGreaterThan(3);
  });
});

describe('keys', () => {
  const kinds: readonly SoapKeyInfoKind[] = [
    'binarySecurityToken',
    'issuerSerial',
    'subjectKeyIdentifier',
    'thumbprint',
    'certificate',
    'keyValue',
  ];
  it.each(kinds)('are named by %s', async (keyInfo) => {
    const { client, called } = signedCalls({
      client: { extensions: [sign({ ...as(alice), keyInfo })] },
      server: { extensions: [verify(trust(shop, alice))] },
    });
    await client.call('pay', {});
    expect(called[0]?.principal).toMatchObject({ subject: 'CN=Alice' });
  });

  it('are secrets that both sides know, and have a name', async () => {
    const secret = { secret: 'a secret of both sides' };
    const asked: unknown[] = [];
    const { client, called } = signedCalls({
      client: { extensions: [sign({ key: secret, keyName: 'ours' })] },
      server: {
        extensions: [
          verify({
            key: (hints) => {
              asked.push(hints.names);
              return secret;
            },
            principal: () => 'partner',
          }),
        ],
      },
    });
    await client.call('pay', {});
    expect([asked, called[0]?.principal]).toEqual([[['ours']], 'partner']);
  });

  it('say who the caller is by a function, which may refuse', async () => {
    const answers: readonly unknown[] = ['id 7', false, undefined, null];
    for (const answer of answers) {
      const { client, called, answered } = signedCalls({
        client: { extensions: [sign(as(alice))] },
        server: { extensions: [verify({ ...trust(alice), principal: () => answer })] },
      });
      await rejected(client.call('pay', {}));
      expect(called.map(({ principal }) => principal)).toEqual(answer === 'id 7' ? [answer] : []);
      expect(answered[0]?.includes('FailedAuthentication')).toBe(answer !== 'id 7');
    }
  });
});

describe('what is not signed', () => {
  const block = (mustUnderstand = false): ClientHeaders => ({
    $any: [{ tree: { namespace: 'urn:h', name: 'Tenant', attributes: [], children: ['7'] }, mustUnderstand }],
  });
  type ClientHeaders = { readonly $any: readonly unknown[] };
  const seen = async (
    headers: ClientHeaders,
    options: Partial<SoapVerifyOptions>,
    parts?: SoapSignOptions['parts'],
  ) => {
    const received: unknown[] = [];
    const { client, answered } = signedCalls({
      client: { soapHeaders: headers as never, extensions: [sign({ ...as(alice), ...(parts && { parts }) })] },
      server: {
        extensions: [
          { understands: [{ namespace: 'urn:h', name: 'Tenant' }], read: (blocks) => void received.push(...blocks) },
          verify({ ...trust(alice), ...options }),
        ],
      },
    });
    await rejected(client.call('pay', {}));
    return [received.length, answered[0]?.includes('Fault')];
  };
  const tenant = { namespace: 'urn:h', name: 'Tenant' };

  it('is left out, unless the program names it', async () => {
    expect(await seen(block(), {})).toEqual([0, false]);
    expect(await seen(block(), { unsigned: [tenant] })).toEqual([1, false]);
    expect(await seen(block(), {}, ['body', tenant])).toEqual([1, false]);
    expect(await seen(block(), { require: ['body', tenant] })).toEqual([0, true]);
    expect(await seen({ $any: [] }, { require: ['body', tenant] })).toEqual([0, true]);
    expect(await seen({ $any: [] }, { require: ['body', { ...tenant, optional: true }] })).toEqual([0, false]);
  });

  it('is refused if it has to be understood', async () => {
    expect(await seen(block(true), {})).toEqual([0, true]);
    expect(await seen(block(true), { unsigned: [tenant] })).toEqual([1, false]);
  });

  it('does not come to checkSecurity', async () => {
    const check = checkSecurity({ passwords: () => 'secret', timestamp: true });
    const parts = [timestamp(), usernameToken('me', 'secret')];
    const attempt = async (signing: SoapSignOptions['parts'], options: Partial<SoapVerifyOptions> = {}) => {
      const { client, called } = signedCalls({
        client: {
          extensions: [
            wsSecurity({ parts, mustUnderstand: true }),
            sign({ ...as(alice), ...(signing && { parts: signing }) }),
          ],
        },
        server: { extensions: [check, sign(as(shop)), verify({ ...trust(alice), ...options })] },
      });
      await rejected(client.call('pay', {}));
      return called.map(({ principal }) => principal);
    };
    expect(await attempt(['body', 'timestamp', 'usernameToken'])).toEqual(['me']);
    expect(await attempt(undefined)).toEqual([]);
    expect(await attempt(undefined, { unsigned: ['usernameToken'] })).toEqual(['me']);
    expect(await attempt(['body', 'usernameToken'])).toEqual([]);
  });
});

describe('time', () => {
  const at = (time: string) => (): Date => new Date(time);
  const call = async (made: string, options: Partial<SoapVerifyOptions>, parts?: SoapSignOptions['parts']) => {
    const { client, answered, called, sent, post } = signedCalls({
      client: {
        extensions: [
          wsSecurity({ parts: [timestamp()], clock: at(made) }),
          sign({ ...as(alice), ...(parts && { parts }) }),
        ],
      },
      server: { extensions: [verify({ ...trust(alice), clock: at('2030-01-01T12:00:00Z'), ...options })] },
    });
    // Certificates are those of today.
    await rejected(client.call('pay', {}));
    return {
      code: /:(\w+)<\/faultcode/.exec(answered[0] ?? '')?.[1],
      called,
      sent,
      post,
    };
  };

  it('makes messages too old', async () => {
    expect((await call('2030-01-01T11:58:00Z', {})).code).toBeUndefined();
    expect((await call('2030-01-01T11:50:00Z', {})).code).toBe('MessageExpired');
    expect((await call('2030-01-01T11:50:00Z', { maxAgeSeconds: 3600 })).code).toBe('MessageExpired');
    expect((await call('2030-01-01T12:50:00Z', {})).code).toBe('MessageExpired');
    expect((await call('2030-01-01T11:50:00Z', {}, ['body'])).code).toBeUndefined();
    expect((await call('2030-01-01T11:59:00Z', { require: ['body', 'timestamp'] }, ['body'])).code).toBe(
      'InvalidSecurity',
    );
  });

  it('a message is accepted once, where signatures are remembered', async () => {
    const nonces = memoryNonces({ clock: at('2030-01-01T12:00:00Z') });
    const { sent, post, called } = await call('2030-01-01T12:00:00Z', { nonces });
    expect(called).toHaveLength(1);
    expect(await post(sent[0] ?? '')).toContain('FailedAuthentication');
    expect(called).toHaveLength(1);
    expect((await call('2030-01-01T12:00:00Z', { nonces }, ['body'])).code).toBe('InvalidSecurity');
  });
});

describe('prefixes of values', () => {
  const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
  const schema = 'http://www.w3.org/2001/XMLSchema';
  const text = (type: string): string =>
    `<s:Envelope xmlns:s="${soap}" xmlns:p="${schema}" xmlns:unused="urn:u" xmlns="urn:d"><s:Body><a xmlns:xsi="${schema}-instance" xsi:type="${type}">a p :b</a></s:Body></s:Envelope>`;
  const attempt = async (
    type: string,
    signing: Partial<SoapSignOptions> = {},
    options: Partial<SoapVerifyOptions> = {},
  ): Promise<string> => {
    const signed = await sealedBy(sign({ ...as(alice), ...signing }), text(type));
    const opened = openedBy(verify({ ...trust(alice), ...options }), signed);
    return opened.then(
      (envelope) => envelope.text,
      (error: Error) => String(error.cause),
    );
  };
  const unlisted = { canonical: { inclusivePrefixes: [] } };

  it('are signed with what they stand for, and no others', async () => {
    const signed = await sealedBy(sign(as(alice)), text('p:int'));
    expect(signed).toMatch(/PrefixList="p"/);
    expect(await sealedBy(sign(as(alice)), text('int'))).toMatch(/PrefixList="#default"/);
    expect(await sealedBy(sign(as(alice)), text('p:int').replace('xsi:type="p:int"', ''))).not.toContain('PrefixList');
    const opened = await attempt('p:int');
    expect(opened).toContain(`xmlns:p="${schema}"`);
    expect(opened).not.toContain('urn:u');
  });

  it('cannot be given another meaning', async () => {
    const signed = await sealedBy(sign(as(alice)), text('p:int'));
    const changed = signed.replace(`xmlns:p="${schema}"`, 'xmlns:p="urn:evil"');
    await expect(openedBy(verify(trust(alice)), changed)).rejects.toMatchObject({ name: 'SoapFault' });
  });

  it('are not believed without a signature, and the error says what helps', async () => {
    expect(await attempt('p:int', unlisted)).toMatch(
      /does not cover what the prefix of the type "p:int" stands for.*`prefixes`/,
    );
    expect(await attempt('p:int', unlisted, { prefixes: { q: schema } })).toContain('`prefixes`');
    expect(await attempt('p:int', unlisted, { prefixes: { p: schema } })).toContain(`xmlns:p="${schema}"`);
    expect(await attempt('p:int', unlisted, { prefixes: 'unsigned' })).toContain(`xmlns:p="${schema}"`);
    expect(await attempt('p:int', { canonical: { form: 'inclusive' } })).toContain(`xmlns:p="${schema}"`);
  });
});

describe('confirmation of signatures', () => {
  const calls = (client: SoapVerifyOptions, server: Partial<SoapSignOptions>, change?: (text: string) => string) =>
    signedCalls({
      client: { extensions: [sign(as(alice)), verify({ ...client, confirmation: true })] },
      server: { extensions: [sign({ ...as(shop), ...server }), verify(trust(alice))] },
      ...(change && { change: (text, isAnswer) => (isAnswer ? change(text) : text) }),
    });

  it('ties an answer to its request', async () => {
    const { client, answered, sent } = calls(trust(shop), { confirmation: true });
    expect(await client.call('pay', { amount: 5 })).toMatchObject({ amount: 5 });
    const value = /<ds:SignatureValue>([^<]+)/.exec(sent[0] ?? '')?.[1];
    expect(answered[0]).toContain(`Value="${value}"`);
  });

  it('is missed in an answer without it, or to another request', async () => {
    const without = calls(trust(shop), {});
    expect(await rejected(without.client.call('pay', {}))).toMatchObject({ problem: 'security' });
    let first: string | undefined;
    const replayed = calls(trust(shop), { confirmation: true }, (text) => (first ??= text));
    await replayed.client.call('pay', { amount: 5 });
    expect(await rejected(replayed.client.call('pay', { amount: 6 }))).toMatchObject({
      message: expect.stringContaining('does not confirm'),
    });
  });
});

it('streams are refused before anything is sent, because a signature is of the whole message', async () => {
  const signing = signedCalls({ client: { extensions: [sign(as(alice))] } });
  expect(() => stream(signing.client).pay({ item: (async function* () {})() })).toThrow(
    'An extension of the client seals whole requests',
  );
  const reading = signedCalls({ client: { extensions: [verify(trust(shop))] } });
  expect(() => stream(reading.client).pay({})).toThrow('call Pay without stream');
  const { client, errors } = signedCalls({
    server: { extensions: [sign(as(shop))] },
    pay: () => streamed({ to: 'Bob' }) as never,
  });
  expect(await rejected(client.call('pay', {}))).toBeInstanceOf(SoapFaultError);
  expect(String(errors[0])).toContain('An extension of the server seals whole answers');
});

it('a key that is elsewhere signs, and the certificate has to be its own', async () => {
  const { createSign } = await import('node:crypto');
  const signer =
    ({ key }: typeof alice) =>
    async (data: Uint8Array): Promise<Uint8Array> =>
      createSign('sha256').update(data).sign(key);
  const attempt = async (owner: typeof alice): Promise<unknown> => {
    const { client, called } = signedCalls({
      client: { extensions: [sign({ key: signer(owner), certificate: alice.cert, algorithm: 'rsa-sha256' })] },
      server: { extensions: [verify(trust(alice))] },
    });
    const result = await rejected(client.call('pay', {}));
    return called.length === 1 ? 'called' : String(result);
  };
  expect(await attempt(alice)).toBe('called');
  expect(await attempt(signingCertificate('Other'))).toContain('The certificate of "CN=Alice" is not that of the key.');
});

describe('options', () => {
  it.each([
    [() => verify({}), 'either `key` or `trust`'],
    [() => verify({ ...trust(alice), require: [] }), 'would check nothing'],
    [() => verify({ ...trust(alice), unsigned: ['body'] as never }), 'leave "body" out'],
    [() => verify({ ...trust(alice), required: ['body'] } as never), 'required'],
    [() => verify({ ...trust(alice), require: ['Body'] as never }), 'require'],
    [() => verify({ ...trust(alice), prefixes: { 'a b': 'urn:a' } }), '"a b"'],
    [() => verify({ ...trust(alice), prefixes: { xml: 'urn:a' } }), '"xml"'],
    [() => verify({ ...trust(alice), prefixes: { a: '' } }), '"a"'],
    [() => sign({ key: alice.key, parts: [] }), 'would sign nothing'],
    [() => sign({ key: alice.key, keyInfo: 'bst' as never }), 'keyInfo'],
    [() => sign({} as never), 'key'],
    [() => sign({ key: () => Promise.resolve(new Uint8Array()) }), 'needs the option `algorithm`'],
  ])('%# are a TypeError', (make, message) => {
    expect(make).toThrow(TypeError);
    expect(make).toThrow(message);
  });

  it('name header blocks that have to be there', async () => {
    const { client } = signedCalls({
      client: { extensions: [sign({ ...as(alice), parts: ['body', { namespace: addressing, name: 'To' }] })] },
    });
    expect(String(await rejected(client.call('pay', {})))).toContain('no header block "To" to sign');
  });
});
