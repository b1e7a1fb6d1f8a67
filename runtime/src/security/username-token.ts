import { formatBase64, parseBase64 } from '../schema/lexical/binary.js';
import { elementsOf, type XmlElement } from '../xml/interfaces/tree.js';
import { type Freshness, requireFresh } from './check-timestamp.js';
import { instantOf } from './instants.js';
import { passwordDigest, passwordText, wsse, wsu } from './names.js';
import type { NonceStore } from './nonces.js';
import { onlyText, SecurityRefusal, trimmedText } from './received.js';

/** A user name token as it was received. */
export interface UsernameToken {
  readonly user: string;
  readonly type: 'text' | 'digest';
  /** The password, or its digest. */
  readonly password: string;
  readonly nonce: Uint8Array | undefined;
  readonly created: string | undefined;
}

/** The limits of a token's texts, in code units. */
const maxUser = 256;
const maxPassword = 4096;
const maxNonce = 256;
const maxInstant = 64;

/** Reads a token. Throws `SecurityRefusal` for one without a user or a password, an empty password among them. */
export function readUsernameToken(tree: XmlElement): UsernameToken {
  // A name is what is there, as in WCF and WSS4J: two spellings are two users.
  const user = onlyText(tree, wsse, 'Username', maxUser);
  const type = passwordType(tree);
  const sent = onlyText(tree, wsse, 'Password', maxPassword);
  const password = type === 'digest' ? sent?.trim() : sent;
  if (!user || !password) {
    throw new SecurityRefusal('FailedAuthentication', 'The token has no user name, or no password.');
  }
  const nonce = nonceOf(tree);
  const created = trimmedText(tree, wsu, 'Created', maxInstant);
  return { user, type, password, nonce, created };
}

function passwordType(tree: XmlElement): 'text' | 'digest' {
  const password = elementsOf(tree).find(({ name, namespace }) => name === 'Password' && namespace === wsse);
  const type = password?.attributes.find(({ name, namespace }) => name === 'Type' && namespace === '')?.value.trim();
  if (type === undefined || type === passwordText) {
    return 'text';
  }
  if (type === passwordDigest) {
    return 'digest';
  }
  throw new SecurityRefusal('UnsupportedSecurityToken', 'The type of the password is not known.');
}

function nonceOf(tree: XmlElement): Uint8Array | undefined {
  const text = trimmedText(tree, wsse, 'Nonce', maxNonce);
  try {
    return text === undefined ? undefined : parseBase64(text);
  } catch {
    throw new SecurityRefusal('FailedAuthentication', 'The nonce is not base64.');
  }
}

/**
 * The instant of a token; digests need one, and a nonce, because they could be sent again otherwise. Throws `SecurityRefusal` for one that is too old.
 */
export function createdOf({ type, nonce, created }: UsernameToken, freshness: Freshness): number | undefined {
  if (type === 'digest' && (nonce === undefined || created === undefined)) {
    throw new SecurityRefusal('FailedAuthentication', 'The digest has no nonce, or no instant.');
  }
  const instant = created === undefined ? undefined : instantOf(created);
  if (created !== undefined && instant === undefined) {
    throw new SecurityRefusal('FailedAuthentication', 'Created of the token is not an instant.');
  }
  if (instant !== undefined) {
    try {
      requireFresh(instant, freshness);
    } catch (error) {
      throw error instanceof SecurityRefusal ? new SecurityRefusal('FailedAuthentication', error.message) : error;
    }
  }
  return instant;
}

/**
 * Throws `SecurityRefusal` for a token that was there before. One without a nonce cannot be told from another. The name is not part of what is remembered: where two
 * spellings are one user to the program, a token could be sent again with the other one.
 */
export async function requireNew(
  { nonce, created }: UsernameToken,
  instant: number | undefined,
  { now, maxAge, clockSkew }: Freshness,
  nonces: NonceStore,
): Promise<void> {
  if (nonce === undefined) {
    return;
  }
  const made = instant ?? now;
  const key = JSON.stringify([formatBase64(nonce), created ?? '']);
  const isNew: unknown = await nonces.use(key, new Date(made), new Date(made + maxAge + clockSkew));
  if (isNew !== true) {
    throw new SecurityRefusal('FailedAuthentication', 'The token was there before.');
  }
}
