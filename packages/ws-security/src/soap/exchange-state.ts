/** What signatures of an exchange say to others: an answer confirms the signatures of its request (SOAP Message Security 1.1, 8.5), and decrypting asks what was signed. */
import type { ExtensionStates, SoapHeaderExtension } from '@wsdl-codegen/runtime';
import type { OpenedText } from './opened-envelope.js';

/** The values of the signatures of a request, in base64. */
export interface RequestSignatures {
  /** Those that a client made, by the extension that made them: a new attempt takes the place of the one before. */
  readonly sent: Map<SoapHeaderExtension, string>;
  /** Those that a server verified. */
  readonly verified: string[];
}

const holder: SoapHeaderExtension<RequestSignatures> = {
  understands: [],
  key: Symbol.for('@wsdl-codegen/ws-security signatures of the request'),
};

/** The signatures of the request of an exchange. */
export function requestSignatures(extensions: ExtensionStates): RequestSignatures {
  const known = extensions.get(holder);
  if (known !== undefined) {
    return known;
  }
  const state: RequestSignatures = { sent: new Map(), verified: [] };
  extensions.set(holder, state);
  return state;
}

const opened: SoapHeaderExtension<OpenedText & { readonly attachments: ReadonlySet<unknown> }> = {
  understands: [],
  key: Symbol.for('@wsdl-codegen/ws-security verified envelope'),
};

/** Says of which text that is given on a signature was verified, and of which attachments. */
export function setVerified(extensions: ExtensionStates, text: OpenedText, attachments: ReadonlySet<unknown>): void {
  extensions.set(opened, { ...text, attachments });
}

/** What a verified signature covers of a text that was given on. */
export interface Coverage {
  /** True for the text that `verify` gave, without what nobody signed. */
  readonly isVerified: boolean;
  /** True for a part of the text. */
  hasRange(start: number, end: number): boolean;
  hasAttachment(attachment: unknown): boolean;
}

/** What is signed of a text, which is nothing if it is another one than `verify` gave. */
export function coverageOf(extensions: ExtensionStates, text: string): Coverage {
  const state = extensions.get(opened);
  const isSame = state?.text === text;
  return {
    isVerified: isSame,
    hasRange: (start, end) => isSame && !state.unsigned.some((range) => start < range.end && range.start < end),
    hasAttachment: (attachment) => isSame && state.attachments.has(attachment),
  };
}
