import {
  type DataAlgorithm,
  type DecryptXmlOptions,
  decryptXml,
  EncryptionError,
  type EncryptXmlOptions,
  encryptXml,
  type KeyTransport,
  signXml,
  verifyXml,
} from '@wsdl-codegen/ws-security';
import { nodeCrypto } from '@wsdl-codegen/ws-security/node';
import { signingCertificate } from '../../../../tests/support/certificates.js';

const pair = signingCertificate('Receiver');
const other = signingCertificate('Other');
const provider = nodeCrypto();
const xml =
  '<?xml version="1.0"?>\n<a:order xmlns:a="urn:a" xmlns="urn:d"><!-- c --><item Id="i" a:b="1">5 &gt; 4 &#13;😀<x/></item><item Id="j">7</item></a:order>';
const item = '<item Id="i" a:b="1">5 &gt; 4 &#13;😀<x/></item>';

const dataAlgorithms: readonly DataAlgorithm[] = [
  'aes256-gcm',
  'aes192-gcm',
  'aes128-gcm',
  'aes256-cbc',
  'aes192-cbc',
  'aes128-cbc',
  'tripledes-cbc',
];

it.each(dataAlgorithms)('%s: elements, their content and the root come back as they were', async (algorithm) => {
  const choices: ReadonlyArray<Partial<EncryptXmlOptions>> = [
    {},
    { type: 'content' },
    { ids: ['j', 'i'] },
    { elements: [{ namespace: 'urn:d', name: 'item' }], type: 'content' },
  ];
  for (const choice of choices) {
    const encrypted = await encryptXml(xml, { certificate: pair.cert, algorithm, provider, ...choice });
    expect(encrypted).not.toContain('5 &gt;');
    expect(await decryptXml(encrypted, { key: pair.key, provider, allowUnsigned: [algorithm] })).toBe(xml);
  }
});

const transports: ReadonlyArray<readonly [KeyTransport, EncryptXmlOptions['oaep']]> = [
  ['rsa-oaep-mgf1p', undefined],
  ['rsa-oaep-mgf1p', { digest: 'sha256' }],
  ['rsa-oaep', undefined],
  ['rsa-oaep', { digest: 'sha256' }],
  ['rsa-oaep', { digest: 'sha512' }],
  ['rsa-oaep', { digest: 'sha256', mask: 'sha1' }],
  ['rsa-oaep', { digest: 'sha1', mask: 'sha512' }],
  ['rsa-1_5', undefined],
];

it.each(transports)('%s %j: a key goes to the owner of another key', async (keyTransport, oaep) => {
  const options = { keyTransport, provider, ...(oaep && { oaep }) };
  for (const whose of [{ certificate: pair.cert }, { key: pair.publicKey }]) {
    const encrypted = await encryptXml(xml, { ...whose, ...options });
    expect(await decryptXml(encrypted, { key: pair.key, provider, allowUnsigned: ['rsa-1_5'] })).toBe(xml);
    await expect(decryptXml(encrypted, { key: other.key, provider, allowUnsigned: ['rsa-1_5'] })).rejects.toMatchObject(
      { code: 'decryption' },
    );
  }
});

it.each([16, 24, 32])('a secret of %i octets wraps a key, or encrypts by itself', async (length) => {
  const key = { secret: crypto.getRandomValues(new Uint8Array(length)) };
  const wrapped = await encryptXml(xml, { key, keyName: 'ours' });
  expect(wrapped).toContain(`kw-aes${length * 8}"`);
  expect(await decryptXml(wrapped, { key: ({ names }) => (names[0] === 'ours' ? key : undefined) })).toBe(xml);
  const algorithm = `aes${(length * 8) as 256}-gcm` as const;
  const direct = await encryptXml(xml, { key, keyTransport: 'direct', algorithm });
  expect(await decryptXml(direct, { key })).toBe(xml);
  const wrong = { secret: new Uint8Array(length) };
  await expect(decryptXml(wrapped, { key: wrong })).rejects.toMatchObject({ code: 'decryption' });
  await expect(decryptXml(direct, { key: wrong })).rejects.toMatchObject({ code: 'decryption' });
});

it('keys of Web Crypto and keys that are elsewhere', async () => {
  const numbers = { modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
  for (const hash of ['SHA-1', 'SHA-256']) {
    const { publicKey, privateKey } = await crypto.subtle.generateKey({ name: 'RSA-OAEP', hash, ...numbers }, false, [
      'encrypt',
      'decrypt',
    ]);
    const encrypted = await encryptXml(xml, { key: publicKey });
    expect(await decryptXml(encrypted, { key: privateKey })).toBe(xml);
    const unwrap = async (data: Uint8Array): Promise<Uint8Array> =>
      new Uint8Array(await crypto.subtle.decrypt({ name: 'RSA-OAEP' }, privateKey, data as Uint8Array<ArrayBuffer>));
    expect(await decryptXml(encrypted, { key: { unwrap } })).toBe(xml);
  }
  const wrapping = await crypto.subtle.generateKey({ name: 'AES-KW', length: 256 }, false, ['wrapKey', 'unwrapKey']);
  expect(await decryptXml(await encryptXml(xml, { key: wrapping }), { key: wrapping })).toBe(xml);
});

it('several receivers: each reads it with its own key', async () => {
  const encrypted = await encryptXml(xml, { certificate: [pair.cert, other.cert] });
  for (const { key, cert } of [pair, other]) {
    expect(await decryptXml(encrypted, { key })).toBe(xml);
    expect(await decryptXml(encrypted, { key, certificate: cert })).toBe(xml);
  }
  const third = signingCertificate('Third');
  await expect(decryptXml(encrypted, { key: third.key, certificate: third.cert })).rejects.toMatchObject({
    code: 'key',
  });
});

it.each(['certificate', 'issuerSerial', 'subjectKeyIdentifier', 'thumbprint', 'keyValue'] as const)(
  'the key is named by %s',
  async (kind) => {
    const encrypted = await encryptXml(xml, { certificate: pair.cert, keyInfo: [kind] });
    expect(await decryptXml(encrypted, { key: pair.key, certificate: [other.cert, pair.cert] })).toBe(xml);
    await expect(decryptXml(encrypted, { key: pair.key, certificate: other.cert })).rejects.toMatchObject({
      code: 'key',
    });
  },
);

it('what is encrypted in something encrypted is decrypted, too', async () => {
  const inner = await encryptXml(xml, { certificate: pair.cert, ids: ['i'] });
  const outer = await encryptXml(inner, { certificate: pair.cert, type: 'content' });
  const required = { require: [{ namespace: 'urn:d', name: 'item' }] };
  expect(await decryptXml(outer, { key: pair.key, ...required })).toBe(xml);
  await expect(decryptXml(inner, { key: pair.key, ...required })).rejects.toMatchObject({ code: 'not-encrypted' });
});

it('CBC is decrypted where a signature covers it', async () => {
  const encrypted = await encryptXml(xml, { certificate: pair.cert, algorithm: 'aes256-cbc', ids: ['i'] });
  await expect(decryptXml(encrypted, { key: pair.key })).rejects.toMatchObject({ code: 'unsigned' });
  const signed = await signXml(encrypted, { key: other.key, certificate: other.cert });
  const { parts } = await verifyXml(signed, { trust: { certificates: other.cert } });
  expect(await decryptXml(parts[0]!, { key: pair.key })).toContain(item);
});

it('without a provider the error names the algorithm and the provider', async () => {
  const cases: ReadonlyArray<readonly [Partial<EncryptXmlOptions>, string]> = [
    [{ keyTransport: 'rsa-1_5' }, '"rsa-1_5"'],
    [{ algorithm: 'tripledes-cbc' }, '"tripledes-cbc"'],
    [{ oaep: { digest: 'sha256', mask: 'sha1' }, keyTransport: 'rsa-oaep' }, 'the mask "sha1"'],
  ];
  const allowUnsigned: DecryptXmlOptions['allowUnsigned'] = ['rsa-1_5', 'tripledes-cbc'];
  for (const [options, name] of cases) {
    const encrypted = await encryptXml(xml, { certificate: pair.cert, provider, ...options });
    const errors = [
      await encryptXml(xml, { certificate: pair.cert, ...options }).catch((error: unknown) => error),
      await decryptXml(encrypted, { key: pair.key, allowUnsigned }).catch((error: unknown) => error),
    ];
    for (const error of errors) {
      expect(error).toBeInstanceOf(EncryptionError);
      expect(error).toMatchObject({ code: 'provider', message: expect.stringContaining(name) });
      expect(error).toMatchObject({ message: expect.stringContaining('nodeCrypto()') });
    }
  }
});

it('options that mean nothing are refused', async () => {
  await expect(encryptXml(xml, {})).rejects.toThrow('either `certificate` or `key`');
  await expect(encryptXml(xml, { key: { secret: 'short' } })).rejects.toMatchObject({ code: 'key' });
  await expect(encryptXml(xml, { certificate: [] })).rejects.toMatchObject({ code: 'key' });
  await expect(encryptXml(xml, { certificate: pair.cert, ids: ['none'] })).rejects.toMatchObject({ code: 'malformed' });
  const inside = [
    { namespace: 'urn:a', name: 'order' },
    { namespace: 'urn:d', name: 'x' },
  ];
  await expect(encryptXml(xml, { certificate: pair.cert, elements: inside })).rejects.toMatchObject({
    code: 'malformed',
  });
  await expect(decryptXml(xml, { key: pair.key, allowUnsignd: [] } as never)).rejects.toThrow('allowUnsigned');
  const weak = signingCertificate('Weak', 'RSA', { modulusLength: 1024 });
  await expect(encryptXml(xml, { certificate: weak.cert })).rejects.toMatchObject({ code: 'key' });
  const curve = signingCertificate('Curve', 'P-256');
  await expect(encryptXml(xml, { certificate: curve.cert })).rejects.toMatchObject({ code: 'key' });
});
