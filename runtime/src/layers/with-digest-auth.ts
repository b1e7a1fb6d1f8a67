import { defaultTransport } from '#transport';
import { type Credentials, requireCredentials } from '../http/credentials.js';
import type { Transport } from '../http/transport.js';
import { parseChallenges } from './challenges.js';
import { chooseChallenge, type DigestChallenge, digestHeader, randomText } from './digest.js';
import { type HttpLayer, type LayerAnswer, type LayerRequest, layered } from './layered.js';

/**
 * A transport that proves to know a password without sending it (Digest, RFC 7616): MD5 and SHA-256, also with `-sess`, and `qop` `auth`. The first request to a host is
 * sent twice, because the service says only in its refusal what it wants to be proved; later ones are sent once, as long as the service accepts that. A body that is made as it is sent goes out
 * once, after a request without a body. Every origin that asks gets an answer, so give such a transport only to clients of services that you trust. Throws `TypeError` for control characters.
 *
 * @param transport what sends the requests; default that of the host
 */
export function withDigestAuth(credentials: Credentials, transport: Transport = defaultTransport): Transport {
  requireCredentials('withDigestAuth', credentials);
  if (/[\0-\x1f\x7f]/.test(credentials.username + credentials.password)) {
    throw new TypeError('The name of the user and the password cannot contain control characters.');
  }
  return layered(transport, new DigestLayer(credentials));
}

/** The challenge of an origin, and how often it was used. */
interface DigestSession {
  readonly challenge: DigestChallenge;
  count: number;
}

const maxOrigins = 1000;

class DigestLayer implements HttpLayer {
  readonly #credentials: Credentials;
  readonly #sessions = new Map<string, DigestSession>();

  constructor(credentials: Credentials) {
    this.#credentials = credentials;
  }

  probes({ url }: LayerRequest): boolean {
    return !this.#sessions.has(new URL(url).origin);
  }

  async headers({ method, url }: LayerRequest): Promise<Readonly<Record<string, string>>> {
    const { origin, pathname, search } = new URL(url);
    const session = this.#sessions.get(origin);
    if (session === undefined) {
      return {};
    }
    session.count++;
    const use = { method, uri: pathname + search, count: session.count, cnonce: randomText() };
    return { Authorization: await digestHeader(session.challenge, this.#credentials, use) };
  }

  /** True if the service asks for something that was not proved with the request. */
  answered({ url }: LayerRequest, sent: Readonly<Record<string, string>>, answer: LayerAnswer): boolean {
    const { origin } = new URL(url);
    if (answer.status !== 401) {
      this.#takeNextNonce(origin, answer);
      return false;
    }
    const challenge = chooseChallenge(parseChallenges(answer.headers.get('www-authenticate') ?? ''));
    const isRefused = sent.Authorization !== undefined && this.#sessions.get(origin)?.count === 1;
    this.#sessions.delete(origin);
    if (challenge === undefined || (isRefused && !challenge.stale)) {
      // A nonce that was never used before cannot be too old: it is the password that is wrong.
      return false;
    }
    this.#keep(origin, challenge);
    return true;
  }

  /** RFC 7616, 3.5. */
  #takeNextNonce(origin: string, { headers }: LayerAnswer): void {
    const session = this.#sessions.get(origin);
    const nonce = /\bnextnonce="([^"\\]*)"/i.exec(headers.get('authentication-info') ?? '')?.[1];
    if (session !== undefined && nonce !== undefined) {
      this.#keep(origin, { ...session.challenge, nonce });
    }
  }

  #keep(origin: string, challenge: DigestChallenge): void {
    if (this.#sessions.size >= maxOrigins) {
      this.#sessions.clear();
    }
    this.#sessions.set(origin, { challenge, count: 0 });
  }
}
