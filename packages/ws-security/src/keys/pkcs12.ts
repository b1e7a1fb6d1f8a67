/** Keys and certificates in one file with a password (PKCS #12). */
import { joined, octetsOf } from '../octets.js';
import { SignatureError } from '../signature-error.js';
import { definite } from './ber.js';
import { type Certificate, readCertificate } from './certificate.js';
import { type DerValue, derIdentifier, derItems, derOf, derTags, derValue } from './der.js';
import { signWith, usualAlgorithm, verifyWith } from './keys.js';
import { decryptedByPassword, isAuthentic, wrongPassword } from './password.js';
import { pemText } from './pem.js';
import { decryptedKeyInfo } from './private-key.js';

/** What a file of PKCS #12 contains. */
export interface Pkcs12 {
  /** The private key as PKCS #8 in PEM, as the options `key` take it. */
  readonly key: string;
  /** The certificate of the key. */
  readonly certificate: Certificate;
  /** All certificates, that of the key first. */
  readonly certificates: readonly Certificate[];
}

const kinds = {
  data: '1.2.840.113549.1.7.1',
  encrypted: '1.2.840.113549.1.7.6',
  keyBag: '1.2.840.113549.1.12.10.1.1',
  encryptedKeyBag: '1.2.840.113549.1.12.10.1.2',
  certificateBag: '1.2.840.113549.1.12.10.1.3',
  x509: '1.2.840.113549.1.9.22.1',
} as const;

const conversion =
  '`openssl pkcs12 -legacy -in old.p12 -nodes -out all.pem`, and then `openssl pkcs12 -export -in all.pem -out new.p12`';

/** Keys and certificates as they are found. */
interface Found {
  readonly keys: string[];
  readonly certificates: Certificate[];
}

/**
 * Reads a file of PKCS #12 (`.p12`, `.pfx`): the first key in it, its certificate and all others. What is encrypted with AES (PBES2) is read; for RC2 and 3DES of older files the error has the
 * commands that convert them.
 */
export async function readPkcs12(file: Uint8Array, password: string): Promise<Pkcs12> {
  const [, safe, code] = derItems(derValue(definite(file), derTags.sequence));
  const content = contentOf(safe, kinds.data);
  if (code !== undefined && !(await isAuthentic(code, content, password, conversion))) {
    throw wrongPassword();
  }
  const found: Found = { keys: [], certificates: [] };
  for (const part of derItems(derValue(definite(content), derTags.sequence))) {
    const bags = await contentsOf(part, password);
    for (const bag of derItems(derValue(definite(bags), derTags.sequence))) {
      await readBag(bag, password, found);
    }
  }
  const [key] = found.keys;
  if (key === undefined) {
    throw new SignatureError('key', 'The file has no private key.');
  }
  const certificate = await certificateFor(key, found.certificates);
  const others = found.certificates.filter((other) => other !== certificate);
  return { key, certificate, certificates: [certificate, ...others] };
}

/** The certificate that verifies what the key signs: names in the file may be missing. */
async function certificateFor(key: string, certificates: readonly Certificate[]): Promise<Certificate> {
  const algorithm = usualAlgorithm(key);
  const data = octetsOf('key');
  const signature = await signWith(key, algorithm, data);
  for (const certificate of certificates) {
    if (await verifyWith(certificate, algorithm, signature, data).catch(() => false)) {
      return certificate;
    }
  }
  throw new SignatureError('key', 'The file has no certificate of its private key.');
}

/** The octets in a part, which says of which kind it is. */
function contentOf(part: DerValue | undefined, kind: string): Uint8Array {
  const [name, value] = derItems(part);
  if (derIdentifier(name) !== kind) {
    throw new SignatureError('key', `A part of the file is of a kind that is not supported (${derIdentifier(name)}).`);
  }
  return derValue(derOf(value, 0xa0).content, derTags.octetString).content;
}

async function contentsOf(part: DerValue, password: string): Promise<Uint8Array> {
  const [name, value] = derItems(part);
  if (derIdentifier(name) !== kinds.encrypted) {
    return contentOf(part, kinds.data);
  }
  const [, info] = derItems(derValue(derOf(value, 0xa0).content, derTags.sequence));
  const [, algorithm, encrypted] = derItems(info);
  // Under its tag the content is whole, or in pieces.
  const octets =
    encrypted?.tag === 0xa0
      ? joined(derItems(encrypted, 0xa0).map((piece) => derOf(piece, derTags.octetString).content))
      : derOf(encrypted, 0x80).content;
  return decryptedByPassword(algorithm, octets, octetsOf(password), conversion);
}

async function readBag(bag: DerValue, password: string, { keys, certificates }: Found): Promise<void> {
  const [name, value] = derItems(bag);
  const content = derOf(value, 0xa0).content;
  switch (derIdentifier(name)) {
    case kinds.keyBag:
      keys.push(pemText('PRIVATE KEY', content));
      break;
    case kinds.encryptedKeyBag:
      keys.push(pemText('PRIVATE KEY', await decryptedKeyInfo(content, octetsOf(password), conversion)));
      break;
    case kinds.certificateBag: {
      const [kind, certificate] = derItems(derValue(content, derTags.sequence));
      if (derIdentifier(kind) === kinds.x509) {
        const { content: octets } = derValue(derOf(certificate, 0xa0).content, derTags.octetString);
        certificates.push(readCertificate(octets));
      }
      break;
    }
  }
}
