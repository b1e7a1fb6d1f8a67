/** What is encrypted or authenticated with a password (PKCS #5 and PKCS #12), on Web Crypto. */
import { joined, source } from '../octets.js';
import { SignatureError } from '../signature-error.js';
import { definite } from './ber.js';
import { type DerValue, derIdentifier, derInteger, derItems, derOf, derTags, derValue } from './der.js';

const identifiers = {
  scheme2: '1.2.840.113549.1.5.13',
  macScheme1: '1.2.840.113549.1.5.14',
  derivation2: '1.2.840.113549.1.5.12',
} as const;

/** Schemes with RC2, RC4, DES or 3DES, by how their identifiers begin. */
const oldSchemes = /^1\.2\.840\.113549\.(?:1\.12\.1\.\d+|1\.5\.(?:1|3|4|6|10|11)|3\.[247])$/;

/** AES-CBC, with the length of its key in bits. */
const ciphers: ReadonlyMap<string, number> = new Map([
  ['2.16.840.1.101.3.4.1.2', 128],
  ['2.16.840.1.101.3.4.1.22', 192],
  ['2.16.840.1.101.3.4.1.42', 256],
]);

type Hash = 'SHA-1' | 'SHA-256' | 'SHA-384' | 'SHA-512';

const hmacs: ReadonlyMap<string, Hash> = new Map([
  ['1.2.840.113549.2.7', 'SHA-1'],
  ['1.2.840.113549.2.9', 'SHA-256'],
  ['1.2.840.113549.2.10', 'SHA-384'],
  ['1.2.840.113549.2.11', 'SHA-512'],
]);

const hashes: ReadonlyMap<string, Hash> = new Map([
  ['1.3.14.3.2.26', 'SHA-1'],
  ['2.16.840.1.101.3.4.2.1', 'SHA-256'],
  ['2.16.840.1.101.3.4.2.2', 'SHA-384'],
  ['2.16.840.1.101.3.4.2.3', 'SHA-512'],
]);

/** More rounds than these take minutes. */
const maxRounds = 10_000_000n;

/** What is said of a password that does not fit. */
export const wrongPassword = (): SignatureError =>
  new SignatureError('key', 'The password is wrong, or the file is damaged.');

/** Decrypts a SEQUENCE with a password (PBES2 with AES). `conversion` is the command that changes older forms of encryption. */
export async function decryptedByPassword(
  algorithm: DerValue | undefined,
  octets: Uint8Array,
  password: Uint8Array,
  conversion: string,
): Promise<Uint8Array> {
  const [scheme, parameters] = derItems(algorithm);
  requireKnown(derIdentifier(scheme), identifiers.scheme2, conversion);
  const [derivation, cipher] = derItems(parameters);
  const [cipherName, vector] = derItems(cipher);
  const name = derIdentifier(cipherName);
  const bits = ciphers.get(name);
  if (bits === undefined) {
    throw notSupported(name, conversion);
  }
  const raw = await derivedBits(derivation, password, bits, conversion);
  const key = await crypto.subtle.importKey('raw', raw, 'AES-CBC', false, ['decrypt']);
  const iv = source(derOf(vector, derTags.octetString).content);
  try {
    const plain = new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-CBC', iv }, key, source(octets)));
    // About one wrong password in 256 gives octets whose padding is right by chance.
    derValue(definite(plain), derTags.sequence);
    return plain;
  } catch {
    throw wrongPassword();
  }
}

/** True if a password is the one with which a code (`MacData` of PKCS #12) was made of octets. */
export async function isAuthentic(
  code: DerValue,
  octets: Uint8Array,
  password: string,
  conversion: string,
): Promise<boolean> {
  const [info, salt, rounds] = derItems(code);
  const [algorithm, value] = derItems(info);
  const [name, parameters] = derItems(algorithm);
  const expected = source(derOf(value, derTags.octetString).content);
  const identifier = derIdentifier(name);
  let key: ArrayBuffer;
  let hash = hashes.get(identifier);
  if (hash !== undefined) {
    const { content } = derOf(salt, derTags.octetString);
    key = await codeKey(hash, password, content, rounds === undefined ? 1 : roundsOf(rounds));
  } else {
    requireKnown(identifier, identifiers.macScheme1, conversion);
    const [derivation, scheme] = derItems(parameters);
    hash = hmacOf(scheme, conversion);
    const bits = derInteger(derItems(derItems(derivation)[1])[2]);
    key = await derivedBits(derivation, new TextEncoder().encode(password), Number(bits) * 8, conversion);
  }
  const ready = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash }, false, ['verify']);
  return crypto.subtle.verify('HMAC', ready, expected, source(octets));
}

/** A key of PBKDF2. */
async function derivedBits(
  derivation: DerValue | undefined,
  password: Uint8Array,
  bits: number,
  conversion: string,
): Promise<ArrayBuffer> {
  const [name, parameters] = derItems(derivation);
  requireKnown(derIdentifier(name), identifiers.derivation2, conversion);
  const [salt, rounds, ...others] = derItems(parameters);
  const method = others.find(({ tag }) => tag === derTags.sequence);
  const settings = {
    name: 'PBKDF2',
    salt: source(derOf(salt, derTags.octetString).content),
    iterations: roundsOf(rounds),
    hash: method === undefined ? 'SHA-1' : hmacOf(method, conversion),
  };
  const key = await crypto.subtle.importKey('raw', source(password), 'PBKDF2', false, ['deriveBits']);
  return crypto.subtle.deriveBits(settings, key, bits);
}

function hmacOf(method: DerValue | undefined, conversion: string): Hash {
  const name = derIdentifier(derItems(method)[0]);
  const hash = hmacs.get(name);
  if (hash === undefined) {
    throw notSupported(name, conversion);
  }
  return hash;
}

function roundsOf(value: DerValue | undefined): number {
  const rounds = derInteger(value);
  if (rounds < 1n || rounds > maxRounds) {
    throw new SignatureError('limit', `A password is used in ${rounds} rounds: at most ${maxRounds} are supported.`);
  }
  return Number(rounds);
}

/** The key of a code (RFC 7292, B.2 with the identifier 3), which is as long as its digest: so one block is enough. */
async function codeKey(hash: Hash, password: string, salt: Uint8Array, rounds: number): Promise<ArrayBuffer> {
  const block = hash === 'SHA-1' || hash === 'SHA-256' ? 64 : 128;
  const units = Array.from(`${password}\0`.split(''), (unit) => unit.charCodeAt(0));
  const text = Uint8Array.from(units.flatMap((unit) => [unit >> 8, unit & 0xff]));
  const filled = (octets: Uint8Array): Uint8Array =>
    Uint8Array.from({ length: Math.ceil(octets.length / block) * block }, (_, index) => octets[index % octets.length]!);
  let value: BufferSource = source(joined([new Uint8Array(block).fill(3), filled(salt), filled(text)]));
  for (let round = 1; round < rounds; round++) {
    value = await crypto.subtle.digest(hash, value);
  }
  return crypto.subtle.digest(hash, value);
}

function requireKnown(identifier: string, expected: string, conversion: string): void {
  if (identifier !== expected) {
    throw notSupported(identifier, conversion);
  }
}

const notSupported = (identifier: string, conversion: string): SignatureError =>
  new SignatureError(
    'algorithm',
    oldSchemes.test(identifier)
      ? `The file is encrypted with an old algorithm (${identifier}: RC2, RC4, DES or 3DES), which Web Crypto does not have. Convert it with ${conversion}.`
      : `The file is encrypted or protected with an algorithm that is not supported (${identifier}). Convert it with ${conversion}.`,
  );
