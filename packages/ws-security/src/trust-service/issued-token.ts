/** Tokens of a token service in the messages of a client. */
import { type Interceptor, SoapFaultError, type SoapHeaderExtension } from '@wsdl-codegen/runtime';
import type { SecurityPart } from '@wsdl-codegen/runtime/security';
import type { Signer } from '../keys/keys.js';
import { signWith } from '../keys/keys.js';
import { SignatureError } from '../signature-error.js';
import { securityNamespaces } from '../soap/names.js';
import { tokenTree } from '../tokens/saml-token.js';
import type { TokenRequest } from './token-request.js';
import type { IssuedToken } from './token-response.js';
import type { TokenService } from './token-service.js';

/** A token of a token service, as a part of `wsSecurity`. */
export interface IssuedTokenPart extends SecurityPart {
  /** For the option `interceptors`: asks once for a new token when the service refuses one that was issued before. */
  readonly interceptor: Interceptor;
  /** Signs with the secret of the token, for `sign({ key: token.signer, algorithm: 'hmac-sha256' })`. */
  readonly signer: Signer;
}

/** The codes of WS-Security with which a service refuses a token, before it does anything. */
const refusals: readonly string[] = [
  'InvalidSecurityToken',
  'FailedAuthentication',
  'SecurityTokenUnavailable',
  'FailedCheck',
];

/** True for an error with which a service refuses a token. */
const isRefused = (error: unknown): boolean =>
  error instanceof SoapFaultError &&
  [error.code, ...error.subcodes].some(
    ({ namespace, name }) => namespace === securityNamespaces.extension && refusals.includes(name),
  );

/**
 * A token of a token service as a part of `wsSecurity`: `wsSecurity({ parts: [timestamp(), issuedToken(service, { appliesTo })] })`. It is asked for when a message needs it, and used
 * until it ends.
 */
export function issuedToken(service: TokenService, request: TokenRequest = {}): IssuedTokenPart {
  let written: IssuedToken | undefined;
  // A call at the same time may have got another one.
  const own: SoapHeaderExtension<IssuedToken> = { understands: [] };
  return {
    write: async (_, extensions) => {
      const token = await service.token(request);
      extensions?.set(own, token);
      written = token;
      return tokenTree(token.xml);
    },
    signer: async (data, algorithm, extensions) => {
      const secret = (extensions?.get(own) ?? written)?.secret;
      if (secret === undefined) {
        throw new SignatureError('key', 'The token has no secret. Ask for one with `keyType: "symmetric"`.');
      }
      return signWith({ secret }, algorithm, data);
    },
    interceptor: async (call, next) => {
      const known = service.knownToken(request);
      try {
        return await next(call);
      } catch (error) {
        // A new token that is refused would be refused again.
        if (known === undefined || !isRefused(error)) {
          throw error;
        }
        service.forget(known);
        return next(call);
      }
    },
  };
}
