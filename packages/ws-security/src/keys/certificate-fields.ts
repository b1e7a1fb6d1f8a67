/** The fields of a certificate as they stand in it (RFC 5280, 4.1). */
import { SignatureError } from '../signature-error.js';
import { type DerValue, derBits, derIdentifier, derItems, derOf, derTags, derValue, isDerTrue } from './der.js';

/** What was signed with which algorithm, in certificates and in lists of revoked ones. */
export interface SignedDer {
  readonly signed: DerValue;
  readonly algorithm: DerValue;
  readonly signature: Uint8Array;
}

/** An extension of a certificate or a list. */
export interface DerExtension {
  /** Whoever does not know it has to refuse what it stands in. */
  readonly critical: boolean;
  readonly value: Uint8Array;
}

/** Extensions by their identifiers. */
export type DerExtensions = ReadonlyMap<string, DerExtension>;

/** The fields of a certificate. */
export interface CertificateFields extends SignedDer {
  /** The third version is 2. */
  readonly version: number;
  readonly serialNumber: DerValue | undefined;
  /** The algorithm again, in what is signed. */
  readonly signedAlgorithm: DerValue | undefined;
  readonly issuer: DerValue | undefined;
  readonly subject: DerValue | undefined;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly publicKey: DerValue;
  readonly extensions: DerExtensions;
}

/** The identifiers of the extensions that this package knows. */
export const extensionIdentifiers = {
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAlternatives: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  issuingPoint: '2.5.29.28',
  nameConstraints: '2.5.29.30',
  revocationPoints: '2.5.29.31',
  policies: '2.5.29.32',
  policyMappings: '2.5.29.33',
  authorityKeyIdentifier: '2.5.29.35',
  policyConstraints: '2.5.29.36',
  extendedKeyUsage: '2.5.29.37',
  inhibitAnyPolicy: '2.5.29.54',
} as const;

/** Takes apart what is signed, its algorithm and its signature. */
export function readSigned(der: Uint8Array): SignedDer {
  const [signed, algorithm, signature] = derItems(derValue(der, derTags.sequence));
  return {
    signed: derOf(signed, derTags.sequence),
    algorithm: derOf(algorithm, derTags.sequence),
    signature: derBits(signature),
  };
}

/** Reads the fields of a certificate in DER. */
export function readFields(der: Uint8Array): CertificateFields {
  const parts = readSigned(der);
  const fields = derItems(parts.signed);
  // The version is left out in certificates of the first one.
  const hasVersion = fields[0]?.tag === 0xa0;
  const [serialNumber, signedAlgorithm, issuer, validity, subject, publicKey, ...others] = hasVersion
    ? fields.slice(1)
    : fields;
  const [notBefore, notAfter] = derItems(validity);
  return {
    ...parts,
    version: hasVersion ? (derValue(fields[0]!.content, derTags.integer).content[0] ?? 0) : 0,
    serialNumber,
    signedAlgorithm,
    issuer,
    subject,
    notBefore: timeOf(notBefore),
    notAfter: timeOf(notAfter),
    publicKey: derOf(publicKey, derTags.sequence),
    extensions: extensionsOf(others.find(({ tag }) => tag === 0xa3)),
  };
}

/** Reads extensions, which stand in a value with a tag of its own. */
export function extensionsOf(value: DerValue | undefined): DerExtensions {
  const found = new Map<string, DerExtension>();
  for (const extension of value === undefined ? [] : derItems(derValue(value.content, derTags.sequence))) {
    const items = derItems(extension);
    const identifier = derIdentifier(items[0]);
    if (found.has(identifier)) {
      throw new SignatureError('key', `A certificate or list has the extension ${identifier} twice.`);
    }
    found.set(identifier, {
      critical: items.length > 2 && isDerTrue(items[1]),
      value: derOf(items.at(-1), derTags.octetString).content,
    });
  }
  return found;
}

/** A time of DER, which is always in UTC. */
export function timeOf(value: DerValue | undefined): Date {
  const text = new TextDecoder().decode(value?.content);
  const short = value?.tag === derTags.utcTime;
  // Two digits of a year are those from 1950 to 2049.
  const whole = short ? `${Number(text.slice(0, 2)) < 50 ? '20' : '19'}${text}` : text;
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(whole) ?? [];
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(time.getTime())) {
    throw new SignatureError('key', `A certificate has a time that cannot be read: "${text.slice(0, 40)}".`);
  }
  return time;
}
