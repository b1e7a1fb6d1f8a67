/** The options of signing and verifying messages, and their checks. */
import {
  ageLimitKinds,
  callback,
  either,
  flag,
  having,
  listOf,
  type OptionKind,
  type OptionKinds,
  oneOf,
  requireOptions,
  strings,
  text,
} from '@wsdl-codegen/runtime/extend';
import type { AgeLimits, NonceStore } from '@wsdl-codegen/runtime/security';
import { isNCName } from '@wsdl-codegen/runtime/xml';
import type { Certificate } from '../keys/certificate.js';
import {
  checkKinds,
  checkSigners,
  checkSigningKey,
  type SignatureOptions,
  signatureKinds,
  type VerifyOptions,
  xmlNames,
} from '../options.js';
import { type KeyInfoWriter, type SoapKeyInfoKind, soapKeyInfoKinds } from './key-references.js';
import { type MessagePart, partNames } from './parts.js';
import type { TokenKeys } from './token-references.js';

/** How messages are signed. */
export interface SoapSignOptions extends Omit<SignatureOptions, 'keyInfo'> {
  /** What is signed. Parts that have a name of their own are signed where a message has them. Default `['body', 'timestamp']`. */
  readonly parts?: readonly MessagePart[];
  /** How the signature names its key. Default `binarySecurityToken`, where there is a certificate. */
  readonly keyInfo?: SoapKeyInfoKind | KeyInfoWriter;
  /** The actor or role of the security block. Default: the receiver of the message. */
  readonly actor?: string;
  /** Marks the security block, where it is made, so that who does not know it refuses the message. Default true. */
  readonly mustUnderstand?: boolean;
  /** Servers write which signatures the request had, and sign that as well. Default false. */
  readonly confirmation?: boolean;
}

/** How messages are verified. `key`, `trust` or `tokens` says whose signatures are accepted. */
export interface SoapVerifyOptions
  extends Pick<VerifyOptions, 'key' | 'trust' | 'algorithms' | 'maxReferences' | 'limits'>,
    AgeLimits {
  /** What has to be in a message and signed, all by one signature. Default `['body']`. */
  readonly require?: readonly MessagePart[];
  /** What is read although nobody signed it. Default nothing: header blocks, tokens and attachments without a signature are left out. */
  readonly unsigned?: ReadonlyArray<Exclude<MessagePart, 'body'>>;
  /**
   * What the prefixes stand for that only values use, as in `xsi:type`, where the sender does not sign that: `{ xsd: 'http://www.w3.org/2001/XMLSchema' }`. `'unsigned'` takes
   * what the message says, which people on the way can change.
   */
  readonly prefixes?: Readonly<Record<string, string>> | 'unsigned';
  /** The actor or role of the security block. Default: the receiver of the message. */
  readonly actor?: string;
  /** Who the owner of a certificate is, for `context.principal` of servers; default the certificate. Undefined, null and false refuse the message. */
  readonly principal?: (certificate: Certificate | undefined) => unknown;
  /** Clients check that an answer confirms the signatures of its request (WSS 1.1). Default false. */
  readonly confirmation?: boolean;
  /** Clients take faults that nobody signed for what they say. Default false: they are an error that quotes them. */
  readonly unsignedFaults?: boolean;
  /** Remembers signatures until their messages are too old, so that none is accepted twice. Messages need a signed timestamp then. */
  readonly nonces?: NonceStore;
  /** Default: the machine's time. */
  readonly clock?: () => Date;
  /** Finds the keys of tokens that are no certificates. */
  readonly tokens?: readonly TokenKeys[];
}

const part: OptionKind = either('', oneOf(...partNames), {
  expected: '',
  fits: (value) => typeof value === 'object' && xmlNames.fits([value]),
});
/** Parts of messages. */
export const messageParts: OptionKind = {
  ...listOf(part),
  expected: `an array of ${partNames.map((name) => `"${name}"`).join(', ')} and { namespace, name }`,
};

const { keyInfo: _, ...commonKinds } = signatureKinds;
const signKinds: OptionKinds<Required<SoapSignOptions>> = {
  ...commonKinds,
  parts: messageParts,
  keyInfo: either(
    `${soapKeyInfoKinds.map((kind) => `"${kind}"`).join(', ')} or an object with \`keyInfo\``,
    oneOf(...soapKeyInfoKinds),
    having('', 'keyInfo'),
  ),
  actor: text,
  mustUnderstand: flag,
  confirmation: flag,
};

/** Checks the options of `sign`. Throws `TypeError`. */
export function checkSoapSignOptions(options: SoapSignOptions): void {
  requireOptions<SoapSignOptions>('sign', options, signKinds, ['key']);
  checkSigningKey(options);
  if (options.parts?.length === 0) {
    throw new TypeError('`sign` would sign nothing: `parts` is empty.');
  }
}

const verifyKinds: OptionKinds<Required<SoapVerifyOptions>> = {
  ...checkKinds,
  ...ageLimitKinds,
  require: messageParts,
  unsigned: messageParts,
  prefixes: either('an object of strings, or "unsigned"', strings, oneOf('unsigned')),
  actor: text,
  principal: callback,
  confirmation: flag,
  unsignedFaults: flag,
  nonces: having('an object with `use`', 'use'),
  clock: callback,
  tokens: { ...listOf(having('', 'keysOf')), expected: 'an array of objects with `keysOf`' },
};

/** Checks the options of `verify`. Throws `TypeError`. */
export function checkSoapVerifyOptions(options: SoapVerifyOptions): void {
  requireOptions('verify', options, verifyKinds);
  const { key, trust, tokens, require, unsigned = [], prefixes } = options;
  if (tokens === undefined || key !== undefined || trust !== undefined) {
    checkSigners('verify', options);
  }
  if (require?.length === 0) {
    throw new TypeError('`verify` would check nothing: `require` is empty.');
  }
  for (const [prefix, namespace] of Object.entries(typeof prefixes === 'object' ? prefixes : {})) {
    if (!isNCName(prefix) || /^xml/i.test(prefix) || namespace === '') {
      throw new TypeError(`The option \`prefixes\` of \`verify\` gives no namespace for a prefix with "${prefix}".`);
    }
  }
  if ((unsigned as readonly MessagePart[]).includes('body')) {
    throw new TypeError('`verify` reads no Body that nobody signed: leave "body" out of `unsigned`.');
  }
}
