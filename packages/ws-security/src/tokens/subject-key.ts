/** The key by which a sender shows that an assertion is about it. */
import type { DecryptionSettings } from '../encryption/content-keys.js';
import { isOfEncryption } from '../encryption/encrypted-elements.js';
import { readCertificate } from '../keys/certificate.js';
import type { VerificationKey } from '../keys/keys.js';
import { fromBase64, source, toBase64 } from '../octets.js';
import type { PlacedElement } from '../xml/document.js';
import { attributeOf, elementsIn, isNamed, namespaces, textIn } from '../xml/elements.js';
import { decryptedSecret } from './encrypted-secret.js';
import { TokenError } from './token-error.js';
import { childOf } from './trees.js';

/** Bits of the secrets that token services make by default. */
const usualBits = 256;

/** The key in the `KeyInfo` of a subject confirmation. It counts because the issuer has signed it. */
export async function subjectKey(
  keyInfo: PlacedElement,
  decryption: DecryptionSettings | undefined,
  bits: number = usualBits,
): Promise<VerificationKey> {
  for (const item of elementsIn(keyInfo)) {
    if (isNamed(item, namespaces.signature, 'X509Data')) {
      const certificate = elementsIn(item).find(({ name }) => name === 'X509Certificate');
      if (certificate !== undefined) {
        return readCertificate(fromBase64(textIn(certificate), 'The certificate of the subject'));
      }
    } else if (isNamed(item, namespaces.signature, 'KeyValue')) {
      return publicKeyPem(item);
    } else if (isOfEncryption(item, 'EncryptedKey')) {
      return { secret: await decryptedSecret(item, decryption, bits) };
    }
  }
  throw new TokenError(
    'unsupported',
    'The key of the subject is no certificate, no public key and no encrypted secret.',
  );
}

/** The key in a `KeyValue`, as PEM. */
async function publicKeyPem(keyValue: PlacedElement): Promise<string> {
  try {
    const imported = await importedKey(keyValue);
    const octets = new Uint8Array(await crypto.subtle.exportKey('spki', imported));
    return `-----BEGIN PUBLIC KEY-----\n${toBase64(octets)}\n-----END PUBLIC KEY-----\n`;
  } catch (cause) {
    throw new TokenError('unsupported', 'The public key of the subject cannot be read.', { cause });
  }
}

/** Web Crypto wants to know what a key is for; the octets of the key do not say it. */
function importedKey(keyValue: PlacedElement): Promise<CryptoKey> {
  const numbers = childOf(keyValue, 'RSAKeyValue');
  if (numbers !== undefined) {
    const parameters = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
    const key = { kty: 'RSA', n: numberIn(numbers, 'Modulus'), e: numberIn(numbers, 'Exponent') };
    return crypto.subtle.importKey('jwk', key, parameters, true, ['verify']);
  }
  const point = childOf(keyValue, 'ECKeyValue', namespaces.signature11);
  const curve = point && childOf(point, 'NamedCurve');
  const namedCurve = curves.get((curve && attributeOf(curve, 'URI')) ?? '') ?? '';
  const octets = fromBase64(textOf(point, 'PublicKey'), 'The public key of the subject');
  return crypto.subtle.importKey('raw', source(octets), { name: 'ECDSA', namedCurve }, true, ['verify']);
}

const curves: ReadonlyMap<string, string> = new Map([
  ['urn:oid:1.2.840.10045.3.1.7', 'P-256'],
  ['urn:oid:1.3.132.0.34', 'P-384'],
  ['urn:oid:1.3.132.0.35', 'P-521'],
]);

function textOf(parent: PlacedElement | undefined, name: string): string {
  const child = parent && childOf(parent, name);
  return child === undefined ? '' : textIn(child);
}

/** A number as JSON Web Keys have it: without leading zeros. */
function numberIn(parent: PlacedElement, name: string): string {
  const octets = fromBase64(textOf(parent, name), `The element "${name}"`);
  const first = octets.findIndex((octet) => octet !== 0);
  return toBase64(octets.subarray(Math.max(0, first)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/={1,2}$/, '');
}
