import { nodeCrypto } from '@wsdl-codegen/ws-security/node';
import { padFirst, padOaep, unpadFirst, unpadOaep } from './rsa-padding.js';

const key = crypto.getRandomValues(new Uint8Array(32));

it.each(['sha1', 'sha256', 'sha512'] as const)('OAEP with %s is that of Web Crypto', async (digest) => {
  const hash = digest.replace('sha', 'SHA-');
  const algorithm = { name: 'RSA-OAEP', hash, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
  const { publicKey, privateKey } = await crypto.subtle.generateKey(algorithm, true, ['encrypt', 'decrypt']);
  const label = new Uint8Array([1, 2]);
  const parameters = { digest, mask: digest, label };
  const provider = nodeCrypto();
  const info = new Uint8Array(await crypto.subtle.exportKey('spki', publicKey));
  const ours = await provider.rsa('encrypt', info, await padOaep(key, 256, parameters));
  const used = { name: 'RSA-OAEP', label };
  const read = await crypto.subtle.decrypt(used, privateKey, ours as Uint8Array<ArrayBuffer>);
  expect(new Uint8Array(read)).toEqual(key);
  const theirs = new Uint8Array(await crypto.subtle.encrypt(used, publicKey, key));
  const own = new Uint8Array(await crypto.subtle.exportKey('pkcs8', privateKey));
  const block = await provider.rsa('decrypt', own, theirs);
  expect(await unpadOaep(block, 32, parameters)).toEqual(key);
  // Another label, another length and another digest give random octets, and no error.
  for (const [length, changed] of [
    [32, { ...parameters, label: new Uint8Array() }],
    [16, parameters],
    [32, { ...parameters, digest: 'sha384' as const }],
    [250, parameters],
  ] as const) {
    const found = await unpadOaep(block, length, changed);
    expect([found.length, found.subarray(0, 16)]).not.toEqual([length, key.subarray(0, 16)]);
    expect(found).not.toEqual(await unpadOaep(block, length, changed));
  }
});

it('a key in the padding of PKCS #1 1.5 is found, and every wrong octet gives random ones', () => {
  const block = padFirst(key, 256);
  expect(block).toHaveLength(256);
  expect(unpadFirst(block, 32)).toEqual(key);
  const wrong: ReadonlyArray<readonly [at: number, octet: number]> = [
    [0, 1],
    [1, 1],
    [223, 1],
    [2, 0],
    [222, 0],
    [100, 0],
  ];
  for (const [at, octet] of wrong) {
    const changed = block.slice();
    changed[at] = octet;
    const found = unpadFirst(changed, 32);
    expect([at, found.length]).toEqual([at, 32]);
    expect(found).not.toEqual(key);
    expect(found).not.toEqual(unpadFirst(changed, 32));
  }
  expect(unpadFirst(block, 16)).not.toEqual(key.subarray(16));
  expect(unpadFirst(new Uint8Array(20), 32)).toHaveLength(32);
});

it('a key that is too long for the padding is refused', async () => {
  expect(() => padFirst(new Uint8Array(250), 256)).toThrow('too short');
  const parameters = { digest: 'sha512', mask: 'sha512', label: new Uint8Array() } as const;
  await expect(padOaep(new Uint8Array(200), 256, parameters)).rejects.toThrow('too short');
});
