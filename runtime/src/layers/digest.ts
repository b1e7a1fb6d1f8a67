import type { Credentials } from '../http/credentials.js';
import type { Challenge } from './challenges.js';
import { md5 } from './md5.js';

/** What a service asked for, ready to answer. */
export interface DigestChallenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | undefined;
  /** As the service wrote it; undefined for MD5 that is not named. */
  readonly algorithm: string | undefined;
  readonly hash: DigestHash;
  /** True for an algorithm that ends in `-sess`. */
  readonly session: boolean;
  /** False for services of RFC 2069, which know no `qop`. */
  readonly hasQop: boolean;
  readonly userhash: boolean;
  /** True if only the nonce was refused, because it is too old. */
  readonly stale: boolean;
}

/** A hash in hexadecimal digits. */
type DigestHash = (text: string) => string | Promise<string>;

const utf8 = new TextEncoder();

const hashes: ReadonlyMap<string, DigestHash> = new Map<string, DigestHash>([
  ['md5', (text) => md5(utf8.encode(text))],
  ['sha-256', sha256],
]);

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', utf8.encode(text));
  return Array.from(new Uint8Array(digest), hex).join('');
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}

/** The first of the challenges that can be answered: MD5 or SHA-256, each with `-sess`, and `qop` absent or with `auth` (RFC 7616, 3.3 and 3.7). */
export function chooseChallenge(challenges: readonly Challenge[]): DigestChallenge | undefined {
  for (const { scheme, parameters } of challenges) {
    const algorithm = parameters.get('algorithm');
    const [, name = '', session] = /^(.*?)(-sess)?$/.exec(algorithm?.toLowerCase() ?? 'md5') ?? [];
    const hash = hashes.get(name);
    const nonce = parameters.get('nonce');
    const qop = parameters
      .get('qop')
      ?.toLowerCase()
      .split(/[\s,]+/);
    if (scheme === 'digest' && hash !== undefined && nonce !== undefined && qop?.includes('auth') !== false) {
      return {
        realm: parameters.get('realm') ?? '',
        nonce,
        opaque: parameters.get('opaque'),
        algorithm,
        hash,
        session: session !== undefined,
        hasQop: qop !== undefined,
        userhash: isTrue(parameters.get('userhash')),
        stale: isTrue(parameters.get('stale')),
      };
    }
  }
  return undefined;
}

function isTrue(value: string | undefined): boolean {
  return value?.toLowerCase() === 'true';
}

/** One use of a challenge. */
export interface DigestUse {
  readonly method: string;
  /** Path and query of the request. */
  readonly uri: string;
  /** How often the nonce was used, this time included. */
  readonly count: number;
  /** A text of our own that nobody can guess. */
  readonly cnonce: string;
}

/** The value of `Authorization` (RFC 7616, 3.4). */
export async function digestHeader(
  challenge: DigestChallenge,
  { username, password }: Credentials,
  { method, uri, count, cnonce }: DigestUse,
): Promise<string> {
  const { realm, nonce, hash, session, hasQop, opaque, algorithm, userhash } = challenge;
  const nc = count.toString(16).padStart(8, '0');
  const secret = await hash(`${username}:${realm}:${password}`);
  const a1 = session ? await hash(`${secret}:${nonce}:${cnonce}`) : secret;
  const a2 = await hash(`${method}:${uri}`);
  const response = await hash(hasQop ? `${a1}:${nonce}:${nc}:${cnonce}:auth:${a2}` : `${a1}:${nonce}:${a2}`);
  const user = userhash ? await hash(`${username}:${realm}`) : username;
  const parameters = [
    userParameter(user),
    `realm=${quoted(realm)}`,
    `nonce=${quoted(nonce)}`,
    `uri=${quoted(uri)}`,
    `response="${response}"`,
    ...(algorithm === undefined ? [] : [`algorithm=${algorithm}`]),
    ...(opaque === undefined ? [] : [`opaque=${quoted(opaque)}`]),
    ...(hasQop ? ['qop=auth', `nc=${nc}`] : []),
    ...(hasQop || session ? [`cnonce="${cnonce}"`] : []),
    ...(userhash ? ['userhash=true'] : []),
  ];
  return `Digest ${parameters.join(', ')}`;
}

/** Names beyond ASCII have a notation of their own (RFC 7616, 3.4.3). */
function userParameter(username: string): string {
  return /^[\x20-\x7e]*$/.test(username) ? `username=${quoted(username)}` : `username*=UTF-8''${extended(username)}`;
}

/** RFC 8187, 3.2.1. */
function extended(text: string): string {
  return encodeURIComponent(text).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** Sixteen random octets, in hexadecimal digits. */
export function randomText(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), hex).join('');
}
