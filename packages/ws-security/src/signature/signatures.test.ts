import { webcrypto } from 'node:crypto';
import {
  type KeyInfoKind,
  readCertificate,
  type SignatureName,
  type SignatureOptions,
  signDetached,
  signXml,
  verifyXml,
} from '@wsdl-codegen/ws-security';
import { signingCertificate } from '../../../../tests/support/certificates.js';

const rsa = signingCertificate('Signer, of "RSA"');
const curves = {
  'ecdsa-sha256': signingCertificate('Signer', 'P-256'),
  'ecdsa-sha384': signingCertificate('Signer', 'P-384'),
  'ecdsa-sha512': signingCertificate('Signer', 'P-521'),
};
const secret = 'a secret of both sides';
const xml =
  '<?xml version="1.0"?>\r\n<a:order xmlns:a="urn:a"><!-- c --><item Id="i1">5 &gt; 4</item><item Id="i2"/></a:order>';
const text = new TextDecoder();

it.each<SignatureName>([
  'rsa-sha256',
  'rsa-sha384',
  'rsa-sha512',
  'rsa-pss-sha256',
  'rsa-pss-sha384',
  'rsa-pss-sha512',
  'ecdsa-sha256',
  'ecdsa-sha384',
  'ecdsa-sha512',
  'hmac-sha256',
  'hmac-sha384',
  'hmac-sha512',
])('%s signs and verifies, and sees each change', async (algorithm) => {
  const pair = curves[algorithm as keyof typeof curves] ?? rsa;
  const isSecret = algorithm.startsWith('hmac');
  const digest = `sha${algorithm.slice(-3)}` as 'sha256';
  const signed = await signXml(xml, { key: isSecret ? { secret } : pair.key, algorithm, digest });
  const key = isSecret ? { secret } : pair.publicKey;
  const { parts, algorithm: found } = await verifyXml(signed, {
    key,
    require: [{ namespace: 'urn:a', name: 'order' }],
  });
  expect(found).toBe(algorithm);
  expect(parts.map(({ octets }) => text.decode(octets))).toEqual([
    '<a:order xmlns:a="urn:a"><item Id="i1">5 &gt; 4</item><item Id="i2"></item></a:order>',
  ]);
  await expect(verifyXml(signed.replace('5 &gt;', '6 &gt;'), { key })).rejects.toMatchObject({ code: 'digest' });
  const changed = signed.replace(/(<ds:DigestValue>)(.)/, (_, tag, first) => tag + (first === 'A' ? 'B' : 'A'));
  await expect(verifyXml(changed, { key })).rejects.toMatchObject({ code: 'signature' });
  const other = isSecret
    ? { secret: `${secret}!` }
    : signingCertificate('x', curves[algorithm as keyof typeof curves] ? 'P-256' : 'RSA').cert;
  await expect(verifyXml(signed, { key: other })).rejects.toMatchObject({ code: 'signature' });
});

it('takes the algorithm that fits a key, from PEM and from Web Crypto', async () => {
  const { privateKey, publicKey } = await webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-384' }, false, [
    'sign',
    'verify',
  ]);
  const found = async (key: SignatureOptions['key'], own: Parameters<typeof verifyXml>[1]['key']): Promise<string> =>
    (await verifyXml(await signXml(xml, { key }), { key: own! })).algorithm;
  expect([
    await found(rsa.key, rsa.cert),
    await found(curves['ecdsa-sha512'].key, readCertificate(curves['ecdsa-sha512'].cert)),
    await found(privateKey as CryptoKey, publicKey as CryptoKey),
    await found({ secret: new TextEncoder().encode(secret) }, { secret }),
  ]).toEqual(['rsa-sha256', 'ecdsa-sha512', 'ecdsa-sha384', 'hmac-sha256']);
});

it.each<KeyInfoKind>(['certificate', 'issuerSerial', 'subjectKeyIdentifier', 'thumbprint', 'keyValue'])(
  'finds a trusted certificate by %s',
  async (kind) => {
    for (const pair of [rsa, curves['ecdsa-sha256']]) {
      const signed = await signXml(xml, { key: pair.key, certificate: pair.cert, keyInfo: [kind] });
      const trust = { certificates: [signingCertificate('Another', 'P-256').cert, pair.cert] };
      const { certificate } = await verifyXml(signed, { trust });
      expect(certificate?.toString()).toBe(pair.cert);
      await expect(
        verifyXml(signed, { trust: { certificates: signingCertificate('x', 'P-256').cert } }),
      ).rejects.toMatchObject({
        code: 'untrusted',
      });
    }
  },
);

it('finds a key by its name, and signs with one that is elsewhere', async () => {
  const key = await webcrypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  const seen: string[] = [];
  const signed = await signXml(xml, {
    algorithm: 'hmac-sha256',
    keyName: 'of <both>',
    key: async (data, algorithm) => {
      seen.push(algorithm);
      return new Uint8Array(await webcrypto.subtle.sign('HMAC', key, data as Uint8Array<ArrayBuffer>));
    },
  });
  expect(seen).toEqual(['hmac-sha256']);
  await verifyXml(signed, { key: ({ names }) => (names.includes('of <both>') ? { secret } : undefined) });
  await expect(verifyXml(signed, { key: () => undefined })).rejects.toMatchObject({ code: 'untrusted' });
});

it.each([
  ['last in the root', {}, /<\/ds:Signature><\/a:order>$/],
  [
    'first in the root',
    { position: 'first' as const },
    /^<\?xml version="1.0"\?>\r\n<a:order xmlns:a="urn:a"><ds:Signature/,
  ],
  ['in an empty element', { into: 'i2' }, /<item Id="i2"><ds:Signature.*<\/ds:Signature><\/item><\/a:order>$/],
  ['in an element with content', { into: 'i1' }, /5 &gt; 4<ds:Signature/],
])('puts the signature %s', async (_, options, expected) => {
  for (const form of ['exclusive', 'inclusive', 'inclusive-1.1'] as const) {
    const canonical = { form, ...(form === 'exclusive' ? { inclusivePrefixes: ['a', '#default'] } : {}) };
    const signed = await signXml(xml, { key: rsa.key, canonical, signatureId: 's', ...options });
    expect(signed).toMatch(expected);
    await verifyXml(signed, { key: rsa.publicKey, signature: 's' });
  }
});

it('signs elements by their ids, and gives their places', async () => {
  const signed = await signXml(xml, { key: rsa.key, ids: ['i2', 'i1'] });
  const { parts } = await verifyXml(signed, { key: rsa.publicKey });
  expect(parts.map(({ uri, path, tree }) => [uri, path.map(({ name }) => name), tree().children])).toEqual([
    ['#i2', ['order', 'item'], []],
    ['#i1', ['order', 'item'], ['5 > 4']],
  ]);
});

it('knows other attributes as ids where a program names them', async () => {
  const document = '<Response ID="r"><Assertion ID="s"/></Response>';
  const idAttributes = [{ namespace: '', name: 'ID' }];
  await expect(signXml(document, { key: rsa.key, ids: ['s'] })).rejects.toMatchObject({ code: 'reference' });
  const signed = await signXml(document, { key: rsa.key, ids: ['s'], into: 's', idAttributes });
  await expect(verifyXml(signed, { key: rsa.cert })).rejects.toMatchObject({ code: 'reference' });
  const { parts } = await verifyXml(signed, { key: rsa.cert, idAttributes });
  expect(parts.map(({ octets }) => text.decode(octets))).toEqual(['<Assertion ID="s"></Assertion>']);
});

it('several signatures are told apart by their ids, and one does not disturb another', async () => {
  const once = await signXml(xml, { key: rsa.key, ids: ['i1'], signatureId: 'first' });
  const twice = await signXml(once, { key: curves['ecdsa-sha256'].key, ids: ['i2', 'first'], signatureId: 'second' });
  await verifyXml(twice, { key: rsa.cert, signature: 'first' });
  const { parts } = await verifyXml(twice, { key: curves['ecdsa-sha256'].cert, signature: 'second' });
  expect(parts.map(({ uri }) => uri)).toEqual(['#i2', '#first']);
  await expect(verifyXml(twice, { key: rsa.cert })).rejects.toThrow('more than one signature');
});

it('signs documents within signatures, and octets elsewhere', async () => {
  const enveloping = await signXml(xml, { key: rsa.key, form: 'enveloping' });
  const required = { namespace: 'urn:a', name: 'order' };
  const { parts } = await verifyXml(enveloping, { key: rsa.publicKey, require: [required] });
  expect(parts[0]?.tree().children[0]).toMatchObject(required);

  const file = new Uint8Array([0, 1, 255]);
  const detached = await signDetached({ 'a.bin': file, 'b.bin': file }, { key: rsa.key, digest: 'sha512' });
  const verified = await verifyXml(detached, { key: rsa.publicKey, detached: { 'a.bin': file, 'b.bin': file } });
  expect(verified.parts.map(({ uri, octets, path }) => [uri, octets, path])).toEqual([
    ['a.bin', file, []],
    ['b.bin', file, []],
  ]);
  const changed = { 'a.bin': file, 'b.bin': new Uint8Array([0, 1, 254]) };
  await expect(verifyXml(detached, { key: rsa.publicKey, detached: changed })).rejects.toMatchObject({
    code: 'digest',
  });
  await expect(verifyXml(detached, { key: rsa.publicKey })).rejects.toThrow('addresses are never loaded');
});

it('SHA-1 is there by its name alone', async () => {
  const signed = await signXml(xml, { key: rsa.key, algorithm: 'rsa-sha1', digest: 'sha1' });
  await expect(verifyXml(signed, { key: rsa.cert })).rejects.toMatchObject({ code: 'algorithm' });
  await expect(verifyXml(signed, { key: rsa.cert, algorithms: ['rsa-sha1'] })).rejects.toMatchObject({
    code: 'algorithm',
  });
  await verifyXml(signed, { key: rsa.cert, algorithms: ['rsa-sha1', 'sha1'] });
});

it.each<readonly [what: string, options: SignatureOptions, message: string | RegExp]>([
  ['a short secret', { key: { secret: 'short' } }, '16 octets'],
  ['a weak key', { key: signingCertificate('x', 'RSA', { modulusLength: 1024 }).key }, '1024 bits is too weak'],
  ['a public key', { key: rsa.publicKey }, 'not "BEGIN PUBLIC KEY"'],
  ['another form of keys', { key: '-----BEGIN DSA PRIVATE KEY-----' }, 'openssl pkcs8 -topk8'],
  ['a text that is no key', { key: 'x' }, 'which is not in the text'],
  ['an algorithm of another kind', { key: rsa.key, algorithm: 'ecdsa-sha256' }, 'another kind'],
  ['the text of a key as a secret', { key: rsa.key, algorithm: 'hmac-sha256' }, 'another kind'],
  [
    'the certificate of another key',
    { key: rsa.key, certificate: signingCertificate('Other').cert },
    'is not that of the key',
  ],
  ['key information without a certificate', { key: rsa.key, keyInfo: ['thumbprint'] }, 'needs a certificate'],
  ['a function without an algorithm', { key: async () => new Uint8Array() }, 'needs the option `algorithm`'],
])('does not sign with %s', async (_, options, message) => {
  await expect(signXml(xml, options)).rejects.toThrow(message);
});

it('certificates have to be valid, for signatures, and not revoked', async () => {
  const signed = await signXml(xml, { key: rsa.key, certificate: rsa.cert });
  const trust = { certificates: rsa.cert };
  await verifyXml(signed, { trust });
  const year = 365 * 86_400_000;
  for (const wrong of [
    { at: new Date(Date.now() + 2 * year) },
    { at: new Date(Date.now() - 2 * year) },
    { isRevoked: async () => true },
  ]) {
    await expect(verifyXml(signed, { trust: { ...trust, ...wrong } })).rejects.toMatchObject({ code: 'untrusted' });
  }
  const encrypting = signingCertificate('x', 'RSA', { mayEncryptOnly: true });
  const other = await signXml(xml, { key: encrypting.key, certificate: encrypting.cert });
  await expect(verifyXml(other, { trust: { certificates: encrypting.cert } })).rejects.toThrow('not for signatures');
});

it('reads what a certificate says', async () => {
  const { subject, issuer, serialNumber, notAfter, subjectKeyIdentifier, ...certificate } = readCertificate(rsa.cert);
  expect([subject, issuer]).toEqual(['CN=Signer\\, of \\"RSA\\"', 'CN=Signer\\, of \\"RSA\\"']);
  expect(serialNumber.toString(16)).toMatch(/^5369676e6572/);
  expect(notAfter.getTime()).toBeGreaterThan(Date.now());
  expect(text.decode(subjectKeyIdentifier)).toBe('Signer, of "RSA"');
  expect(certificate.maySign).toBe(true);
  expect(await readCertificate(rsa.cert).thumbprint()).toMatch(/^[0-9a-f]{64}$/);
  for (const wrong of [new Uint8Array(), new Uint8Array([0x30, 0x80]), new Uint8Array([0x30, 5, 0]), 'x']) {
    expect(() => readCertificate(wrong)).toThrow(expect.objectContaining({ code: 'key' }));
  }
});

it('puts the signature into the only element of a name', async () => {
  const options = { key: { secret } };
  const named = (name: string): Promise<string> =>
    signXml('<a xmlns="urn:a"><b/><c/><c/></a>', { ...options, into: { namespace: 'urn:a', name } });
  expect(await named('b')).toMatch(/^<a xmlns="urn:a"><b><ds:Signature .*<\/ds:Signature><\/b><c\/><c\/><\/a>$/);
  await verifyXml(await named('b'), { key: { secret } });
  await expect(named('c')).rejects.toThrow('more than one element "c"');
  await expect(named('d')).rejects.toThrow('no element "d"');
});
