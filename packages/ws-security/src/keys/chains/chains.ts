/** Trust by chains: from the certificate of a signer over those that a message brings with it to an authority. */
import { callback, type OptionKinds, requireOptions, texts } from '@wsdl-codegen/runtime/extend';
import { certificateSources, date, named } from '../../options.js';
import { isSilent, type KeyHints, meaningOf } from '../../signature/key-info.js';
import { SignatureError } from '../../signature-error.js';
import type { Certificate } from '../certificate.js';
import { extensionIdentifiers, readFields } from '../certificate-fields.js';
import { type DerValue, derItems, derTags, derValue } from '../der.js';
import { comparableName } from '../distinguished-name.js';
import { type CertificateSource, certificatesIn, revoked, type TrustRule } from '../trust.js';
import { type ChainLink, requireRules } from './rules.js';
import { isSignedBy, type WeakAlgorithm } from './signed-by.js';

/** True for a certificate that was revoked. `issuer` is the next one of its chain, and `at` the time for which the question is. */
export type RevocationCheck = (certificate: Certificate, issuer: Certificate, at: Date) => boolean | Promise<boolean>;

/** Which chains are believed. */
export interface ChainOptions {
  /** The certificates that chains end with. */
  readonly authorities: CertificateSource | readonly CertificateSource[];
  /** Certificates that chains may go through, beside those that a message brings with it; a message may also name one of them as that of its signer. */
  readonly intermediates?: CertificateSource | readonly CertificateSource[];
  /** The time at which all certificates have to be valid. Default now. */
  readonly at?: Date;
  /** Asked for each certificate of a chain except the authority that ends it. `revocationLists` makes one of lists. Default: none is revoked. */
  readonly isRevoked?: RevocationCheck;
  /** Purposes, as names or identifiers, of which the certificates have to be for one (`extendedKeyUsage`). Default: any. */
  readonly purposes?: ReadonlyArray<Purpose | `${number}.${string}`>;
  /** Weak algorithms that are accepted of authorities: signatures with SHA-1, and RSA keys of 1024 bits. Default none. */
  readonly weak?: readonly WeakAlgorithm[];
}

/** Purposes of certificates that have a name. */
export type Purpose = keyof typeof purposeIdentifiers;

const purposeIdentifiers = {
  serverAuth: '1.3.6.1.5.5.7.3.1',
  clientAuth: '1.3.6.1.5.5.7.3.2',
  codeSigning: '1.3.6.1.5.5.7.3.3',
  emailProtection: '1.3.6.1.5.5.7.3.4',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  documentSigning: '1.3.6.1.5.5.7.3.36',
} as const;

/** The most certificates in a chain. */
const maxLength = 8;
/** The most signatures of certificates that are checked for one message: those that a message brings can make a maze. */
const maxChecks = 64;

const kinds: OptionKinds<Required<ChainOptions>> = {
  authorities: certificateSources,
  intermediates: certificateSources,
  at: date,
  isRevoked: callback,
  purposes: texts,
  weak: named('sha1', 'rsa1024'),
};

/**
 * Trust in all signers whose certificate an authority vouches for, itself or over others (RFC 5280): `trust: chains({ authorities })`. Chains are found among the
 * certificates that a message brings with it and those that the program gives; nothing is loaded.
 */
export function chains(options: ChainOptions): TrustRule {
  requireOptions('chains', options, kinds, ['authorities']);
  const authorities = certificatesIn(options.authorities).map(linkOf);
  const intermediates = certificatesIn(options.intermediates ?? []).map(linkOf);
  if (authorities.length === 0) {
    throw new SignatureError('key', 'The option `authorities` has no certificate.');
  }
  const purposes = options.purposes?.map((purpose) => purposeIdentifiers[purpose as Purpose] ?? purpose);
  return async (hints) => {
    const { at = new Date(), isRevoked, weak = [] } = options;
    const brought = hints.certificates.map(linkOf);
    const pool = [...authorities, ...intermediates, ...brought];
    const search = new ChainSearch(pool, new Set(authorities), async (chain) => {
      requireRules(chain, { at, purposes, weak });
      await requireNotRevoked(chain, isRevoked, at);
    });
    return search.ofAny(await endsOf(hints, brought, [...intermediates, ...authorities]));
  };
}

const linkOf = (certificate: Certificate): ChainLink => ({
  certificate,
  fields: readFields(certificate.der),
  // Read once: they may be long, and each is compared with many.
  issuer: comparableName(certificate.issuer),
  subject: comparableName(certificate.subject),
});

/** The certificates that may be that of the signer. */
async function endsOf(
  hints: KeyHints,
  brought: readonly ChainLink[],
  known: readonly ChainLink[],
): Promise<readonly ChainLink[]> {
  // What else a signature says picks one of several that it brings.
  const others = { ...hints, certificates: [] };
  const isMeant = meaningOf(others);
  const meant: ChainLink[] = [];
  for (const link of brought.length > 0 ? brought : known) {
    if (!isSilent(others) && (await isMeant(link.certificate))) {
      meant.push(link);
    }
  }
  if (meant.length > 0 || brought.length === 0) {
    return meant;
  }
  const signers = brought.filter(
    (link) => !brought.some((other) => !other.certificate.equals(link.certificate) && isNamedAsIssuer(other, link)),
  );
  return signers.length > 0 ? signers : brought;
}

async function requireNotRevoked(
  chain: readonly ChainLink[],
  isRevoked: RevocationCheck | undefined,
  at: Date,
): Promise<void> {
  const asked = chain.length === 1 ? chain : chain.slice(0, -1);
  for (const [index, { certificate }] of asked.entries()) {
    if ((await isRevoked?.(certificate, (chain[index + 1] ?? chain[index])!.certificate, at)) === true) {
      throw revoked(certificate);
    }
  }
}

/** Finds chains for one message. */
class ChainSearch {
  readonly #pool: readonly ChainLink[];
  readonly #authorities: ReadonlySet<ChainLink>;
  readonly #check: (chain: readonly ChainLink[]) => Promise<void>;
  #checks = 0;
  /** Why the first chain was refused. */
  #refusal: unknown;

  constructor(
    pool: readonly ChainLink[],
    authorities: ReadonlySet<ChainLink>,
    check: (chain: readonly ChainLink[]) => Promise<void>,
  ) {
    this.#pool = pool;
    this.#authorities = authorities;
    this.#check = check;
  }

  /** Those of some certificates that have a chain. Throws if none has. */
  async ofAny(ends: readonly ChainLink[]): Promise<readonly Certificate[]> {
    const found: Certificate[] = [];
    for (const end of ends) {
      if (!found.some((other) => other.equals(end.certificate)) && (await this.#extend([end]))) {
        found.push(end.certificate);
      }
    }
    if (found.length === 0) {
      throw (
        this.#refusal ??
        new SignatureError(
          'untrusted',
          ends[0] === undefined
            ? 'The signature does not say with which certificate it was made, or with one that is not known.'
            : `No chain leads from the certificate of "${ends[0].certificate.subject}" to an authority that is trusted.`,
        )
      );
    }
    return found;
  }

  /** True if a chain, or a longer one that begins with it, is right. */
  async #extend(chain: readonly ChainLink[]): Promise<boolean> {
    const last = chain.at(-1)!;
    const authority = this.#authorityFor(last);
    if (authority !== undefined) {
      return this.#isAccepted([...chain.slice(0, -1), authority]);
    }
    if (chain.length === maxLength) {
      return false;
    }
    for (const issuer of this.#pool) {
      const isNew = !chain.some(({ certificate }) => certificate.equals(issuer.certificate));
      if (isNew && isNamedAsIssuer(last, issuer) && (await this.#isIssuer(last, issuer))) {
        if (await this.#extend([...chain, issuer])) {
          return true;
        }
      }
    }
    return false;
  }

  #authorityFor(link: ChainLink): ChainLink | undefined {
    return this.#authorities.has(link)
      ? link
      : [...this.#authorities].find(({ certificate }) => certificate.equals(link.certificate));
  }

  async #isIssuer({ fields }: ChainLink, { certificate }: ChainLink): Promise<boolean> {
    this.#checks += 1;
    if (this.#checks > maxChecks) {
      throw new SignatureError('limit', `The certificates of a signature need more than ${maxChecks} checks.`);
    }
    try {
      return await isSignedBy(fields, certificate);
    } catch (error) {
      // Another certificate of the same name may still be the right one.
      this.#refusal ??= error;
      return false;
    }
  }

  async #isAccepted(chain: readonly ChainLink[]): Promise<boolean> {
    try {
      await this.#check(chain);
      return true;
    } catch (error) {
      if (!(error instanceof SignatureError)) {
        throw error;
      }
      this.#refusal ??= error;
      return false;
    }
  }
}

/** True if a certificate names another one as that of its issuer: by name, and by key or number where it says that. */
function isNamedAsIssuer(link: ChainLink, issuer: ChainLink): boolean {
  if (link.issuer !== issuer.subject) {
    return false;
  }
  const extension = link.fields.extensions.get(extensionIdentifiers.authorityKeyIdentifier);
  const parts = extension === undefined ? [] : derItems(derValue(extension.value, derTags.sequence));
  const partOf = (tag: number): DerValue | undefined => parts.find((part) => part.tag === tag);
  const own = issuer.certificate.subjectKeyIdentifier;
  const [key, number] = [partOf(0x80)?.content, partOf(0x82)?.content];
  return (
    (key === undefined || own === undefined || sameDigits(key, own)) &&
    (number === undefined || sameDigits(number, issuer.fields.serialNumber?.content ?? number))
  );
}

const sameDigits = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((octet, index) => octet === b[index]);
