/** What a signature says of its key (`KeyInfo`): hints by which a trusted key is found. Nothing in it is trusted by itself, and no address is loaded. */
import { type Certificate, type PublicNumbers, publicNumbers, readCertificate } from '../keys/certificate.js';
import { comparableName } from '../keys/distinguished-name.js';
import { fromBase64, sameOctets, toBase64 } from '../octets.js';
import { SignatureError } from '../signature-error.js';
import { elementText } from '../xml/canonicalize.js';
import type { PlacedElement } from '../xml/document.js';
import { attributeOf, elementsIn, isNamed, namespaces, textIn } from '../xml/elements.js';
import { type DigestName, digestAlgorithms, digestOf } from './algorithms.js';

/** How a signature names its key. */
export type KeyInfoKind = 'certificate' | 'issuerSerial' | 'subjectKeyIdentifier' | 'thumbprint' | 'keyValue';

/** What a signature says of its key. It may be a lie: it only helps to find a key that is known. */
export interface KeyHints {
  readonly names: readonly string[];
  readonly certificates: readonly Certificate[];
  readonly issuerSerials: ReadonlyArray<{ readonly issuer: string; readonly serialNumber: bigint }>;
  readonly subjects: readonly string[];
  readonly subjectKeyIdentifiers: readonly Uint8Array[];
  readonly thumbprints: ReadonlyArray<{ readonly digest: DigestName; readonly value: Uint8Array }>;
  /** Numbers of RSA keys, and points of EC keys. */
  readonly keyValues: readonly Uint8Array[];
}

type Collected = { -readonly [Name in keyof KeyHints]: KeyHints[Name][number][] };

const maxHints = 32;

/** Reads the hints of a signature without `KeyInfo`, or of the element. */
export function readKeyInfo(keyInfo: PlacedElement | undefined): KeyHints {
  const hints: Collected = {
    names: [],
    certificates: [],
    issuerSerials: [],
    subjects: [],
    subjectKeyIdentifiers: [],
    thumbprints: [],
    keyValues: [],
  };
  const items = keyInfo === undefined ? [] : elementsIn(keyInfo);
  const all = items.flatMap((item) => (isNamed(item, namespaces.signature, 'X509Data') ? elementsIn(item) : [item]));
  if (all.length > maxHints) {
    throw new SignatureError('limit', `A signature names its key in more than ${maxHints} ways.`);
  }
  for (const item of all) {
    collect(item, hints);
  }
  return hints;
}

function collect(item: PlacedElement, hints: Collected): void {
  const { name, namespace } = item;
  // Others may say what they like about a key; it is of no use here.
  if (namespace !== namespaces.signature && namespace !== namespaces.signature11) {
    return;
  }
  const octets = (): Uint8Array => fromBase64(textIn(item), `The element "${name}"`);
  switch (name) {
    case 'KeyName':
      hints.names.push(textIn(item));
      break;
    case 'X509Certificate':
      hints.certificates.push(readCertificate(octets()));
      break;
    case 'X509IssuerSerial':
      // xmlsec leaves its template as it is, where it does not fill it in.
      if (item.children.length > 0) {
        hints.issuerSerials.push(issuerSerial(item));
      }
      break;
    case 'X509SubjectName':
      hints.subjects.push(textIn(item));
      break;
    case 'X509SKI':
      hints.subjectKeyIdentifiers.push(octets());
      break;
    case 'X509Digest': {
      const uri = attributeOf(item, 'Algorithm');
      const digest = (Object.keys(digestAlgorithms) as DigestName[]).find(
        (known) => digestAlgorithms[known].uri === uri,
      );
      if (digest !== undefined) {
        hints.thumbprints.push({ digest, value: octets() });
      }
      break;
    }
    case 'KeyValue':
      hints.keyValues.push(...keyValues(item));
      break;
    case 'RetrievalMethod':
    case 'KeyInfoReference':
      throw new SignatureError(
        'reference',
        `The key is behind an address ("${name}"), and addresses are never loaded.`,
      );
  }
}

function issuerSerial(item: PlacedElement): KeyHints['issuerSerials'][number] {
  const [issuer, serial] = elementsIn(item);
  const digits = serial === undefined ? '' : textIn(serial).trim();
  if (issuer === undefined || !/^-?\d{1,100}$/.test(digits)) {
    throw new SignatureError('malformed', 'The element "X509IssuerSerial" does not have a name and a number.');
  }
  return { issuer: textIn(issuer), serialNumber: BigInt(digits) };
}

function keyValues(item: PlacedElement): readonly Uint8Array[] {
  const [key, ...others] = elementsIn(item);
  if (key === undefined || others.length > 0) {
    throw new SignatureError('malformed', 'The element "KeyValue" does not have one key.');
  }
  const value = elementsIn(key).find(({ name }) => name === 'Modulus' || name === 'PublicKey');
  return value === undefined ? [] : [fromBase64(textIn(value), `The element "${value.name}"`)];
}

/** True if a signature says nothing of its key. */
export const isSilent = (hints: KeyHints): boolean => Object.values(hints).every((found) => found.length === 0);

/** Tells the certificates that one of the hints means. What hints say is read once, however many certificates there are: it may be long. */
export function meaningOf(hints: KeyHints): (certificate: Certificate) => Promise<boolean> {
  const { thumbprints, certificates, subjectKeyIdentifiers, keyValues } = hints;
  const subjects = new Set(hints.subjects.map(comparableName));
  const serials = new Map(hints.issuerSerials.map((each) => [each.serialNumber, new Set<string>()]));
  for (const { issuer, serialNumber } of hints.issuerSerials) {
    serials.get(serialNumber)?.add(comparableName(issuer));
  }
  const digests = new Set(thumbprints.map(({ digest }) => digest));
  return async (certificate) => {
    for (const name of digests) {
      const own = await digestOf(name, certificate.der);
      if (thumbprints.some(({ digest, value }) => digest === name && sameOctets(own, value))) {
        return true;
      }
    }
    const { subjectKeyIdentifier, serialNumber, publicKey } = certificate;
    return (
      certificates.some((other) => other.equals(certificate)) ||
      serials.get(serialNumber)?.has(comparableName(certificate.issuer)) === true ||
      (subjects.size > 0 && subjects.has(comparableName(certificate.subject))) ||
      (subjectKeyIdentifier !== undefined &&
        subjectKeyIdentifiers.some((identifier) => sameOctets(identifier, subjectKeyIdentifier))) ||
      (keyValues.length > 0 && isOneOf(keyValues, publicNumbers(publicKey)))
    );
  };
}

const isOneOf = (values: readonly Uint8Array[], numbers: PublicNumbers): boolean =>
  values.some((value) => isKeyOf(value, numbers));

function isKeyOf(value: Uint8Array, numbers: PublicNumbers): boolean {
  const known = numbers.kind === 'RSA' ? numbers.modulus : numbers.point;
  // Some write the sign of the number as well.
  return sameOctets(value, known) || (value[0] === 0 && sameOctets(value.subarray(1), known));
}

/** What is written of a key. */
export interface KeyInfoSource {
  readonly certificate: Certificate | undefined;
  readonly kinds: readonly KeyInfoKind[];
  readonly keyName: string | undefined;
  /** For `keyValue`, where there is no certificate. */
  readonly publicKey: Uint8Array | undefined;
  readonly digest: DigestName;
}

/** The element `KeyInfo`, or nothing if nothing is to be said. */
export async function keyInfoText(source: KeyInfoSource): Promise<string> {
  const content = await keyInfoContent(source);
  return content === '' ? '' : `<ds:KeyInfo>${content}</ds:KeyInfo>`;
}

/** What is in the element `KeyInfo`. */
export async function keyInfoContent(source: KeyInfoSource): Promise<string> {
  const { certificate, kinds, keyName } = source;
  const publicKey = certificate?.publicKey ?? source.publicKey;
  const parts = keyName === undefined ? [] : [`<ds:KeyName>${elementText(keyName)}</ds:KeyName>`];
  if (kinds.includes('keyValue')) {
    parts.push(keyValueText(needed(publicKey, 'keyValue', 'a certificate or a public key')));
  }
  const data: string[] = [];
  for (const kind of kinds) {
    if (kind !== 'keyValue') {
      data.push(await x509Text(kind, needed(certificate, kind, 'a certificate'), source.digest));
    }
  }
  if (data.length > 0) {
    parts.push(`<ds:X509Data>${data.join('')}</ds:X509Data>`);
  }
  return parts.join('');
}

function needed<Value>(value: Value | undefined, kind: KeyInfoKind, what: string): Value {
  if (value === undefined) {
    throw new SignatureError('key', `The key information "${kind}" needs ${what}.`);
  }
  return value;
}

async function x509Text(
  kind: Exclude<KeyInfoKind, 'keyValue'>,
  certificate: Certificate,
  digest: DigestName,
): Promise<string> {
  switch (kind) {
    case 'certificate':
      return `<ds:X509Certificate>${toBase64(certificate.der)}</ds:X509Certificate>`;
    case 'issuerSerial':
      return `<ds:X509IssuerSerial><ds:X509IssuerName>${elementText(certificate.issuer)}</ds:X509IssuerName><ds:X509SerialNumber>${certificate.serialNumber}</ds:X509SerialNumber></ds:X509IssuerSerial>`;
    case 'subjectKeyIdentifier':
      return `<ds:X509SKI>${toBase64(needed(certificate.subjectKeyIdentifier, kind, 'a certificate that has one'))}</ds:X509SKI>`;
    case 'thumbprint': {
      const value = toBase64(await digestOf(digest, certificate.der));
      return `<dsig11:X509Digest xmlns:dsig11="${namespaces.signature11}" Algorithm="${digestAlgorithms[digest].uri}">${value}</dsig11:X509Digest>`;
    }
  }
}

function keyValueText(publicKey: Uint8Array): string {
  const numbers = publicNumbers(publicKey);
  const value =
    numbers.kind === 'RSA'
      ? `<ds:RSAKeyValue><ds:Modulus>${toBase64(numbers.modulus)}</ds:Modulus><ds:Exponent>${toBase64(numbers.exponent)}</ds:Exponent></ds:RSAKeyValue>`
      : `<dsig11:ECKeyValue xmlns:dsig11="${namespaces.signature11}"><dsig11:NamedCurve URI="urn:oid:${numbers.curve}"/><dsig11:PublicKey>${toBase64(numbers.point)}</dsig11:PublicKey></dsig11:ECKeyValue>`;
  return `<ds:KeyValue>${value}</ds:KeyValue>`;
}
