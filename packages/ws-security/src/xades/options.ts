/** The options of signatures with properties, and their checks. */
import {
  either,
  listOf,
  type OptionKinds,
  object,
  oneOf,
  requireOptions,
  text,
  texts,
} from '@wsdl-codegen/runtime/extend';
import type { Certificate } from '../keys/certificate.js';
import type { CertificateSource } from '../keys/trust.js';
import { certificateSources, checkSigningKey, date, type SignOptions, signKinds } from '../options.js';
import type { DigestName } from '../signature/algorithms.js';
import { digestAlgorithms } from '../signature/algorithms.js';

/** A document that says what a signature means, named by its identifier and its digest. */
export interface SignaturePolicy {
  /** An address, or an object identifier as `urn:oid:1.2.3`. */
  readonly identifier: string;
  /** The digest of the document, in base64. */
  readonly digest: string;
  /** The algorithm of that digest. Default `sha256`. */
  readonly algorithm?: DigestName;
  /** Where people find the document (`SPURI`). */
  readonly address?: string;
}

/** Where somebody signed. */
export interface SignaturePlace {
  readonly city?: string;
  readonly streetAddress?: string;
  readonly stateOrProvince?: string;
  readonly postalCode?: string;
  readonly countryName?: string;
}

/** What a signer says with a signature. */
export type Commitment = keyof typeof commitments;

/** Commitments by their addresses. */
export const commitments = {
  origin: 'http://uri.etsi.org/01903/v1.2.2#ProofOfOrigin',
  receipt: 'http://uri.etsi.org/01903/v1.2.2#ProofOfReceipt',
  delivery: 'http://uri.etsi.org/01903/v1.2.2#ProofOfDelivery',
  sender: 'http://uri.etsi.org/01903/v1.2.2#ProofOfSender',
  approval: 'http://uri.etsi.org/01903/v1.2.2#ProofOfApproval',
  creation: 'http://uri.etsi.org/01903/v1.2.2#ProofOfCreation',
} as const;

/** How something is signed with properties of XAdES. */
export interface XadesSignatureOptions
  extends Pick<SignOptions, 'key' | 'algorithm' | 'digest' | 'canonical' | 'signatureId'> {
  /** The certificate of the key. The signature has it and its digest. */
  readonly certificate: string | Uint8Array | Certificate;
  /** Further certificates that the signature brings with it, up to that below the authority. */
  readonly intermediates?: CertificateSource | readonly CertificateSource[];
  /** Default now. */
  readonly signingTime?: Date;
  /** The policy of the signature, or `implied` if what is signed says it. */
  readonly policy?: SignaturePolicy | 'implied';
  readonly place?: SignaturePlace;
  /** Roles that the signer claims to have. */
  readonly roles?: readonly string[];
  /** What the signer says with the signature of all that it covers. */
  readonly commitment?: Commitment;
  /** What is signed, as types of media by the address in the reference: `{ '': 'application/xml' }`. Default `text/xml` in the document, `application/octet-stream` elsewhere. */
  readonly mimeTypes?: Readonly<Record<string, string>>;
}

/** How a document is signed with properties of XAdES. */
export interface XadesOptions
  extends XadesSignatureOptions,
    Pick<SignOptions, 'form' | 'ids' | 'idAttributes' | 'into' | 'position'> {}

const { key, algorithm, digest, canonical, signatureId, certificate, form, ids, idAttributes, into, position } =
  signKinds;

const signatureKinds: OptionKinds<Required<XadesSignatureOptions>> = {
  ...{ key, algorithm, digest, canonical, signatureId, certificate },
  intermediates: certificateSources,
  signingTime: date,
  policy: either('a policy or "implied"', object, oneOf('implied')),
  place: object,
  roles: texts,
  commitment: oneOf(...Object.keys(commitments)),
  mimeTypes: object,
};
const documentKinds: OptionKinds<Required<XadesOptions>> = {
  ...signatureKinds,
  ...{ form, ids, idAttributes, into, position },
};
const policyKinds: OptionKinds<Required<SignaturePolicy>> = {
  identifier: text,
  digest: text,
  algorithm: oneOf(...Object.keys(digestAlgorithms)),
  address: text,
};
const placeKinds: OptionKinds<Required<SignaturePlace>> = {
  city: text,
  streetAddress: text,
  stateOrProvince: text,
  postalCode: text,
  countryName: text,
};

/** Checks the options of `signXades` or `signXadesDetached`. */
export function checkXadesOptions(owner: 'signXades' | 'signXadesDetached', options: XadesOptions): void {
  const kinds = owner === 'signXades' ? documentKinds : (signatureKinds as typeof documentKinds);
  requireOptions<XadesOptions>(owner, options, kinds, ['key', 'certificate']);
  if (typeof options.policy === 'object') {
    requireOptions('policy', options.policy, policyKinds, ['identifier', 'digest']);
  }
  requireOptions('place', options.place ?? {}, placeKinds);
  requireOptions('mimeTypes', { all: Object.values(options.mimeTypes ?? {}) }, { all: listOf(text) });
  checkSigningKey(options);
}
