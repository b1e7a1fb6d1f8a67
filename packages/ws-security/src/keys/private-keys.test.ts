import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readPkcs12, readPrivateKey, signXml, verifyXml } from '@wsdl-codegen/ws-security';
import { identity, sequence, signingCertificate, tagged } from '../../../../tests/support/certificates.js';

/** Private keys in all forms of files. */

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-384' });
const password = 'pässword';

async function signsAs(key: string, { publicKey }: { readonly publicKey: KeyObject }): Promise<string> {
  const signed = await signXml('<a/>', { key });
  return (await verifyXml(signed, { key: publicKey.export({ type: 'spki', format: 'pem' }) as string })).algorithm;
}

it('signs with keys in the older forms', async () => {
  const pkcs1 = rsa.privateKey.export({ type: 'pkcs1', format: 'pem' }) as string;
  const sec1 = ec.privateKey.export({ type: 'sec1', format: 'pem' }) as string;
  const parameters = '-----BEGIN EC PARAMETERS-----\nBgUrgQQAIg==\n-----END EC PARAMETERS-----\n';
  expect([
    await signsAs(pkcs1, rsa),
    await signsAs(sec1, ec),
    await signsAs(parameters + sec1, ec),
    await signsAs(await readPrivateKey(sec1), ec),
  ]).toEqual(['rsa-sha256', 'ecdsa-sha384', 'ecdsa-sha384', 'ecdsa-sha384']);
});

it.each(['aes-128-cbc', 'aes-192-cbc', 'aes-256-cbc'])('reads a key that is encrypted with %s', async (cipher) => {
  for (const pair of [rsa, ec]) {
    const pem = pair.privateKey.export({ type: 'pkcs8', format: 'pem', cipher, passphrase: password }) as string;
    const key = await readPrivateKey(pem, password);
    expect(key).toBe(pair.privateKey.export({ type: 'pkcs8', format: 'pem' }));
    await expect(readPrivateKey(pem, 'another')).rejects.toThrow('The password is wrong');
    await expect(readPrivateKey(pem)).rejects.toThrow('no password is given');
    await expect(signXml('<a/>', { key: pem })).rejects.toThrow('`readPrivateKey` decrypts it');
  }
});

it('says how to convert keys that are encrypted with old algorithms', async () => {
  const encrypted = { format: 'pem', cipher: 'des-ede3-cbc', passphrase: password } as const;
  const own = rsa.privateKey.export({ type: 'pkcs8', ...encrypted }) as string;
  await expect(readPrivateKey(own, password)).rejects.toThrow('`openssl pkcs8 -topk8 -v2 aes-256-cbc');
  const older = rsa.privateKey.export({ type: 'pkcs1', ...encrypted }) as string;
  await expect(readPrivateKey(older, password)).rejects.toThrow('`openssl pkcs8 -topk8 -in old.pem');
  await expect(signXml('<a/>', { key: older })).rejects.toThrow('`openssl pkcs8 -topk8 -in old.pem');
});

it('refuses keys that are none', async () => {
  await expect(readPrivateKey('nothing')).rejects.toThrow('BEGIN PRIVATE KEY');
  const withoutCurve = `-----BEGIN EC PRIVATE KEY-----\n${sequence(tagged(2, Buffer.from([1]))).toString('base64')}\n-----END EC PRIVATE KEY-----\n`;
  await expect(readPrivateKey(withoutCurve)).rejects.toThrow('does not say on which curve');
});

const own = signingCertificate('Owner');
const file = identity(own.key, own.cert, password);

it('reads key and certificate of PKCS #12', async () => {
  const { key, certificate, certificates } = await readPkcs12(file, password);
  expect([key, certificate.toString(), certificates.length]).toEqual([own.key, own.cert, 1]);
  const signed = await signXml('<a/>', { key, certificate });
  await verifyXml(signed, { trust: { certificates: own.cert } });
});

/** The form without lengths, with texts in pieces, that some programs write. */
function open(value: Buffer): Buffer {
  const long = value[1]! >= 0x80 ? value[1]! - 0x80 : 0;
  const content = value.subarray(2 + long);
  const tag = value[0]!;
  const all = (tags: number, parts: readonly Buffer[]): Buffer =>
    Buffer.concat([Buffer.from([tags, 0x80]), ...parts, Buffer.from([0, 0])]);
  if (tag === 0x04 && content.length > 8) {
    return all(0x24, [tagged(4, content.subarray(0, 5)), tagged(4, content.subarray(5))]);
  }
  if ((tag & 0x20) === 0) {
    return value;
  }
  const parts: Buffer[] = [];
  for (let at = 0; at < content.length; ) {
    const size = content[at + 1]!;
    const digits = size >= 0x80 ? size - 0x80 : 0;
    const length = digits === 0 ? size : content.readUIntBE(at + 2, digits);
    const end = at + 2 + digits + length;
    parts.push(open(content.subarray(at, end)));
    at = end;
  }
  return all(tag, parts);
}

it('reads PKCS #12 whose lengths are open', async () => {
  const written = open(file);
  expect(written.subarray(0, 2).toString('hex')).toBe('3080');
  expect((await readPkcs12(written, password)).key).toBe(own.key);
});

it('refuses PKCS #12 with another password, without certificate, and what is none', async () => {
  await expect(readPkcs12(file, 'another')).rejects.toThrow('The password is wrong');
  const stranger = identity(own.key, signingCertificate('Stranger').cert, password);
  await expect(readPkcs12(stranger, password)).rejects.toThrow('no certificate of its private key');
  for (const bytes of [
    Buffer.from('nothing'),
    file.subarray(0, 100),
    new Uint8Array(),
    Buffer.alloc(500, Buffer.from([0x30, 0x80])),
  ]) {
    await expect(readPkcs12(bytes, password)).rejects.toMatchObject({ name: 'SignatureError' });
  }
});

it('calls a password wrong that gives the right padding by chance', async () => {
  // One password in 256 does, and a thousand are tried.
  const pem = ec.privateKey.export({
    type: 'pkcs8',
    format: 'pem',
    cipher: 'aes-128-cbc',
    passphrase: password,
  }) as string;
  const messages = await Promise.all(
    Array.from({ length: 1000 }, (_, i) => readPrivateKey(pem, `${i}`).catch((error: Error) => error.message)),
  );
  expect(new Set(messages)).toEqual(new Set(['The password is wrong, or the file is damaged.']));
});
