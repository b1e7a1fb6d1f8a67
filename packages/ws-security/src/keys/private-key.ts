/** Private keys in the forms in which files have them. */
import { octetsOf } from '../octets.js';
import { SignatureError } from '../signature-error.js';
import { derItems, derOf, derTags, derValue, derWritten } from './der.js';
import { decryptedByPassword } from './password.js';
import { pemBlocks, pemOctets, pemText } from './pem.js';

/** `rsaEncryption` and its empty parameters. */
const rsaAlgorithm = Uint8Array.of(0x30, 13, 6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 13, 1, 1, 1, 5, 0);
/** `id-ecPublicKey`. */
const ecIdentifier = Uint8Array.of(6, 7, 0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1);

const isOldEncryption = (pem: string): boolean => /^Proc-Type: 4,ENCRYPTED/m.test(pem);

/** The key info (PKCS #8) in the text of a private key that is not encrypted. */
export function privateKeyInfo(pem: string, what: string): Uint8Array {
  if (isOldEncryption(pem)) {
    throw new SignatureError(
      'key',
      `${what} is encrypted in a form of the past. Convert it with \`openssl pkcs8 -topk8 -in old.pem -out key.pem\`, and read it with \`readPrivateKey\`.`,
    );
  }
  const [rsa] = pemBlocks(pem, 'RSA PRIVATE KEY');
  const [ec] = pemBlocks(pem, 'EC PRIVATE KEY');
  return rsa !== undefined
    ? wrapped(rsaAlgorithm, rsa)
    : ec !== undefined
      ? wrapped(ecAlgorithm(ec), ec)
      : pemOctets(pem, 'PRIVATE KEY', what);
}

function wrapped(algorithm: Uint8Array, key: Uint8Array): Uint8Array {
  const version = derWritten(derTags.integer, Uint8Array.of(0));
  return derWritten(derTags.sequence, version, algorithm, derWritten(derTags.octetString, key));
}

/** The algorithm of a key of SEC 1, which names its curve under a tag of its own. */
function ecAlgorithm(key: Uint8Array): Uint8Array {
  const curve = derItems(derValue(key, derTags.sequence)).find(({ tag }) => tag === 0xa0);
  if (curve === undefined) {
    throw new SignatureError('key', 'The EC key does not say on which curve it is.');
  }
  return derWritten(derTags.sequence, ecIdentifier, derValue(curve.content, derTags.objectIdentifier).whole);
}

/**
 * A private key as PKCS #8 in PEM, which the options `key` take: decrypted with its password if it is encrypted (`BEGIN ENCRYPTED PRIVATE KEY`, with PBES2 and AES), and from the
 * older forms of RSA and EC keys. Throws a `SignatureError` for other forms, and for a wrong password.
 */
export async function readPrivateKey(pem: string, password?: string): Promise<string> {
  const [encrypted] = pemBlocks(pem, 'ENCRYPTED PRIVATE KEY');
  if (encrypted === undefined) {
    return pemText('PRIVATE KEY', privateKeyInfo(pem, 'A private key'));
  }
  if (password === undefined) {
    throw new SignatureError('key', 'The private key is encrypted, and no password is given.');
  }
  return pemText('PRIVATE KEY', await decryptedKeyInfo(encrypted, octetsOf(password), keyConversion));
}

const keyConversion = '`openssl pkcs8 -topk8 -v2 aes-256-cbc -in old.pem -out key.pem`';

/** The key info in an encrypted one. `conversion` is the command that changes older forms of encryption. */
export async function decryptedKeyInfo(
  encrypted: Uint8Array,
  password: Uint8Array,
  conversion: string,
): Promise<Uint8Array> {
  const [algorithm, content] = derItems(derValue(encrypted, derTags.sequence));
  const { content: octets } = derOf(content, derTags.octetString);
  return derValue(await decryptedByPassword(algorithm, octets, password, conversion), derTags.sequence).whole;
}
