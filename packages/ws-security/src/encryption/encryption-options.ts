/** The options of encrypting and decrypting, and their checks: one that is misspelled and ignored would leave something readable. */
import {
  callback,
  either,
  having,
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
import { certificateSources, named, xmlNames } from '../options.js';
import { digestAlgorithms } from '../signature/algorithms.js';
import type { KeyInfoKind } from '../signature/key-info.js';
import type { XmlName } from '../xml/elements.js';
import { dataNames, transportNames } from './algorithms.js';
import type { DecryptionSettings } from './content-keys.js';
import type { EncryptionSettings } from './encrypted-text.js';

/** How a document is encrypted. */
export interface EncryptXmlOptions extends EncryptionSettings {
  /** Ids of the elements that are encrypted. */
  readonly ids?: readonly string[];
  /** Names of the elements that are encrypted: all of each name. Without `ids` and `elements` it is the root. */
  readonly elements?: readonly XmlName[];
  /** `element`, the default: the elements with their names. `content`: what is in them. */
  readonly type?: 'element' | 'content';
  /** Attributes that are ids beside `Id`, `wsu:Id` and `xml:id`, such as `ID` of SAML. */
  readonly idAttributes?: readonly XmlName[];
  /** How an encrypted key names the key that decrypts it. Default: the certificate, where there is one. */
  readonly keyInfo?: readonly KeyInfoKind[];
}

/** How a document is decrypted. */
export interface DecryptXmlOptions extends DecryptionSettings {
  /** Ids of the `EncryptedData` elements that are decrypted. Default: all; one that cannot be decrypted is an error. */
  readonly ids?: readonly string[];
  /** Elements that have to have been encrypted: at least one of each name is in the document, and all of that name were. */
  readonly require?: readonly XmlName[];
  /** Attributes that are ids beside `Id`, `wsu:Id` and `xml:id`, such as `ID` of SAML. */
  readonly idAttributes?: readonly XmlName[];
  /** The most encrypted parts that a document may have. Default 64. */
  readonly maxParts?: number;
  /** Limits of the reader. */
  readonly limits?: XmlLimits;
}

const secret = having('a secret', 'secret');
const webCryptoKey = having('a CryptoKey', 'algorithm');
const provider = having('a provider such as nodeCrypto()', 'tripleDes');
const algorithms = named(...dataNames, ...transportNames);

/** The kinds of the options of everything that encrypts. */
export const encryptionKinds: OptionKinds<Required<EncryptionSettings>> = {
  certificate: certificateSources,
  key: either('a key: PEM, a certificate, a CryptoKey or { secret }', text, secret, webCryptoKey, having('', 'der')),
  algorithm: oneOf(...dataNames),
  keyTransport: oneOf(...transportNames, 'direct'),
  oaep: object,
  keyName: text,
  provider,
};

/** The kinds of the options of everything that decrypts. */
export const decryptionKinds: OptionKinds<Required<DecryptionSettings>> = {
  key: either(
    'a key: PEM, a CryptoKey, { secret }, { unwrap } or a function',
    text,
    callback,
    secret,
    webCryptoKey,
    having('', 'unwrap'),
  ),
  certificate: certificateSources,
  algorithms,
  allowUnsigned: algorithms,
  provider,
  maxKeys: number,
};

const digest: OptionKind = oneOf(...Object.keys(digestAlgorithms));

const encryptXmlKinds: OptionKinds<Required<EncryptXmlOptions>> = {
  ...encryptionKinds,
  ids: texts,
  elements: xmlNames,
  type: oneOf('element', 'content'),
  idAttributes: xmlNames,
  keyInfo: named('certificate', 'issuerSerial', 'subjectKeyIdentifier', 'thumbprint', 'keyValue'),
};

const decryptXmlKinds: OptionKinds<Required<DecryptXmlOptions>> = {
  ...decryptionKinds,
  ids: texts,
  require: xmlNames,
  idAttributes: xmlNames,
  maxParts: number,
  limits: object,
};

/** Checks the options of what encrypts beside their kinds. Throws `TypeError`, as the others. */
export function checkEncryption(owner: string, options: EncryptionSettings): void {
  if ((options.key === undefined) === (options.certificate === undefined)) {
    throw new TypeError(`\`${owner}\` needs either \`certificate\` or \`key\`.`);
  }
  requireOptions('oaep', options.oaep ?? {}, { digest, mask: digest });
  if (options.keyTransport === 'rsa-oaep-mgf1p' && (options.oaep?.mask ?? 'sha1') !== 'sha1') {
    throw new TypeError('The mask of "rsa-oaep-mgf1p" is always made with SHA-1: use "rsa-oaep".');
  }
}

/** Checks the options of `encryptXml`. */
export function checkEncryptOptions(owner: string, options: EncryptXmlOptions): void {
  requireOptions(owner, options, encryptXmlKinds);
  checkEncryption(owner, options);
}

/** Checks the options of `decryptXml`. */
export function checkDecryptOptions(owner: string, options: DecryptXmlOptions): void {
  requireOptions(owner, options, decryptXmlKinds, ['key']);
}
