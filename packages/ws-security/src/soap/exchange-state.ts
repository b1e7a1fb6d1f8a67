/** What signatures of an exchange say of each other: an answer confirms the signatures of its request (SOAP Message Security 1.1, 8.5). */
import type { ExtensionStates, SoapHeaderExtension } from '@wsdl-codegen/runtime';

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
