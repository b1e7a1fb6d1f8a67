/** Which certificates a program trusts, and which of them a signature means. */

import { isSilent, type KeyHints, meaningOf } from '../signature/key-info.js';
import { SignatureError } from '../signature-error.js';
import { type Certificate, readCertificates } from './certificate.js';

/** A certificate as programs have it: PEM, which may have several, DER, or read before. */
export type CertificateSource = string | Uint8Array | Certificate;

/** Whom a program trusts: the certificates of signers themselves, or a rule such as that of `chains`. */
export type Trust = TrustedCertificates | TrustRule;

/** Finds the certificates that a signature may have been made with, among those that can be trusted. Throws a `SignatureError` where nobody can be. */
export type TrustRule = (hints: KeyHints) => Promise<readonly Certificate[]>;

/** Certificates that a program trusts. A signature is accepted from their owners. */
export interface TrustedCertificates {
  /** The certificates of signers themselves; those that a signature brings with it are compared with them. */
  readonly certificates: CertificateSource | readonly CertificateSource[];
  /** The time at which they have to be valid. Default now. */
  readonly at?: Date;
  /** True for a certificate that was revoked. */
  readonly isRevoked?: (certificate: Certificate) => boolean | Promise<boolean>;
}

/** All certificates of a program's sources. */
export function certificatesIn(sources: CertificateSource | readonly CertificateSource[]): readonly Certificate[] {
  const all = typeof sources === 'string' || !isList(sources) ? [sources] : sources;
  return all.flatMap((source) =>
    typeof source === 'string' || source instanceof Uint8Array ? readCertificates(source) : [source],
  );
}

const isList = (sources: CertificateSource | readonly CertificateSource[]): sources is readonly CertificateSource[] =>
  Array.isArray(sources);

/** The trusted certificates that a signature may have been made with. Throws a `SignatureError` if there are none. */
export async function candidatesFor(hints: KeyHints, trust: Trust): Promise<readonly Certificate[]> {
  if (typeof trust === 'function') {
    return trust(hints);
  }
  const trusted = certificatesIn(trust.certificates);
  const isMeant = meaningOf(hints);
  const found: Certificate[] = [];
  for (const certificate of trusted) {
    if (isSilent(hints) ? trusted.length === 1 : await isMeant(certificate)) {
      found.push(certificate);
    }
  }
  if (found.length === 0) {
    throw new SignatureError('untrusted', 'The signature was not made with a certificate that is trusted.');
  }
  for (const certificate of found) {
    await requireUsable(certificate, trust);
  }
  return found;
}

async function requireUsable(
  certificate: Certificate,
  { at = new Date(), isRevoked }: TrustedCertificates,
): Promise<void> {
  requireValid(certificate, at);
  requireSigner(certificate);
  if ((await isRevoked?.(certificate)) === true) {
    throw revoked(certificate);
  }
}

/** Refuses a certificate that is not valid at a time. */
export function requireValid({ subject, notBefore, notAfter }: Certificate, at: Date): void {
  if (at < notBefore || at > notAfter) {
    throw new SignatureError('untrusted', `The certificate of "${subject}" is not valid at ${at.toISOString()}.`);
  }
}

/** Refuses a certificate whose key is for something else than signatures. */
export function requireSigner({ subject, maySign }: Certificate): void {
  if (!maySign) {
    throw new SignatureError('untrusted', `The certificate of "${subject}" is not for signatures.`);
  }
}

/** What is said of a revoked certificate. */
export const revoked = ({ subject }: Certificate): SignatureError =>
  new SignatureError('untrusted', `The certificate of "${subject}" was revoked.`);
