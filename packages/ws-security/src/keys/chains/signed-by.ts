/** Whether an authority signed a certificate or a list, and how strong its key and the algorithm are. */
import { source } from '../../octets.js';
import { type SignatureAlgorithm, type SignatureName, signatureAlgorithms } from '../../signature/algorithms.js';
import { SignatureError } from '../../signature-error.js';
import { type Certificate, publicNumbers } from '../certificate.js';
import type { SignedDer } from '../certificate-fields.js';
import { type DerValue, derIdentifier, derInteger, derItems, derOf, derTags, derValue } from '../der.js';
import { kindOfInfo } from '../keys.js';

/** What is too weak today, and still to be met at old authorities. */
export type WeakAlgorithm = 'sha1' | 'rsa1024';

const names: ReadonlyMap<string, SignatureName> = new Map([
  ['1.2.840.113549.1.1.5', 'rsa-sha1'],
  ['1.2.840.113549.1.1.11', 'rsa-sha256'],
  ['1.2.840.113549.1.1.12', 'rsa-sha384'],
  ['1.2.840.113549.1.1.13', 'rsa-sha512'],
  ['1.2.840.10045.4.1', 'ecdsa-sha1'],
  ['1.2.840.10045.4.3.2', 'ecdsa-sha256'],
  ['1.2.840.10045.4.3.3', 'ecdsa-sha384'],
  ['1.2.840.10045.4.3.4', 'ecdsa-sha512'],
]);

const pss = '1.2.840.113549.1.1.10';
const maskByDigest = '1.2.840.113549.1.1.8';
const pssNames: ReadonlyMap<string, SignatureName> = new Map([
  ['2.16.840.1.101.3.4.2.1', 'rsa-pss-sha256'],
  ['2.16.840.1.101.3.4.2.2', 'rsa-pss-sha384'],
  ['2.16.840.1.101.3.4.2.3', 'rsa-pss-sha512'],
]);

interface NamedAlgorithm extends SignatureAlgorithm {
  readonly name: SignatureName;
  readonly saltLength?: number;
}

/** The algorithm that an identifier of DER names. */
function algorithmOf(algorithm: DerValue): NamedAlgorithm {
  const [type, parameters] = derItems(algorithm);
  const identifier = derIdentifier(type);
  const name = names.get(identifier);
  if (name !== undefined) {
    return { ...signatureAlgorithms[name], name };
  }
  if (identifier !== pss) {
    throw unknown(identifier);
  }
  // RFC 4055, 3.1: digest, mask and salt have tags of their own. What is left out stands for SHA-1, which is not supported here.
  const fields = new Map(derItems(parameters).map(({ tag, content }) => [tag, content]));
  const digest = inside(fields.get(0xa0));
  const [mask, maskDigest] = derItems(inside(fields.get(0xa1)));
  const digestName = derIdentifier(derItems(digest)[0]);
  const found = pssNames.get(digestName);
  if (
    found === undefined ||
    derIdentifier(mask) !== maskByDigest ||
    derIdentifier(derItems(maskDigest)[0]) !== digestName
  ) {
    throw unknown(`${identifier} with these parameters`);
  }
  const salt = fields.get(0xa2);
  const saltLength = salt === undefined ? 20 : Number(derInteger(derValue(salt, derTags.integer)));
  return { ...signatureAlgorithms[found], name: found, saltLength };
}

const inside = (content: Uint8Array | undefined): DerValue => derValue(content ?? new Uint8Array(), derTags.sequence);

const unknown = (identifier: string): SignatureError =>
  new SignatureError('algorithm', `The algorithm ${identifier} of a certificate or list is not supported.`);

/** True if an authority signed a certificate or a list. */
export async function isSignedBy({ signed, algorithm, signature }: SignedDer, issuer: Certificate): Promise<boolean> {
  const { scheme, hash, saltLength } = algorithmOf(algorithm);
  const { kind, curve } = kindOfInfo(issuer.publicKey, false);
  if ((kind === 'EC') !== (scheme === 'ECDSA')) {
    return false;
  }
  const parameters = kind === 'EC' ? { name: scheme, namedCurve: curve } : { name: scheme, hash };
  const key = await importIssuer(issuer, parameters);
  const value = kind === 'EC' ? numbersOf(signature, Math.ceil(Number(curve.slice(2)) / 8)) : signature;
  const use = { name: scheme, hash, ...(saltLength !== undefined && { saltLength }) };
  return crypto.subtle.verify(use, key, source(value), source(signed.whole));
}

async function importIssuer(
  { publicKey, subject }: Certificate,
  parameters: RsaHashedImportParams | EcKeyImportParams,
): Promise<CryptoKey> {
  try {
    return await crypto.subtle.importKey('spki', source(publicKey), parameters, false, ['verify']);
  } catch (cause) {
    throw new SignatureError('key', `The key in the certificate of "${subject}" cannot be read.`, { cause });
  }
}

/** A signature of ECDSA as Web Crypto has it: its two numbers, each as long as those of the curve. */
function numbersOf(signature: Uint8Array, length: number): Uint8Array {
  const found = new Uint8Array(2 * length);
  const numbers = derItems(derValue(signature, derTags.sequence));
  for (const [index, number] of numbers.slice(0, 2).entries()) {
    const { content } = derOf(number, derTags.integer);
    const digits = content[0] === 0 ? content.subarray(1) : content;
    if (digits.length > length) {
      throw new SignatureError('key', 'A certificate or list has a signature of another curve than its issuer.');
    }
    found.set(digits, (index + 1) * length - digits.length);
  }
  return found;
}

/** Refuses an algorithm that is too weak. */
export function requireStrongSignature({ algorithm }: SignedDer, what: string, weak: readonly WeakAlgorithm[]): void {
  if (algorithmOf(algorithm).hash === 'SHA-1' && !weak.includes('sha1')) {
    throw new SignatureError('untrusted', `${what} is signed with SHA-1, which is too weak.`);
  }
}

/** Refuses a key that is too weak. */
export function requireStrongKey({ publicKey, subject }: Certificate, weak: readonly WeakAlgorithm[]): void {
  const numbers = kindOfInfo(publicKey, false).kind === 'RSA' && publicNumbers(publicKey);
  if (numbers !== false && numbers.kind === 'RSA') {
    const bits = numbers.modulus.length * 8 - Math.max(0, Math.clz32(numbers.modulus[0] ?? 0) - 24);
    const least = weak.includes('rsa1024') ? 1024 : 2048;
    if (bits < least) {
      throw new SignatureError(
        'untrusted',
        `The certificate of "${subject}" has an RSA key of ${bits} bits: ${least} are needed.`,
      );
    }
  }
}
