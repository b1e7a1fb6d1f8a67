/** The options of encrypting and decrypting messages, and their checks. */
import type { EnvelopeContext } from '@wsdl-codegen/runtime';
import {
  callback,
  either,
  flag,
  number,
  type OptionKinds,
  object,
  oneOf,
  requireOptions,
  text,
} from '@wsdl-codegen/runtime/extend';
import type { XmlLimits } from '@wsdl-codegen/runtime/xml';
import type { DecryptionSettings } from '../encryption/content-keys.js';
import type { EncryptionSettings } from '../encryption/encrypted-text.js';
import { checkEncryption, decryptionKinds, encryptionKinds } from '../encryption/encryption-options.js';
import type { CertificateSource } from '../keys/trust.js';
import { certificateSource } from '../options.js';
import { type SoapKeyInfoKind, soapKeyInfoKinds } from '../soap/key-references.js';
import { type EncryptedPart, encryptedParts } from './encrypted-parts.js';

/** How messages are encrypted. Either `certificate` or `key` says for whom. */
export interface SoapEncryptOptions extends Omit<EncryptionSettings, 'certificate'> {
  /** The certificate of the receiver, or a function that finds it, such as that of whoever signed the request. */
  readonly certificate?:
    | CertificateSource
    | ((context: EnvelopeContext) => CertificateSource | undefined | Promise<CertificateSource | undefined>);
  /** What is encrypted, where a message has it. Default `['body']`. */
  readonly parts?: readonly EncryptedPart[];
  /** How the encrypted key names the key that decrypts it. Default `issuerSerial`, where there is a certificate. */
  readonly keyInfo?: SoapKeyInfoKind;
  /** The actor or role of the security block. Default: the receiver of the message. */
  readonly actor?: string;
  /** Marks the security block, where it is made, so that who does not know it refuses the message. Default true. */
  readonly mustUnderstand?: boolean;
}

/** How messages are decrypted. */
export interface SoapDecryptOptions extends DecryptionSettings {
  /** What has to be in a message and encrypted. Default `['body']`; an empty list takes messages that are not encrypted, too. */
  readonly require?: readonly EncryptedPart[];
  /** Clients take faults that are not encrypted for what they say. Default false: they are an error that quotes them. */
  readonly plainFaults?: boolean;
  /** The actor or role of the security block. Default: the receiver of the message. */
  readonly actor?: string;
  /** The most encrypted parts that a message may have. Default 64. */
  readonly maxParts?: number;
  /** Limits of the reader. */
  readonly limits?: XmlLimits;
}

const encryptKinds: OptionKinds<Required<SoapEncryptOptions>> = {
  ...encryptionKinds,
  certificate: either('a certificate: PEM, DER, read before or a function', certificateSource, callback),
  parts: encryptedParts,
  keyInfo: oneOf(...soapKeyInfoKinds),
  actor: text,
  mustUnderstand: flag,
};

const decryptKinds: OptionKinds<Required<SoapDecryptOptions>> = {
  ...decryptionKinds,
  require: encryptedParts,
  plainFaults: flag,
  actor: text,
  maxParts: number,
  limits: object,
};

/** Checks the options of `encrypt`. Throws `TypeError`. */
export function checkSoapEncryptOptions(options: SoapEncryptOptions): void {
  requireOptions('encrypt', options, encryptKinds);
  checkEncryption('encrypt', options as EncryptionSettings);
  if (options.parts?.length === 0) {
    throw new TypeError('`encrypt` would encrypt nothing: `parts` is empty.');
  }
}

/** Checks the options of `decrypt`. Throws `TypeError`. */
export function checkSoapDecryptOptions(options: SoapDecryptOptions): void {
  requireOptions('decrypt', options, decryptKinds, ['key']);
}
