import { formatBase64, parseBase64 } from '../schema/lexical/binary.js';
import { elementsOf } from '../soap/block-content.js';
import type { XmlElement } from '../xml/tree.js';
import { type Freshness, requireFresh } from './check-timestamp.js';
import { digestOf, equalInConstantTime } from './digest.js';
import { instantOf } from './instants.js';
import { passwordDigest, passwordText, wsse, wsu } from './names.js';
import type { NonceStore } from './nonces.js';
import { onlyText } from './received.js';
import { SecurityRefusal } from './refusal.js';

/** A user name token as it was received. */
export interface ReceivedToken {
  readonly user: string;
  readonly type: 'text' | 'digest';
  /** The password, if it was sent as it is: for servers that know only hashes of passwords. */
  readonly password: string | undefined;
}

/** True for the user's password, whatever the type of the token. Takes the same time for each password. */
export type PasswordMatches = (password: string) => Promise<boolean>;

/**
 * Decides about a user: true, or who it is (`context.principal`; the user's name for true); false, null or undefined refuses the call.
 * `(user, matches) => matches(passwordOf(user))`
 */
export type UsernameTokenCheck = (user: string, matches: PasswordMatches, token: ReceivedToken) => unknown;

/** The limits of a token's texts, in code units. */
const maxUser = 256;
const maxPassword = 4096;
const maxNonce = 256;
const maxInstant = 64;

/** A token with the texts that its digest is made of. */
interface ParsedToken extends ReceivedToken {
  readonly sent: string;
  readonly nonce: Uint8Array | undefined;
  readonly created: string | undefined;
}

/** Checks a token, and gives who the user is. Throws `SecurityRefusal`. */
export async function checkUsernameToken(
  tree: XmlElement,
  check: UsernameTokenCheck,
  freshness: Freshness,
  nonces: NonceStore,
): Promise<unknown> {
  const token = parseToken(tree);
  const created = createdOf(token, freshness);
  const { user, type, password } = token;
  const answer = await check(user, (candidate) => matchesToken(token, candidate), { user, type, password });
  if (answer === false || answer === undefined || answer === null) {
    throw new SecurityRefusal('FailedAuthentication', 'The user is not known, or the password is not right.');
  }
  // Only tokens with the right password are remembered, so that others cannot fill the memory.
  await requireNew(token, created, freshness, nonces);
  return answer === true ? user : answer;
}

function parseToken(tree: XmlElement): ParsedToken {
  const user = onlyText(tree, wsse, 'Username', maxUser);
  const sent = onlyText(tree, wsse, 'Password', maxPassword, false);
  if (user === undefined || user === '' || sent === undefined) {
    throw new SecurityRefusal('FailedAuthentication', 'The token has no user name, or no password.');
  }
  const type = passwordType(tree);
  const nonce = nonceOf(tree);
  const created = onlyText(tree, wsu, 'Created', maxInstant);
  return { user, type, sent, password: type === 'text' ? sent : undefined, nonce, created };
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
  const text = onlyText(tree, wsse, 'Nonce', maxNonce);
  try {
    return text === undefined ? undefined : parseBase64(text);
  } catch {
    throw new SecurityRefusal('FailedAuthentication', 'The nonce is not base64.');
  }
}

/** The instant of a token; digests need one, and a nonce, because they could be sent again otherwise. Throws for one that is too old. */
function createdOf({ type, nonce, created }: ParsedToken, freshness: Freshness): number | undefined {
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

async function matchesToken({ type, sent, nonce, created }: ParsedToken, password: string): Promise<boolean> {
  const expected =
    type === 'digest' ? await digestOf(nonce ?? new Uint8Array(), created ?? '', String(password)) : String(password);
  return equalInConstantTime(expected, type === 'digest' ? sent.trim() : sent);
}

/** Throws `SecurityRefusal` for a token that was there before. One without a nonce cannot be told from another. */
async function requireNew(
  { user, nonce, created }: ParsedToken,
  instant: number | undefined,
  { now, maxAge, clockSkew }: Freshness,
  nonces: NonceStore,
): Promise<void> {
  if (nonce === undefined) {
    return;
  }
  const made = instant ?? now;
  const key = JSON.stringify([user, formatBase64(nonce), created ?? '']);
  if (!(await nonces.use(key, new Date(made), new Date(made + maxAge + clockSkew)))) {
    throw new SecurityRefusal('FailedAuthentication', 'The token was there before.');
  }
}
