/** A server that checks WS-Security, and requests as an attacker writes them, for tests. Not published. */
import { createHash, randomBytes } from 'node:crypto';
import { type CheckSecurityOptions, checkSecurity } from '../../../runtime/src/security/index.js';
import { base64Encoding, passwordDigest, passwordText, wsse, wsu } from '../../../runtime/src/security/names.js';
import { createServer, registerService, type SoapServer } from '../../../runtime/src/server/index.js';
import { Notes, notesNamespace } from './notes.js';

/** What a server made of a request. */
export interface Outcome {
  readonly status: number;
  /** Local name of the fault's code; undefined for an answer. */
  readonly code: string | undefined;
  /** The fault, without what depends on the time. */
  readonly body: string;
  /** `context.principal` in the handler; undefined if it was not called. */
  readonly principal: unknown;
  /** What `onError` learned: the messages of the error's causes. */
  readonly why: string;
}

/** A server whose handler says who calls. */
export class SecuredServer {
  #principal: unknown;
  #why = '';
  readonly #server: SoapServer;

  constructor(options: CheckSecurityOptions) {
    const call = (_: unknown, { principal }: { readonly principal: unknown }): string => {
      this.#principal = principal;
      return 'done';
    };
    this.#server = createServer({
      services: [registerService(Notes, { add: call, list: call, notify: () => undefined })],
      extensions: [checkSecurity(options)],
      onError: (error) => {
        this.#why = error instanceof Error ? `${error.message} ${String(error.cause)}` : String(error);
      },
    });
  }

  /** Sends a request with this header, from an address. */
  async ask(header: string, remoteAddress?: string): Promise<Outcome> {
    this.#principal = undefined;
    this.#why = '';
    const text = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header>${header}</s:Header><s:Body><Add xmlns="${notesNamespace}"><text>x</text></Add></s:Body></s:Envelope>`;
    const { status, body } = await this.#server.handle({
      method: 'POST',
      url: '/notes',
      headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: '"urn:notes/Add"' },
      body: new TextEncoder().encode(text),
      remoteAddress,
    });
    const code = /<faultcode[^>]*>(?:\w+:)?(\w+)</.exec(String(body))?.[1];
    return { status, code, body: String(body), principal: this.#principal, why: this.#why };
  }
}

/** A security header block. */
export function securityBlock(content: string): string {
  return `<w:Security xmlns:w="${wsse}" xmlns:u="${wsu}">${content}</w:Security>`;
}

/** A block with a token; name, password and what else is in it are as they are written in XML. */
export function tokenBlock(user: string, password: string, more = ''): string {
  return securityBlock(
    `<w:UsernameToken><w:Username>${user}</w:Username><w:Password Type="${passwordText}">${password}</w:Password>${more}</w:UsernameToken>`,
  );
}

/** A block with the digest of a password, made now if nothing else is said. */
export function digestBlock(user: string, password: string, created: Date = new Date()): string {
  const nonce = randomBytes(16);
  const instant = created.toISOString();
  const digest = createHash('sha1').update(nonce).update(instant).update(password).digest('base64');
  return tokenBlock(
    user,
    digest,
    `<w:Nonce EncodingType="${base64Encoding}">${nonce.toString('base64')}</w:Nonce><u:Created>${instant}</u:Created>`,
  ).replace(passwordText, passwordDigest);
}
