/** What has to be true of a chain whose signatures are right (RFC 5280, 6.1). */
import { SignatureError } from '../../signature-error.js';
import type { Certificate } from '../certificate.js';
import { type CertificateFields, extensionIdentifiers } from '../certificate-fields.js';
import { type DerValue, derIdentifier, derInteger, derItems, derTags, derValue, isDerTrue } from '../der.js';
import { requireSigner, requireValid } from '../trust.js';
import { requireNamesWithin } from './name-constraints.js';
import { requireStrongKey, requireStrongSignature, type WeakAlgorithm } from './signed-by.js';

/** A certificate of a chain, with its fields. */
export interface ChainLink {
  readonly certificate: Certificate;
  readonly fields: CertificateFields;
  /** The names of the certificate, each as a text that is the same for all ways of writing it. */
  readonly issuer: string;
  readonly subject: string;
}

/** What a chain is checked for. */
export interface ChainRules {
  readonly at: Date;
  /** Identifiers of purposes, of which the certificates have to be for one. */
  readonly purposes: readonly string[] | undefined;
  readonly weak: readonly WeakAlgorithm[];
}

/** Extensions that are checked here, or mean nothing for the question whose a signature is. */
const known: ReadonlySet<string> = new Set(
  Object.entries(extensionIdentifiers)
    .filter(([name]) => name !== 'issuingPoint')
    .map(([, identifier]) => identifier),
);

const anyPurpose = '2.5.29.37.0';

/** Bits of the key usage, from the left. */
const usages = { certificates: 0x04, lists: 0x02 } as const;

/** Refuses a chain that breaks a rule. It begins with the certificate of the signer and ends with an authority that is trusted. */
export function requireRules(chain: readonly ChainLink[], rules: ChainRules): void {
  for (const [index, link] of chain.entries()) {
    requireValid(link.certificate, rules.at);
    requireReadable(link);
    requirePurpose(link, rules.purposes);
    requireStrongKey(link.certificate, rules.weak);
    if (index < chain.length - 1) {
      requireStrongSignature(link.fields, whose(link), rules.weak);
      requireNoPolicies(link);
    }
    if (index > 0) {
      requireAuthority(link, chain.slice(1, index));
    }
  }
  requireSigner(chain[0]!.certificate);
  requireNames(chain);
}

const whose = ({ certificate }: ChainLink): string => `The certificate of "${certificate.subject}"`;

const refused = (link: ChainLink, what: string): SignatureError =>
  new SignatureError('untrusted', `${whose(link)} ${what}.`);

/** Refuses what cannot be understood as a whole. */
function requireReadable(link: ChainLink): void {
  const { extensions, version, algorithm, signedAlgorithm } = link.fields;
  for (const [identifier, { critical }] of extensions) {
    if (critical && !known.has(identifier)) {
      throw refused(link, `has the critical extension ${identifier}, which is not known`);
    }
  }
  if (extensions.size > 0 && version !== 2) {
    throw refused(link, 'has extensions that its version does not have');
  }
  if (!sameDer(algorithm, signedAlgorithm)) {
    throw refused(link, 'names two algorithms for its signature');
  }
}

const sameDer = (a: DerValue, b: DerValue | undefined): boolean =>
  a.whole.length === b?.whole.length && a.whole.every((octet, index) => octet === b.whole[index]);

/** Policies of certificates are not computed, so an authority that asks for them is not believed. */
function requireNoPolicies(link: ChainLink): void {
  const extension = link.fields.extensions.get(extensionIdentifiers.policyConstraints);
  if (
    extension !== undefined &&
    derItems(derValue(extension.value, derTags.sequence)).some(({ tag }) => tag === 0x80)
  ) {
    throw refused(link, 'asks for policies of certificates, which are not supported');
  }
}

function requirePurpose(link: ChainLink, purposes: readonly string[] | undefined): void {
  const extension = link.fields.extensions.get(extensionIdentifiers.extendedKeyUsage);
  if (extension !== undefined && purposes !== undefined) {
    const own = derItems(derValue(extension.value, derTags.sequence)).map(derIdentifier);
    if (!own.some((purpose) => purpose === anyPurpose || purposes.includes(purpose))) {
      throw refused(link, 'is for other purposes');
    }
  }
}

/** Refuses a certificate that may not sign others, or not with so many between. */
function requireAuthority(link: ChainLink, between: readonly ChainLink[]): void {
  const { extensions, version } = link.fields;
  const [isAuthority, most] = authorityOf(link.fields);
  // Certificates of the first version say nothing of this: they are only roots, which the program names itself.
  if (!isAuthority && (version > 0 || extensions.size > 0 || !isSelfIssued(link))) {
    throw refused(link, 'is not that of an authority');
  }
  if (!mayUse(link.fields, 'certificates')) {
    throw refused(link, 'is not for signing certificates');
  }
  if (most !== undefined && BigInt(between.filter((each) => !isSelfIssued(each)).length) > most) {
    throw refused(link, `allows only ${most} further authorities`);
  }
}

/** Whether a certificate says that it is that of an authority, and how many others may follow it. */
export function authorityOf({ extensions }: CertificateFields): readonly [boolean, bigint | undefined] {
  const extension = extensions.get(extensionIdentifiers.basicConstraints);
  const items = extension === undefined ? [] : derItems(derValue(extension.value, derTags.sequence));
  const most = items.find(({ tag }) => tag === derTags.integer);
  return [items[0]?.tag === derTags.boolean && isDerTrue(items[0]), most && derInteger(most)];
}

/** True if a certificate does not say that its key is for something else. */
export function mayUse({ extensions }: CertificateFields, usage: keyof typeof usages): boolean {
  const extension = extensions.get(extensionIdentifiers.keyUsage);
  return (
    extension === undefined || ((derValue(extension.value, derTags.bitString).content[1] ?? 0) & usages[usage]) !== 0
  );
}

const isSelfIssued = ({ issuer, subject }: ChainLink): boolean => subject === issuer;

/** Each authority limits the names of all below it, except of those that it made for itself. */
function requireNames(chain: readonly ChainLink[]): void {
  for (const [index, link] of chain.entries()) {
    if (index === 0 || !isSelfIssued(link)) {
      for (const authority of chain.slice(index + 1)) {
        requireNamesWithin(link.fields, authority.fields);
      }
    }
  }
}
