/** Signatures with certificates for the demands of policies. */
import type { MessageSecurity, SecurityDemand, SecuritySide, SoapHeaderExtension } from '@wsdl-codegen/runtime';
import { anyValue, type OptionKinds, requireOptions } from '@wsdl-codegen/runtime/extend';
import { usualAlgorithm } from '../keys/keys.js';
import type { CertificateSource, Trust } from '../keys/trust.js';
import type { SignatureOptions } from '../options.js';
import { type DigestName, digestAlgorithms, type SignatureName, signatureAlgorithms } from '../signature/algorithms.js';
import type { SoapVerifyOptions } from '../soap/options.js';
import { sign } from '../soap/sign.js';
import { verify } from '../soap/verify.js';
import { verifyEndorsement } from './endorsement.js';
import { decrypting, type EncryptingSide, type EncryptionMeans, encrypting } from './message-encryption.js';
import { partsToRequire, partsToSign, unprotectedParts } from './protected-parts.js';
import { blockChecks, blockExtensions } from './security-block.js';

/** The own key and certificate, with which messages are signed and decrypted. */
export interface X509Own
  extends Pick<SignatureOptions, 'key' | 'algorithm' | 'digest'>,
    Omit<EncryptionMeans, 'unsignedFaults'> {
  readonly certificate: NonNullable<SignatureOptions['certificate']>;
}

/** The certificates of the other side. */
export interface X509Peer
  extends Pick<SoapVerifyOptions, 'algorithms' | 'principal' | 'unsigned' | 'unsignedFaults' | 'prefixes' | 'nonces'> {
  /** The certificates whose signatures are accepted: that of the service at a client, those of clients at a server. */
  readonly peer: CertificateSource | readonly CertificateSource[] | Trust;
}

const kinds: OptionKinds<X509Own & X509Peer> = {
  // `sign` and `verify` say what is wrong with them.
  key: anyValue,
  certificate: anyValue,
  algorithm: anyValue,
  digest: anyValue,
  peer: anyValue,
  algorithms: anyValue,
  principal: anyValue,
  unsigned: anyValue,
  unsignedFaults: anyValue,
  prefixes: anyValue,
  nonces: anyValue,
  encryptFor: anyValue,
  decryptionKey: anyValue,
  allowUnsigned: anyValue,
  provider: anyValue,
};

/**
 * Signs and verifies messages as the WS-Policy of a service demands: `security: x509({ key, certificate, peer })`. `key` and `certificate` are the own ones, `peer` has the
 * certificates of the other side. Policies name the parts of messages and how certificates are named; the algorithm is that of the policy's suite, with SHA-256 for
 * `Basic256Sha256` and its like and SHA-1 for the others, unless `algorithm` and `digest` say otherwise: some services sign with `rsa-sha1` for every suite. Throws
 * `TypeError` for options that do not exist, have another kind or do not go together.
 */
export function x509(options: X509Own & X509Peer): MessageSecurity<'x509' | 'peer'>;
/** With a key alone, for policies by which only the client signs. */
export function x509(options: X509Own): MessageSecurity<'x509'>;
/** With the certificates of the other side alone, for servers whose policy has only clients sign. */
export function x509(options: X509Peer): MessageSecurity<'peer'>;
export function x509(options: Partial<X509Own & X509Peer>): MessageSecurity<'x509' | 'peer'> {
  requireOptions('x509', options, kinds as OptionKinds<typeof options>);
  const { key, certificate, peer } = options;
  if ((key === undefined) !== (certificate === undefined) || (key ?? peer) === undefined) {
    throw new TypeError('`x509` needs `key` and `certificate`, `peer`, or all of them.');
  }
  const meets = { ...(key !== undefined && { x509: true }), ...(peer !== undefined && { peer: true }) };
  // A mistake in the options is found here, and not where they are used.
  checkOptions(options);
  return {
    meets: meets as Readonly<Record<'x509' | 'peer', true>>,
    extensions: (demand, all, side) => {
      const signature = { ...options, demand, side };
      const block = side === 'client' ? blockExtensions(demand, all) : blockChecks(demand, all);
      return demand.x509?.use === 'endorsing' ? endorsing(signature, block) : mutual(signature, block);
    },
  };
}

interface Signature extends Partial<X509Own & X509Peer> {
  readonly demand: SecurityDemand;
  readonly side: SecuritySide;
}

type Extensions = readonly SoapHeaderExtension[];

/** The client signs the timestamp. */
function endorsing(signature: Signature, block: Extensions): Extensions {
  return signature.side === 'client'
    ? [...block, sign({ ...signing(signature), parts: ['timestamp'] })]
    : [...block, verifyEndorsement(verifying(signature))];
}

/** Both sides sign. Answers that are signed as a whole or not at all cannot be told from each other: a client reads those whose Body is signed. */
function mutual(signature: Signature, block: Extensions): Extensions {
  const { demand, side } = signature;
  const [sent, received] = side === 'client' ? [demand.request, demand.answer] : [demand.answer, demand.request];
  const parts = partsToSign(demand, sent).filter((part) => side === 'client' || !isRequestToken(part));
  const confirmation = demand.signatureConfirmation === true;
  const isSigned = received?.signed?.body === true;
  const require = partsToRequire(demand, received, side === 'server');
  const unsigned = [...unprotectedParts(demand, received), ...(signature.unsigned ?? [])];
  const verifies = isSigned
    ? verify({ ...verifying(signature), require, unsigned, ...(side === 'client' && { confirmation }) })
    : undefined;
  const signs =
    parts.length > 0 ? [sign({ ...signing(signature), parts, ...(side === 'server' && { confirmation }) })] : [];
  const { key, peer, encryptFor = isCertificate(peer) ? peer : undefined } = signature;
  const { decryptionKey = typeof key === 'function' ? undefined : key } = signature;
  const own = { ...signature, sent, received, verifying: verifies, encryptFor, decryptionKey };
  const encrypts = presentOnly(encrypting(own as EncryptingSide));
  const decrypts = presentOnly(decrypting(own as EncryptingSide));
  // They seal in this order, and open in the reverse one.
  return demand.encryptBeforeSigning === true
    ? [...block, ...encrypts, ...signs, ...decrypts, ...presentOnly(verifies)]
    : [...block, ...signs, ...encrypts, ...presentOnly(verifies), ...decrypts];
}

const presentOnly = (extension: SoapHeaderExtension | undefined): Extensions =>
  extension === undefined ? [] : [extension];

const isCertificate = (peer: X509Peer['peer'] | undefined): peer is CertificateSource =>
  peer !== undefined && !isTrust(peer) && !Array.isArray(peer);

const isRequestToken = (part: unknown): boolean => part === 'usernameToken' || part === 'samlToken';

/** True for suites with SHA-1 (WS-SecurityPolicy 1.3, 6.1). */
const hasSha1 = ({ suite }: SecurityDemand): boolean => suite !== undefined && !suite.includes('Sha256');

function signing({ key, certificate, algorithm, digest, demand, side }: Signature): Parameters<typeof sign>[0] {
  const reference = side === 'client' ? demand.x509?.client : demand.x509?.service;
  const usual = typeof key === 'function' || key === undefined ? undefined : usualAlgorithm(key);
  const chosen = algorithm ?? (hasSha1(demand) && usual === 'rsa-sha256' ? 'rsa-sha1' : usual);
  const digestOfSuite = hasSha1(demand) ? 'sha1' : undefined;
  return {
    key: key as X509Own['key'],
    ...(certificate !== undefined && { certificate }),
    ...(chosen !== undefined && { algorithm: chosen }),
    ...((digest ?? digestOfSuite) !== undefined && { digest: digest ?? digestOfSuite }),
    ...(reference !== undefined && { keyInfo: reference }),
    ...(demand.inclusive === true && { canonical: { form: 'inclusive' } }),
  } as Parameters<typeof sign>[0];
}

/** All algorithms, for suites that have SHA-1. */
const allAlgorithms: ReadonlyArray<SignatureName | DigestName> = [
  ...(Object.keys(signatureAlgorithms) as SignatureName[]),
  ...(Object.keys(digestAlgorithms) as DigestName[]),
];

function verifying({ demand, ...options }: Signature): SoapVerifyOptions {
  const algorithms = options.algorithms ?? (hasSha1(demand) ? allAlgorithms : undefined);
  return { ...accepting(options), ...(algorithms !== undefined && { algorithms }) };
}

/** The options of `verify` that the program gives. */
function accepting(options: Partial<X509Peer>): SoapVerifyOptions {
  const { peer, algorithms, principal, unsigned, unsignedFaults, prefixes, nonces } = options;
  const given = { algorithms, principal, unsigned, unsignedFaults, prefixes, nonces };
  const there = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { ...there, trust: trustOf(peer as X509Peer['peer']) };
}

function trustOf(peer: X509Peer['peer']): Trust {
  return isTrust(peer) ? peer : { certificates: peer };
}

const isTrust = (peer: X509Peer['peer']): peer is Trust =>
  typeof peer === 'object' && !(peer instanceof Uint8Array) && !Array.isArray(peer) && !('der' in peer);

function checkOptions(options: Partial<X509Own & X509Peer>): void {
  const { key, peer } = options;
  if (key !== undefined) {
    sign(signing({ ...options, demand: {}, side: 'client' }));
  }
  if (peer !== undefined) {
    verify(accepting(options));
  }
}
