import { type DataAlgorithm, type DecryptXmlOptions, decryptXml, encryptXml } from '@wsdl-codegen/ws-security';
import { nodeCrypto } from '@wsdl-codegen/ws-security/node';
import { signingCertificate } from '../../../../tests/support/certificates.js';
import { Random } from '../../../../tests/support/random.js';
import { runs } from '../../../../tests/support/thorough.js';
import { encryptOctets } from './ciphers.js';
import { cipherText, encryptedDataText } from './encrypted-text.js';

/** Published attacks on XML encryption. Each is refused, from the use of a key on with one error. */

const pair = signingCertificate('Receiver');
const provider = nodeCrypto();
const secret = new Uint8Array(32).fill(7);
const xml = '<pay xmlns="urn:p"><to>alice</to><amount>10</amount></pay>';

const allowed: DecryptXmlOptions['allowUnsigned'] = ['aes256-cbc', 'aes128-cbc', 'tripledes-cbc', 'rsa-1_5'];
const decrypted = (text: string, options: Partial<DecryptXmlOptions> = {}): Promise<string> =>
  decryptXml(text, { key: pair.key, provider, allowUnsigned: allowed, ...options });

/** All that a program sees of a failure. */
async function failure(text: string, options: Partial<DecryptXmlOptions> = {}): Promise<string> {
  try {
    return `no error: ${await decrypted(text, options)}`;
  } catch (error) {
    const { name, message, cause, code } = error as Error & { readonly code?: string };
    return JSON.stringify([name, code, message, cause ?? null, Object.keys(error as object).sort()]);
  }
}

const theError = JSON.stringify([
  'EncryptionError',
  'decryption',
  'What is encrypted cannot be decrypted.',
  null,
  ['code', 'name'],
]);

/** Something encrypted with a text of the attacker's choice in it: whoever has the certificate can make it. */
async function forged(
  content: string | Uint8Array,
  type: 'Element' | 'Content',
  around = (data: string) => `<r><a>${data}</a></r>`,
): Promise<string> {
  const octets = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const cipher = cipherText(await encryptOctets('aes256-gcm', secret, octets, undefined));
  return around(
    encryptedDataText({
      algorithm: 'aes256-gcm',
      type: `http://www.w3.org/2001/04/xmlenc#${type}`,
      keyInfo: '',
      cipher,
    }),
  );
}

/** Changes the octets of the value in an element. */
function changedValue(text: string, index: number, change: (octets: Buffer) => Buffer): string {
  let at = 0;
  return text.replace(/(<xenc:CipherValue>)([^<]*)/g, (all: string, tag: string, value: string) =>
    at++ === index ? `${tag}${change(Buffer.from(value, 'base64')).toString('base64')}` : all,
  );
}

const flipped =
  (at: number) =>
  (octets: Buffer): Buffer => {
    octets[(at + octets.length) % octets.length]! ^= 1;
    return octets;
  };

const combinations: ReadonlyArray<readonly [DataAlgorithm, 'rsa-oaep-mgf1p' | 'rsa-oaep' | 'rsa-1_5']> = [
  ['aes256-gcm', 'rsa-oaep-mgf1p'],
  ['aes256-cbc', 'rsa-1_5'],
  ['aes128-cbc', 'rsa-oaep'],
  ['tripledes-cbc', 'rsa-1_5'],
];

it.each(combinations)('%s, %s: every changed octet gives the same error', async (algorithm, keyTransport) => {
  const encrypted = await encryptXml(xml, { certificate: pair.cert, algorithm, keyTransport, provider });
  expect(await decrypted(encrypted)).toBe(xml);
  // The first value is the key, the second the content, whose last block is padding alone or in part.
  const changes: ReadonlyArray<readonly [number, (octets: Buffer) => Buffer]> = [
    ...[0, 1, 100, -1].map((at) => [0, flipped(at)] as const),
    [0, () => Buffer.alloc(256)],
    [0, () => Buffer.alloc(256, 255)],
    [0, (octets) => octets.subarray(1)],
    [0, () => Buffer.alloc(0)],
    [1, (octets) => octets.subarray(0, -1)],
    [1, (octets) => octets.subarray(0, 16)],
    [1, () => Buffer.alloc(0)],
    [1, () => Buffer.alloc(160)],
  ];
  for (const [index, change] of changes) {
    expect(await failure(changedValue(encrypted, index, change))).toBe(theError);
  }
  const random = new Random(7);
  for (let run = 0; run < runs(40); run++) {
    const at = Math.floor(random.next() * 1000);
    const found = await failure(changedValue(encrypted, 1, flipped(at)));
    // CBC is not bound to its text: a changed letter is all that an attacker may see, and only where the program allows it by name.
    expect(found === theError || (found.startsWith('no error') && algorithm.endsWith('cbc'))).toBe(true);
  }
});

it.each(combinations.slice(1))('%s, %s: not without a signature', async (algorithm, keyTransport) => {
  const encrypted = await encryptXml(xml, { certificate: pair.cert, algorithm, keyTransport, provider });
  const rsa = { code: 'unsigned', message: expect.stringContaining(algorithm) };
  await expect(decrypted(encrypted, { allowUnsigned: [] })).rejects.toMatchObject(rsa);
  if (keyTransport === 'rsa-1_5') {
    const key = { code: 'unsigned', message: expect.stringContaining('rsa-1_5') };
    await expect(decrypted(encrypted, { allowUnsigned: [algorithm] })).rejects.toMatchObject(key);
  }
});

const fragments: ReadonlyArray<readonly [what: string, text: string, type: 'Element' | 'Content']> = [
  ['closes what is around it', '</a><a>', 'Content'],
  ['closes the root', '</a></r><r><a>', 'Content'],
  ['closes more than it opens', '<b/></b>', 'Content'],
  ['leaves an element open', '<b>', 'Content'],
  ['leaves a comment open', '<!-- ', 'Content'],
  ['leaves a section open', '<![CDATA[', 'Content'],
  ['leaves a tag open', '<b c="', 'Content'],
  ['closes and opens our own wrapper', '</fragment><fragment>', 'Content'],
  ['ends our own wrapper with a comment', '</fragment><!--', 'Content'],
  ['has a DOCTYPE', '<!DOCTYPE a [<!ENTITY e "x">]><b>&e;</b>', 'Element'],
  ['has an entity', '<b>&e;</b>', 'Content'],
  ['has a declaration of XML', '<?xml version="1.0"?><b/>', 'Element'],
  ['uses a prefix that is not declared', '<p:b/>', 'Content'],
  ['is two elements', '<b/><c/>', 'Element'],
  ['is no element', 'text', 'Element'],
  ['is nothing', '', 'Element'],
  ['has text beside its element', '<b/>text', 'Element'],
  ['has characters that XML forbids', '\u0001', 'Content'],
];

it.each(fragments)('a text that %s is refused', async (_, text, type) => {
  expect(await failure(await forged(text, type), { key: { secret } })).toBe(theError);
});

it('octets that are not UTF-8 are refused', async () => {
  expect(await failure(await forged(Uint8Array.of(0xc3, 0x28), 'Content'), { key: { secret } })).toBe(theError);
});

it('what joins what is around it to something else is refused', async () => {
  const around = (data: string): string => `<r><a>]]${data}</a></r>`;
  expect(await failure(await forged('>', 'Content', around), { key: { secret } })).toBe(theError);
});

it('an encrypted part that is put somewhere else is not taken for the one that is required', async () => {
  const encrypted = await encryptXml(xml, { certificate: pair.cert, elements: [{ namespace: 'urn:p', name: 'to' }] });
  const required = { require: [{ namespace: 'urn:p', name: 'to' }] };
  expect(await decrypted(encrypted, required)).toBe(xml);
  const [data] = /<xenc:EncryptedData.*<\/xenc:EncryptedData>/.exec(encrypted)!;
  const moved = encrypted.replace(data, '<to>mallory</to>').replace('</pay>', `<x>${data}</x></pay>`);
  await expect(decrypted(moved, required)).rejects.toMatchObject({ code: 'not-encrypted' });
});

it('parts that contain each other without an end are refused', async () => {
  let nested = '<b/>';
  for (let depth = 0; depth < 6; depth++) {
    nested = await forged(nested, 'Element', (data) => data);
  }
  expect(await failure(`<r>${nested}</r>`, { key: { secret } })).toBe(theError);
});

const keyed = async (): Promise<readonly [string, string, string]> => {
  const encrypted = await encryptXml(xml, { certificate: pair.cert });
  const [key] = /<xenc:EncryptedKey.*<\/xenc:EncryptedKey>/.exec(encrypted)!;
  return [encrypted, key, encrypted.replace(key, '@')];
};

it.each<readonly [what: string, change: (whole: string, key: string, rest: string) => string, code: string]>([
  ['more keys than allowed', (whole, key) => whole.replace(key, key.repeat(17)), 'limit'],
  ['more parts than allowed', (whole) => `<r>${whole.repeat(65)}</r>`, 'limit'],
  [
    'an id twice',
    (_, key, rest) =>
      `<r>${rest.replace('@', '<ds:RetrievalMethod URI="#k"/>')}${key.replace('<xenc:EncryptedKey', '<xenc:EncryptedKey Id="k"').repeat(2)}</r>`,
    'malformed',
  ],
  ['a key that is not there', (_, _key, rest) => rest.replace('@', '<ds:RetrievalMethod URI="#k"/>'), 'malformed'],
  [
    'a key that names itself',
    (_, key, rest) =>
      rest.replace(
        '@',
        key
          .replace('<xenc:EncryptedKey', '<xenc:EncryptedKey Id="k"')
          .replace(/<ds:X509Data>.*<\/ds:X509Data>/, '<ds:RetrievalMethod URI="#k"/>'),
      ),
    'malformed',
  ],
  [
    'something else as key',
    (_, _key, rest) => `<r Id="k">${rest.replace('@', '<ds:RetrievalMethod URI="#k"/>')}</r>`,
    'malformed',
  ],
  [
    'a key behind an address',
    (_, _key, rest) => rest.replace('@', '<ds:RetrievalMethod URI="http://example/key"/>'),
    'malformed',
  ],
  [
    'content behind an address',
    (whole) =>
      whole.replace(
        /<xenc:CipherValue>[^<]*<\/xenc:CipherValue>(<\/xenc:CipherData><\/xenc:EncryptedData>)/,
        '<xenc:CipherReference URI="file:///etc/passwd"/>$1',
      ),
    'malformed',
  ],
  [
    'something encrypted in something encrypted',
    (whole) =>
      whole.replace(/<\/xenc:EncryptedData>$/, `<xenc:EncryptionProperties>${whole}</xenc:EncryptionProperties>$&`),
    'malformed',
  ],
  ['no key', (_, _key, rest) => rest.replace('@', ''), 'key'],
  ['an algorithm that is not known', (whole) => whole.replace('aes256-gcm', 'rc4'), 'algorithm'],
  ['another type', (whole) => whole.replace('#Element', '#Other'), 'malformed'],
  ['a value that is no base64', (whole) => whole.replace('<xenc:CipherValue>', '<xenc:CipherValue>!'), 'malformed'],
  ['a comment in a value', (whole) => whole.replace('<xenc:CipherValue>', '<xenc:CipherValue><!-- -->'), 'malformed'],
  ['two values', (whole) => whole.replace(/<xenc:CipherValue>[^<]*<\/xenc:CipherValue>/, '$&$&'), 'malformed'],
  ['another parameter', (whole) => whole.replace('<ds:DigestMethod', '<x/><ds:DigestMethod'), 'algorithm'],
])('%s is refused', async (_, change, code) => {
  await expect(decrypted(change(...(await keyed())))).rejects.toMatchObject({ code });
});

it('a document with a DOCTYPE is refused', async () => {
  const [encrypted] = await keyed();
  await expect(decrypted(`<!DOCTYPE x>${encrypted}`)).rejects.toThrow();
});

it('algorithms that the program leaves out are refused', async () => {
  const [encrypted] = await keyed();
  const all = { algorithms: ['aes256-gcm', 'rsa-oaep-mgf1p'] } as const;
  expect(await decrypted(encrypted, all)).toBe(xml);
  for (const algorithms of [
    ['aes128-gcm', 'rsa-oaep-mgf1p'],
    ['aes256-gcm', 'rsa-oaep'],
  ] as const) {
    await expect(decrypted(encrypted, { algorithms })).rejects.toMatchObject({ code: 'algorithm' });
  }
});
