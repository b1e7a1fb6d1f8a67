/** User name tokens for the demands of policies. */
import type { MessageSecurity } from '@wsdl-codegen/runtime';
import { anyValue, flag, type OptionKinds, requireOptions } from '@wsdl-codegen/runtime/extend';
import {
  type AgeLimits,
  type AuthenticationOptions,
  checkSecurity,
  type Password,
  type SecurityPart,
  usernameToken as securityPart,
} from '@wsdl-codegen/runtime/security';
import { type BlockCheck, type BlockToken, blockChecks, blockExtensions } from './security-block.js';

/** A user and a password. */
export interface UsernameTokenCredentials {
  readonly user: string;
  /** The password, or a function that gives it for each attempt. */
  readonly password: Password;
  /** Send a digest of the password, also where the policy does not say so. Default: as the policy says. */
  readonly digest?: boolean;
  /** Send a nonce and the instant of the token, also where the policy does not say so. Default: as the policy says. */
  readonly nonce?: boolean;
}

const kinds: OptionKinds<UsernameTokenCredentials> = {
  // The token itself says what is wrong with them.
  user: anyValue,
  password: anyValue,
  digest: flag,
  nonce: flag,
};

/**
 * A user name token. As the option `security` of a client it is what the WS-Policy of the service demands, with its timestamp; as a part of `wsSecurity` it is the token of the
 * runtime. Throws `TypeError` for options that do not exist, are missing or have another kind.
 */
export function usernameToken(
  credentials: UsernameTokenCredentials,
): MessageSecurity<'usernameToken'> & SecurityPart & BlockToken {
  requireOptions('usernameToken', credentials, kinds, ['user', 'password']);
  const { user, password, digest, nonce } = credentials;
  return {
    meets: { usernameToken: true },
    ...securityPart(user, password, { digest: digest === true, nonce: nonce === true }),
    token: ({ usernameToken: demand }) =>
      securityPart(user, password, {
        digest: digest ?? demand?.digest === true,
        nonce: nonce ?? demand?.nonce === true,
      }),
    extensions: (demand, all) => blockExtensions(demand, all),
  };
}

/**
 * Checks the user name tokens that the WS-Policy of a service demands, with their timestamps: `shopApi(implementation, { security: checkUsernameToken({ passwords }) })`.
 * `context.principal` is the user. Throws `TypeError` for options that do not exist, have another kind, or check nothing.
 */
export function checkUsernameToken(
  options: AuthenticationOptions & AgeLimits,
): MessageSecurity<'usernameCheck'> & BlockCheck {
  // A mistake in the options is found here, and not where they are used.
  checkSecurity(options);
  if (options.passwords === undefined && options.verify === undefined) {
    throw new TypeError('`checkUsernameToken` needs `passwords` or `verify`.');
  }
  return {
    meets: { usernameCheck: true },
    check: ({ timestamp, usernameToken: demand }) => {
      if (demand?.digest === true && options.passwords === undefined) {
        throw new TypeError('The WS-Policy demands digests of passwords: `checkUsernameToken` needs `passwords`.');
      }
      return checkSecurity({ ...options, timestamp: timestamp === true });
    },
    extensions: (demand, all) => blockChecks(demand, all),
  };
}
