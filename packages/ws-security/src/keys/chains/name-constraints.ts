/** Names for which an authority may vouch (RFC 5280, 4.2.1.10). */
import { SignatureError } from '../../signature-error.js';
import { type CertificateFields, extensionIdentifiers } from '../certificate-fields.js';
import { type DerValue, derIdentifier, derItems, derTags, derValue } from '../der.js';
import { nameText, sameName } from '../distinguished-name.js';

/** The tags of the names that are compared. */
const tags = { email: 0x81, host: 0x82, directory: 0xa4, address: 0x86, network: 0x87 } as const;

const emailInSubject = '1.2.840.113549.1.9.1';

/** More comparisons than these are in no certificate that somebody needs. */
const maxComparisons = 65_536;

/** Refuses a certificate with a name for which an authority above it may not vouch. */
export function requireNamesWithin(certificate: CertificateFields, authority: CertificateFields): void {
  const extension = authority.extensions.get(extensionIdentifiers.nameConstraints);
  if (extension === undefined) {
    return;
  }
  const lists = derItems(derValue(extension.value, derTags.sequence));
  const basesIn = (tag: number): readonly DerValue[] =>
    lists.filter((list) => list.tag === tag).flatMap((list) => derItems(list, tag).map(baseOf));
  const [permitted, excluded] = [basesIn(0xa0), basesIn(0xa1)];
  const names = namesOf(certificate);
  if (names.length * (permitted.length + excluded.length) > maxComparisons) {
    throw new SignatureError('limit', 'Certificates have too many names and limits of names.');
  }
  for (const name of names) {
    const own = permitted.filter(({ tag }) => tag === name.tag);
    const isPermitted = own.length === 0 || own.some((base) => isWithinBase(name, base));
    if (!isPermitted || excluded.some((base) => base.tag === name.tag && isWithinBase(name, base))) {
      const subject = nameText(certificate.subject);
      throw new SignatureError(
        'untrusted',
        `The certificate of "${subject}" has a name for which "${nameText(authority.subject)}" may not vouch.`,
      );
    }
  }
}

/** The name in a limit. Numbers beside it have no meaning that anybody uses. */
function baseOf(subtree: DerValue): DerValue {
  const [base, ...numbers] = derItems(subtree);
  if (base === undefined || numbers.length > 0) {
    throw notSupported();
  }
  return base;
}

/** All names of a certificate, as alternatives of the subject are written. */
function namesOf({ subject, extensions }: CertificateFields): readonly DerValue[] {
  const alternatives = extensions.get(extensionIdentifiers.subjectAlternatives);
  const parts = derItems(subject);
  const emails = parts
    .flatMap((part) => derItems(part, derTags.set))
    .map((attribute) => derItems(attribute))
    .filter(([type]) => derIdentifier(type) === emailInSubject)
    .flatMap(([, value]) => (value === undefined ? [] : [{ ...value, tag: tags.email }]));
  return [
    ...(parts.length === 0 ? [] : [{ tag: tags.directory, content: subject!.whole, whole: subject!.whole }]),
    ...emails,
    ...(alternatives === undefined ? [] : derItems(derValue(alternatives.value, derTags.sequence))),
  ];
}

function isWithinBase(name: DerValue, base: DerValue): boolean {
  switch (name.tag) {
    case tags.email:
      return isEmailWithin(textOf(name), textOf(base));
    case tags.host:
      return isHostWithin(textOf(name), textOf(base));
    case tags.directory:
      return isDirectoryWithin(name.content, base.content);
    case tags.address:
      return isAddressWithin(textOf(name), textOf(base));
    case tags.network:
      return isNetworkWithin(name.content, base.content);
    default:
      // A limit that is not understood may be the one that matters.
      throw notSupported();
  }
}

const textOf = ({ content }: DerValue): string => new TextDecoder().decode(content);

/** A mailbox, all mailboxes of a host, or those of all hosts below a domain. */
function isEmailWithin(name: string, base: string): boolean {
  const at = name.lastIndexOf('@');
  const baseAt = base.lastIndexOf('@');
  const host = name.slice(at + 1);
  if (at < 0) {
    throw notSupported();
  }
  return baseAt >= 0
    ? name.slice(0, at) === base.slice(0, baseAt) && isSameHost(host, base.slice(baseAt + 1))
    : isHostOf(host, base);
}

const isSameHost = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** The host itself, or with a point before it all hosts below. */
const isHostOf = (host: string, base: string): boolean =>
  base.startsWith('.') ? host.toLowerCase().endsWith(base.toLowerCase()) : isSameHost(host, base);

/** A host and all below it. */
function isHostWithin(host: string, base: string): boolean {
  return base === '' || isSameHost(host, base) || isHostOf(host, base.startsWith('.') ? base : `.${base}`);
}

function isAddressWithin(address: string, base: string): boolean {
  const host = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#@:[\]]+)(?::\d*)?(?:[/?#]|$)/i.exec(address)?.[1];
  if (host === undefined) {
    throw notSupported();
  }
  return isHostOf(host, base);
}

/** The parts of the base are the first parts of the name. */
function isDirectoryWithin(name: Uint8Array, base: Uint8Array): boolean {
  const parts = derItems(derValue(name, derTags.sequence));
  const baseParts = derItems(derValue(base, derTags.sequence));
  const textOfPart = (part: DerValue | undefined): string => (part === undefined ? '' : nameText(alone(part)));
  return (
    baseParts.length <= parts.length &&
    baseParts.every((part, index) => sameName(textOfPart(part), textOfPart(parts[index])))
  );
}

function isNetworkWithin(address: Uint8Array, base: Uint8Array): boolean {
  const { length } = address;
  return base.length === 2 * length && address.every((octet, i) => ((octet ^ base[i]!) & base[length + i]!) === 0);
}

const alone = (part: DerValue): DerValue => ({ tag: derTags.sequence, content: part.whole, whole: part.whole });

const notSupported = (): SignatureError =>
  new SignatureError('untrusted', 'A limit of names in a certificate is of a kind that is not supported.');
