import { ExtensionStates, SoapFault, SoapFaultError, UnexpectedMessageError } from '@wsdl-codegen/runtime';
import { wsAddressing } from '@wsdl-codegen/runtime/addressing';
import { checkSecurity, timestamp, usernameToken, wsSecurity } from '@wsdl-codegen/runtime/security';
import {
  type DataAlgorithm,
  decrypt,
  encrypt,
  type SoapDecryptOptions,
  type SoapEncryptOptions,
  type SoapKeyInfoKind,
  sign,
  verify,
} from '@wsdl-codegen/ws-security';
import { nodeCrypto } from '@wsdl-codegen/ws-security/node';
import { signingCertificate } from '../../../../tests/support/certificates.js';
import { openedBy, sealedBy, signedCalls } from '../../../../tests/support/signed-calls.js';

const alice = signingCertificate('Alice');
const shop = signingCertificate('Shop');
const input = { to: 'Bob & <co> 😀', amount: 10, data: new Uint8Array([1, 2, 3]), item: [] };
const toShop: SoapEncryptOptions = { certificate: shop.cert };
const addressing = 'http://www.w3.org/2005/08/addressing';
const rejected = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'done',
    (error: unknown) => error,
  );

describe.each(['soap11', 'soap12'] as const)('encrypted calls over %s', (binding) => {
  it('are decrypted on both sides', async () => {
    const { client, called, sent, answered } = signedCalls({
      client: { binding, extensions: [encrypt(toShop), decrypt({ key: alice.key })] },
      server: { extensions: [encrypt({ certificate: alice.cert }), decrypt({ key: shop.key })] },
    });
    expect(await client.call('pay', input)).toEqual(input);
    expect(called).toMatchObject([{ input }]);
    for (const text of [sent[0], answered[0]]) {
      expect(text).toContain('EncryptedKey');
      expect(text).not.toContain('Bob &');
      expect(text).not.toContain('amount');
    }
  });

  it.each([
    ['signed and then encrypted', (own: Own) => [own.sign, own.encrypt, own.verify, own.decrypt]],
    ['encrypted and then signed', (own: Own) => [own.encrypt, own.sign, own.decrypt, own.verify]],
  ])('are %s', async (_, order) => {
    const { client, called, sent } = signedCalls({
      client: { binding, extensions: [wsSecurity({ parts: [timestamp()] }), ...order(sides(alice, shop))] },
      server: { extensions: order(sides(shop, alice)) },
    });
    expect(await client.call('pay', input)).toEqual(input);
    expect(called).toMatchObject([{ input, principal: { subject: 'CN=Alice' } }]);
    expect(sent[0]).not.toContain('Bob &');
  });

  it('hide signatures, tokens and header blocks', async () => {
    const parts: SoapEncryptOptions['parts'] = [
      'body',
      'signature',
      'usernameToken',
      { namespace: addressing, name: 'To' },
    ];
    const { client, called, sent } = signedCalls({
      client: {
        binding,
        addressing: wsAddressing('1.0'),
        extensions: [
          wsSecurity({ parts: [timestamp(), usernameToken('me', 'a secret')] }),
          sign({ key: alice.key, certificate: alice.cert, parts: ['body', 'usernameToken', 'addressing'] }),
          encrypt({ ...toShop, parts }),
        ],
      },
      server: {
        addressing: true,
        extensions: [
          checkSecurity({ passwords: () => 'a secret' }),
          verify({
            trust: { certificates: alice.cert },
            require: ['body', 'usernameToken', 'addressing'],
            unsigned: ['timestamp'],
          }),
          decrypt({ key: shop.key, require: parts }),
        ],
      },
    } as never);
    await client.call('pay', input);
    expect(called).toMatchObject([{ input }]);
    expect(sent[0]).toContain('EncryptedHeader');
    for (const text of ['Bob &', 'a secret', 'SignatureValue', ':To>', 'UsernameToken']) {
      expect(sent[0]).not.toContain(text);
    }
  });

  it('hide tokens without a signature, and answers that only have a timestamp beside', async () => {
    const parts: SoapEncryptOptions['parts'] = ['body', 'usernameToken'];
    const { client, called, sent, answered } = signedCalls({
      client: {
        binding,
        extensions: [
          wsSecurity({ parts: [timestamp(), usernameToken('me', 'a secret')] }),
          encrypt({ ...toShop, parts }),
          decrypt({ key: alice.key }),
        ],
      },
      server: {
        extensions: [
          checkSecurity({ passwords: () => 'a secret', timestamp: true }),
          encrypt({ certificate: alice.cert }),
          decrypt({ key: shop.key, require: parts }),
        ],
      },
    });
    expect(await client.call('pay', input)).toEqual(input);
    expect(called).toMatchObject([{ input, principal: expect.anything() }]);
    expect([sent[0], answered[0]].join()).not.toMatch(/Bob &|a secret|UsernameToken/);
  });

  it('CBC and RSA 1.5 are read where a signature covers them, or by name', async () => {
    const cbc: SoapEncryptOptions = { ...toShop, algorithm: 'aes128-cbc' };
    const before = encrypt({ ...cbc, keyTransport: 'rsa-1_5', provider: nodeCrypto() });
    const signed = sign({ key: alice.key, certificate: alice.cert });
    const verifying = verify({ trust: { certificates: alice.cert } });
    const calls = (extensions: readonly unknown[], others: readonly unknown[]) =>
      signedCalls({ client: { binding, extensions }, server: { extensions: others } } as never);
    const key = { key: shop.key };
    const after = decrypt(key);
    expect(await calls([encrypt(cbc), signed], [after, verifying]).client.call('pay', input)).toEqual(input);
    // The signature is of the text: nobody knows what the ciphertext was.
    for (const [sending, opening] of [
      [
        [signed, encrypt(cbc)],
        [verifying, after],
      ],
      [[encrypt(cbc)], [after]],
      [
        [before, signed],
        [decrypt({ ...key, provider: nodeCrypto() }), verifying],
      ],
    ] as const) {
      const { client, errors, answered } = calls(sending, opening);
      expect(await rejected(client.call('pay', input))).toBeInstanceOf(SoapFaultError);
      expect(answered[0]).toContain('FailedCheck');
      expect(String((errors[0] as Error).cause)).toContain('only after a signature over it was verified');
    }
    const allowUnsigned = ['rsa-1_5', 'aes128-cbc'] as const;
    const named = decrypt({ ...key, allowUnsigned, provider: nodeCrypto() });
    expect(await calls([before], [named]).client.call('pay', input)).toEqual(input);
  });

  it('faults are encrypted, and plain ones are refused with what they say', async () => {
    const pay = (): never => {
      throw new SoapFault('No money.', { code: 'Client' });
    };
    const both = (extensions: readonly unknown[], options: Partial<SoapDecryptOptions> = {}) =>
      signedCalls({
        client: { binding, extensions: [encrypt(toShop), decrypt({ key: alice.key, ...options })] },
        server: { extensions: [decrypt({ key: shop.key }), ...extensions] },
        pay,
      } as never);
    const encrypted = both([encrypt({ certificate: alice.cert })]);
    expect(await rejected(encrypted.client.call('pay', input))).toMatchObject({ reason: 'No money.' });
    expect(encrypted.answered[0]).not.toContain('No money.');
    const plain = await rejected(both([]).client.call('pay', input));
    expect(plain).toBeInstanceOf(UnexpectedMessageError);
    expect(plain).toMatchObject({ problem: 'security', message: expect.stringContaining('No money.') });
    expect(await rejected(both([], { plainFaults: true }).client.call('pay', input))).toMatchObject({
      reason: 'No money.',
    });
  });
});

interface Own {
  readonly sign: ReturnType<typeof sign>;
  readonly verify: ReturnType<typeof verify>;
  readonly encrypt: ReturnType<typeof encrypt>;
  readonly decrypt: ReturnType<typeof decrypt>;
}

function sides(own: typeof alice, other: typeof alice): Own {
  return {
    sign: sign({ key: own.key, certificate: own.cert }),
    verify: verify({ trust: { certificates: other.cert } }),
    encrypt: encrypt({ certificate: other.cert }),
    decrypt: decrypt({ key: own.key, certificate: own.cert }),
  };
}

it('a server encrypts for whoever signed the request', async () => {
  const verifying = verify({ trust: { certificates: [alice.cert, shop.cert] } });
  const { client } = signedCalls({
    client: {
      extensions: [sign({ key: alice.key, certificate: alice.cert }), encrypt(toShop), decrypt({ key: alice.key })],
    },
    server: {
      extensions: [
        encrypt({ certificate: ({ extensions }) => extensions.get(verifying)?.certificate }),
        verifying,
        decrypt({ key: shop.key }),
      ],
    },
  });
  expect(await client.call('pay', input)).toEqual(input);
});

it('what cannot be encrypted is not sent', async () => {
  const { client, answered, sent, errors } = signedCalls({
    client: { extensions: [encrypt(toShop)] },
    server: { extensions: [encrypt({ certificate: () => undefined }), decrypt({ key: shop.key })] },
  });
  expect(await rejected(client.call('pay', input))).not.toBe('done');
  expect(answered[0]).not.toContain('Bob &');
  expect(String(errors)).toContain('No certificate is known');
  const unknown = signedCalls({ client: { extensions: [encrypt({ certificate: async () => undefined })] } });
  expect(await rejected(unknown.client.call('pay', input))).toBeInstanceOf(Error);
  expect([sent.length, unknown.sent]).toEqual([1, []]);
});

it.each(['<s:Body/>', '<s:Body></s:Body>', '<s:Body> </s:Body>'])('%s is encrypted as it is', async (empty) => {
  const text = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">${empty}</s:Envelope>`;
  const sealed = await sealedBy(encrypt(toShop), text);
  expect(sealed).toMatch(/Body><xenc:EncryptedData/);
  const { text: opened } = await openedBy(decrypt({ key: shop.key }), sealed);
  expect(opened).toContain(empty.replace('/>', '></s:Body>'));
  await expect(openedBy(decrypt({ key: shop.key }), text)).rejects.toThrow('decryption was invalid');
});

it('encrypted header blocks that nobody signed are left out like plain ones', async () => {
  const block = { namespace: 'urn:h', name: 'id' };
  const text = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header><id xmlns="urn:h">7</id></s:Header><s:Body><a/></s:Body></s:Envelope>`;
  const encrypted = await sealedBy(encrypt({ ...toShop, parts: ['body', block] }), text);
  const signed = await sealedBy(sign({ key: alice.key, certificate: alice.cert, parts: ['body'] }), encrypted);
  const wrapper = {
    namespace: 'http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd',
    name: 'EncryptedHeader',
  };
  for (const unsigned of [[], [wrapper]]) {
    const context = { extensions: new ExtensionStates() };
    const verifying = verify({ trust: { certificates: alice.cert }, unsigned });
    const verified = await openedBy(verifying, signed, [], context);
    const opening = decrypt({ key: shop.key });
    const { text: opened } = await openedBy(opening, verified.text, [], context);
    expect(opened).toContain('<a');
    expect(opened.includes('urn:h')).toBe(unsigned.length > 0);
    const required = decrypt({ key: shop.key, require: ['body', block] });
    const outcome = await rejected(openedBy(required, verified.text, [], context));
    expect(outcome === 'done').toBe(unsigned.length > 0);
  }
});

it('a header block of another actor is left alone', async () => {
  const text = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><a/></s:Body></s:Envelope>`;
  const forOther = await sealedBy(encrypt({ ...toShop, actor: 'urn:other' }), text);
  await expect(openedBy(decrypt({ key: shop.key }), forOther)).rejects.toThrow('decryption was invalid');
  expect((await openedBy(decrypt({ key: shop.key, require: [] }), forOther)).text).toBe(forOther);
  expect((await openedBy(decrypt({ key: shop.key, actor: 'urn:other' }), forOther)).text).toContain('<a/>');
});

const kinds: readonly SoapKeyInfoKind[] = [
  'binarySecurityToken',
  'issuerSerial',
  'subjectKeyIdentifier',
  'thumbprint',
  'certificate',
];

it.each(kinds)('the key is named by %s', async (keyInfo) => {
  const call = (certificate: string) =>
    signedCalls({
      client: { extensions: [encrypt({ ...toShop, keyInfo })] },
      server: { extensions: [decrypt({ key: shop.key, certificate })] },
    }).client.call('pay', input);
  expect(await call(shop.cert)).toEqual(input);
  expect(await rejected(call(alice.cert))).toBeInstanceOf(SoapFaultError);
});

it.each<readonly [DataAlgorithm, number, SoapEncryptOptions['keyTransport']]>([
  ['aes256-gcm', 32, 'kw-aes256'],
  ['aes128-gcm', 16, 'direct'],
])('%s, a secret of %i octets, %s', async (algorithm, length, keyTransport) => {
  const key = { secret: new Uint8Array(length).fill(9) };
  const { client, sent } = signedCalls({
    client: { extensions: [encrypt({ key, algorithm, keyTransport: keyTransport!, keyName: 'ours' })] },
    server: { extensions: [decrypt({ key: ({ names }) => (names[0] === 'ours' ? key : undefined) })] },
  });
  expect(await client.call('pay', input)).toEqual(input);
  expect(sent[0]).toContain('ReferenceList');
});

const body = /(<soap:Body[^>]*>)(.*)(<\/soap:Body>)/s;
const evil = '<Pay xmlns="urn:pay"><to>mallory</to></Pay>';

/** Each of these changes an encrypted message, and gives the same answer. */
const changes: ReadonlyArray<readonly [what: string, change: (text: string) => string]> = [
  [
    'nothing is encrypted',
    (text) => text.replace(/<wsse:Security.*<\/wsse:Security>/s, '').replace(body, `$1${evil}$3`),
  ],
  ['the Body is another one', (text) => text.replace(body, `$1${evil}$3`)],
  ['something stands before what is encrypted', (text) => text.replace(body, `$1${evil}$2$3`)],
  ['something stands after it', (text) => text.replace(body, `$1$2${evil}$3`)],
  ['text stands beside it', (text) => text.replace(body, '$1x$2$3')],
  [
    'it is moved into the header',
    (text) => {
      const [, , data] = body.exec(text)!;
      return text.replace(body, `$1${evil}$3`).replace('</soap:Header>', `<x xmlns="urn:x">${data}</x></soap:Header>`);
    },
  ],
  [
    'it is moved into the security block',
    (text) => {
      const [, , data] = body.exec(text)!;
      return text.replace(body, `$1${evil}$3`).replace('</wsse:Security>', `${data}</wsse:Security>`);
    },
  ],
  ['it is there twice', (text) => text.replace(body, '$1$2$2$3')],
  ['nothing refers to it', (text) => text.replace(/<xenc:ReferenceList>.*<\/xenc:ReferenceList>/s, '')],
  ['something refers to nothing', (text) => text.replace('</xenc:ReferenceList>', '<xenc:DataReference URI="#x"/>$&')],
  ['something refers to an address', (text) => text.replace(/(DataReference URI=")[^"]*/, '$1http://example/')],
  ['the key was changed', (text) => text.replace(/(<xenc:CipherValue>)[^<]{8}/, '$1AAAAAAAA')],
  ['the content was changed', (text) => text.replace(/(.*<xenc:CipherValue>)[^<]{8}/s, '$1AAAAAAAA')],
  ['the content is short', (text) => text.replace(/(.*<xenc:CipherValue>)[^<]*/s, '$1AAAA')],
  ['the content is no base64', (text) => text.replace(/(.*<xenc:CipherValue>)/s, '$1!')],
  ['the algorithm is unknown', (text) => text.replace('aes256-gcm', 'aes256-ecb')],
  ['the algorithm is CBC', (text) => text.replace('2009/xmlenc11#aes256-gcm', '2001/04/xmlenc#aes256-cbc')],
  ['the key is for another', (text) => text.replace('CN=Shop', 'CN=Other')],
  ['there are two security blocks', (text) => text.replace(/<wsse:Security .*<\/wsse:Security>/s, '$&$&')],
  ['there are two Bodies', (text) => text.replace(body, '$&$&')],
];

it('whatever is wrong with a message, a server answers the same', async () => {
  const answers = new Set<string>();
  for (const [what, change] of changes) {
    const { client, called, answered, errors, sent } = signedCalls({
      client: { extensions: [encrypt(toShop)] },
      server: { extensions: [decrypt({ key: shop.key, certificate: shop.cert })] },
      change: (text, isAnswer) => (isAnswer ? text : change(text)),
    });
    const error = await rejected(client.call('pay', input));
    expect([what, error]).toEqual([what, expect.any(SoapFaultError)]);
    expect([what, called, errors.length]).toEqual([what, [], 1]);
    expect(sent[0]).not.toBe('');
    answers.add(answered[0]!);
  }
  expect([...answers]).toEqual([expect.stringContaining('The signature or decryption was invalid')]);
  expect([...answers][0]).toContain('FailedCheck');
});

it('attachments are encrypted', async () => {
  const text = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><a/></s:Body></s:Envelope>`;
  const part = { contentType: 'image/png', contentId: 'p 1@x', content: new Uint8Array(100).fill(3) };
  const context = {
    side: 'server',
    version: '1.1',
    extensions: { get: () => undefined, set: () => undefined },
  } as never;
  const sealing = encrypt({ ...toShop, parts: ['body', 'attachments'] });
  const opening = decrypt({ key: shop.key, require: ['body', 'attachments'] });
  const sealed = await sealing.seal!({ text, parts: [part] }, context);
  expect(sealed.parts).toMatchObject([{ contentId: 'p 1@x', contentType: 'application/octet-stream' }]);
  expect(sealed.parts[0]!.content).toHaveLength(12 + 100 + 16);
  expect((await opening.open!(sealed, context)).parts).toEqual([part]);
  const other = { ...part, contentId: 'other' };
  for (const parts of [[], [part], [...sealed.parts, other], [sealed.parts[0]!, sealed.parts[0]!]]) {
    await expect(Promise.resolve(opening.open!({ ...sealed, parts }, context))).rejects.toMatchObject({
      name: 'SoapFault',
    });
  }
});

it('what is protected in SOAP is not called over GET and POST, where nothing would protect it', () => {
  const { key, cert } = shop;
  const all = [sign({ key, certificate: cert }), verify({ key: cert }), encrypt(toShop), decrypt({ key })];
  expect(all.map(({ soapOnly }) => soapOnly)).toEqual([true, true, true, true]);
});

it('options that mean nothing are refused', () => {
  expect(() => encrypt({} as never)).toThrow('either `certificate` or `key`');
  expect(() => encrypt({ ...toShop, parts: [] })).toThrow('would encrypt nothing');
  expect(() => encrypt({ ...toShop, parts: ['bdy'] } as never)).toThrow('`parts`');
  expect(() => decrypt({ key: shop.key, requires: [] } as never)).toThrow('`require`');
  expect(() => decrypt({} as never)).toThrow('`key`');
});
