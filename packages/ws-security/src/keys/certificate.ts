/** Certificates of X.509, as far as signatures ask for them. */
import { sameOctets, source, toHex } from '../octets.js';
import { extensionIdentifiers, readFields } from './certificate-fields.js';
import { type DerValue, derBits, derIdentifier, derInteger, derItems, derOf, derTags, derValue } from './der.js';
import { nameText } from './distinguished-name.js';
import { pemBlocks, pemOctets, pemText } from './pem.js';

/** What a certificate says. */
export class Certificate {
  /** The certificate itself. */
  readonly der: Uint8Array;
  readonly subject: string;
  readonly issuer: string;
  readonly serialNumber: bigint;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** The public key (`SubjectPublicKeyInfo`). */
  readonly publicKey: Uint8Array;
  /** What the certificate calls its key, if it does. */
  readonly subjectKeyIdentifier: Uint8Array | undefined;
  /** False if the certificate says that its key is for something else than signatures. */
  readonly maySign: boolean;

  constructor(der: Uint8Array) {
    const { serialNumber, issuer, subject, notBefore, notAfter, publicKey, extensions } = readFields(der);
    const usage = extensions.get(extensionIdentifiers.keyUsage)?.value;
    const identifier = extensions.get(extensionIdentifiers.subjectKeyIdentifier)?.value;
    this.der = der;
    this.serialNumber = derInteger(serialNumber);
    this.issuer = nameText(issuer);
    this.subject = nameText(subject);
    this.notBefore = notBefore;
    this.notAfter = notAfter;
    this.publicKey = publicKey.whole;
    this.subjectKeyIdentifier = identifier && derValue(identifier, derTags.octetString).content;
    // The first two bits: digitalSignature and nonRepudiation.
    this.maySign = usage === undefined || ((derValue(usage, derTags.bitString).content[1] ?? 0) & 0xc0) !== 0;
  }

  /** As PEM. */
  toString(): string {
    return pemText('CERTIFICATE', this.der);
  }

  /** A digest of the certificate in hexadecimal digits. Default SHA-256. */
  async thumbprint(digest: 'SHA-1' | 'SHA-256' | 'SHA-384' | 'SHA-512' = 'SHA-256'): Promise<string> {
    return toHex(new Uint8Array(await crypto.subtle.digest(digest, source(this.der))));
  }

  /** True for the same certificate. */
  equals(other: Certificate): boolean {
    return sameOctets(this.der, other.der);
  }
}

/** The first certificate in PEM or DER. Throws a `SignatureError` for something else. */
export function readCertificate(certificate: string | Uint8Array): Certificate {
  return new Certificate(
    typeof certificate === 'string' ? pemOctets(certificate, 'CERTIFICATE', 'A certificate') : certificate,
  );
}

/** All certificates of a text of PEM, or the one in DER. */
export function readCertificates(certificates: string | Uint8Array): readonly Certificate[] {
  return typeof certificates === 'string'
    ? pemBlocks(certificates, 'CERTIFICATE').map((der) => new Certificate(der))
    : [new Certificate(certificates)];
}

/** The numbers of an RSA key, without leading zeros, or the curve and point of an EC key. */
export type PublicNumbers =
  | { readonly kind: 'RSA'; readonly modulus: Uint8Array; readonly exponent: Uint8Array }
  | { readonly kind: 'EC'; readonly curve: string; readonly point: Uint8Array };

/** What kind of key a key info of DER has: its algorithm, and the curve of an EC key, as identifiers. */
export function keyAlgorithm(algorithm: DerValue | undefined): readonly [algorithm: string, curve: string | undefined] {
  const [type, parameters] = derItems(algorithm);
  const curve = parameters?.tag === derTags.objectIdentifier ? derIdentifier(parameters) : undefined;
  return [derIdentifier(type), curve];
}

/** The numbers of a public key (`SubjectPublicKeyInfo`). */
export function publicNumbers(publicKey: Uint8Array): PublicNumbers {
  const [algorithm, bits] = derItems(derValue(publicKey, derTags.sequence));
  const [, curve] = keyAlgorithm(algorithm);
  const key = derBits(bits);
  if (curve !== undefined) {
    return { kind: 'EC', curve, point: key };
  }
  const [modulus, exponent] = derItems(derValue(key, derTags.sequence)).map((value) => {
    const { content } = derOf(value, derTags.integer);
    return content[0] === 0 ? content.subarray(1) : content;
  });
  return { kind: 'RSA', modulus: modulus ?? new Uint8Array(), exponent: exponent ?? new Uint8Array() };
}
