/** The options of signing and verifying, and their checks: one that is misspelled and ignored would leave something unprotected. */
import {
  callback,
  either,
  flag,
  having,
  listOf,
  number,
  type OptionKind,
  type OptionKinds,
  object,
  oneOf,
  requireOptions,
  text,
  texts,
} from '@wsdl-codegen/runtime/extend';
import type { XmlLimits } from '@wsdl-codegen/runtime/xml';
import type { Certificate } from './keys/certificate.js';
import type { Signer, SigningKey, VerificationKey } from './keys/keys.js';
import type { Trust, TrustedCertificates } from './keys/trust.js';
import { type DigestName, digestAlgorithms, type SignatureName, signatureAlgorithms } from './signature/algorithms.js';
import type { KeyHints, KeyInfoKind } from './signature/key-info.js';
import { type CanonicalOptions, canonicalForms } from './xml/canonicalize.js';
import type { XmlName } from './xml/elements.js';

/** What every signature needs. */
export interface SignatureOptions {
  /** The key, or a function that signs with one that is elsewhere. */
  readonly key: SigningKey | Signer;
  /** The certificate of the key, as PEM, DER or read before. */
  readonly certificate?: string | Uint8Array | Certificate;
  /** The public key as PEM, for `keyValue` without a certificate. */
  readonly publicKey?: string;
  /** How the signature names its key. Default: the certificate, where there is one. */
  readonly keyInfo?: readonly KeyInfoKind[];
  /** A name of the key that both sides know. */
  readonly keyName?: string;
  /** Default: the algorithm that fits the key, with SHA-256 or better. A `signer` needs it. */
  readonly algorithm?: SignatureName;
  /** Default `sha256`. */
  readonly digest?: DigestName;
  /** The canonical form of what is signed and of the signature. Default `exclusive`. */
  readonly canonical?: CanonicalOptions;
  /** The `Id` of the signature. */
  readonly signatureId?: string;
}

/** How a document is signed. */
export interface SignOptions extends SignatureOptions {
  /** `enveloped`, the default: the signature is put into the document. `enveloping`: the document is put into the signature. */
  readonly form?: 'enveloped' | 'enveloping';
  /** Ids of the elements that are signed. Default: the whole document. */
  readonly ids?: readonly string[];
  /** Attributes that are ids beside `Id`, `wsu:Id` and `xml:id`, such as `ID` of SAML. */
  readonly idAttributes?: readonly XmlName[];
  /** The element that the signature is put into: its id, or its name if no other element has that. Default: the root. */
  readonly into?: string | XmlName;
  /** Where in that element it is put. Default `last`. */
  readonly position?: 'first' | 'last';
}

/** How a signature is verified. Either `key` or `trust` says whose signatures are accepted. */
export interface VerifyOptions {
  /** The key of the signer, or a function that finds it by what the signature says. Whatever a signature brings with it is not trusted. */
  readonly key?:
    | VerificationKey
    | ((hints: KeyHints) => VerificationKey | undefined | Promise<VerificationKey | undefined>);
  /** The certificates of signers, or `chains({ authorities })`. */
  readonly trust?: Trust;
  /** Elements that have to be covered: at least one of each name is in the document, and all of that name are signed. */
  readonly require?: readonly XmlName[];
  /** The algorithms of signatures and digests that are accepted. By default all that this package knows except those with SHA-1. */
  readonly algorithms?: ReadonlyArray<SignatureName | DigestName>;
  /** The `Id` of the signature, for documents that have several. */
  readonly signature?: string;
  /** Attributes that are ids beside `Id`, `wsu:Id` and `xml:id`, such as `ID` of SAML. */
  readonly idAttributes?: readonly XmlName[];
  /** Octets outside of the document, by the address in their reference. */
  readonly detached?: Readonly<Record<string, Uint8Array>>;
  /** The most references that a signature may have. Default 32. */
  readonly maxReferences?: number;
  /** Limits of the reader. */
  readonly limits?: XmlLimits;
}

const octets: OptionKind = { expected: 'a Uint8Array', fits: (value) => value instanceof Uint8Array };
const secret = having('a secret', 'secret');
const webCryptoKey = having('a CryptoKey', 'algorithm');
const certificate = having('a certificate', 'der');
/** Keys that sign or verify. */
const key: OptionKind = either(
  'a key: PEM, a CryptoKey, { secret } or a function',
  text,
  callback,
  secret,
  webCryptoKey,
  certificate,
);
const xmlName: OptionKind = {
  expected: 'an object with namespace and name',
  fits: (value) => {
    const { namespace, name } = Object(value) as { readonly namespace?: unknown; readonly name?: unknown };
    return typeof namespace === 'string' && typeof name === 'string';
  },
};
/** Names of elements or attributes. */
export const xmlNames: OptionKind = {
  expected: 'an array of objects with namespace and name',
  fits: listOf(xmlName).fits,
};
const digestNames = Object.keys(digestAlgorithms);
const signatureNames = Object.keys(signatureAlgorithms);
/** A list of some names. */
export const named = (...names: readonly string[]): OptionKind =>
  listOf({ ...oneOf(...names), expected: `an array of ${names.map((name) => `"${name}"`).join(', ')}` });

const canonicalKinds: OptionKinds<Required<CanonicalOptions>> = {
  form: oneOf(...Object.keys(canonicalForms)),
  comments: flag,
  inclusivePrefixes: texts,
};

/** The kinds of what every signature needs. */
export const signatureKinds: OptionKinds<Required<SignatureOptions>> = {
  key,
  certificate: either('a certificate: PEM, DER or one that was read', text, octets, certificate),
  publicKey: text,
  keyInfo: named('certificate', 'issuerSerial', 'subjectKeyIdentifier', 'thumbprint', 'keyValue'),
  keyName: text,
  algorithm: oneOf(...signatureNames),
  digest: oneOf(...digestNames),
  canonical: object,
  signatureId: text,
};

/** The kinds of what a signature of a document needs. */
export const signKinds: OptionKinds<Required<SignOptions>> = {
  ...signatureKinds,
  form: oneOf('enveloped', 'enveloping'),
  ids: texts,
  idAttributes: xmlNames,
  into: either('an id, or an object with namespace and name', text, xmlName),
  position: oneOf('first', 'last'),
};

const source = [text, octets, certificate];
/** A certificate in any of the forms that programs have. */
export const certificateSource: OptionKind = either('a certificate: PEM, DER or one that was read', ...source);
/** Certificates in any of the forms that programs have. */
export const certificateSources: OptionKind = either(
  'certificates: PEM, DER, read before or an array of these',
  ...source,
  listOf(either('', ...source)),
);
/** A date that is one. */
export const date: OptionKind = {
  expected: 'a Date',
  fits: (value) => value instanceof Date && !Number.isNaN(value.getTime()),
};
const trustKinds: OptionKinds<Required<TrustedCertificates>> = {
  certificates: certificateSources,
  at: date,
  isRevoked: callback,
};

/** Checks the options of a canonical form. Throws `TypeError`, as the others. */
export function checkCanonical(owner: string, options: CanonicalOptions & { readonly id?: string }): void {
  requireOptions(owner, options, { ...canonicalKinds, id: text });
}

/** The kinds of what every check needs. */
export const checkKinds: OptionKinds<
  Required<Pick<VerifyOptions, 'key' | 'trust' | 'algorithms' | 'maxReferences' | 'limits'>>
> = {
  key,
  trust: either('trusted certificates or a rule', object, callback),
  algorithms: named(...signatureNames, ...digestNames),
  maxReferences: number,
  limits: object,
};

const verifyKinds: OptionKinds<Required<VerifyOptions>> = {
  ...checkKinds,
  require: xmlNames,
  signature: text,
  idAttributes: xmlNames,
  detached: object,
};

/** Checks that options say how a signature is made. Throws `TypeError`, as the others. */
export function checkSigningKey({ canonical = {}, key: signer, algorithm }: Omit<SignatureOptions, 'keyInfo'>): void {
  requireOptions('canonical', canonical, canonicalKinds);
  if (typeof signer === 'function' && algorithm === undefined) {
    throw new TypeError('A function that signs needs the option `algorithm`.');
  }
}

/** Checks that options say whose signatures are accepted. */
export function checkSigners(owner: string, { key: known, trust }: Pick<VerifyOptions, 'key' | 'trust'>): void {
  if ((known === undefined) === (trust === undefined)) {
    throw new TypeError(`\`${owner}\` needs either \`key\` or \`trust\`.`);
  }
  if (trust !== undefined && typeof trust !== 'function') {
    requireOptions('trust', trust, trustKinds, ['certificates']);
  }
}

/** Checks the options of `signXml` or `signDetached`. */
export function checkSignOptions(owner: 'signXml' | 'signDetached', options: SignOptions): void {
  requireOptions<SignOptions>(owner, options, owner === 'signXml' ? signKinds : (signatureKinds as typeof signKinds), [
    'key',
  ]);
  checkSigningKey(options);
}

/** Checks the options of `verifyXml` or `verifyXades`. */
export function checkVerifyOptions(owner: 'verifyXml' | 'verifyXades', options: VerifyOptions): void {
  requireOptions(owner, options, verifyKinds);
  checkSigners(owner, options);
}
