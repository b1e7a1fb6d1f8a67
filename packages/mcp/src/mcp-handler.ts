import { createMcpHandler } from '@modelcontextprotocol/server';
import type { RequestHandler } from '@wsdl-codegen/runtime';
import { anyValue, emptyResponse, requireOptions, splitTarget, text } from '@wsdl-codegen/runtime/extend';
import { type McpOptions, mcpServers } from './mcp-server.js';
import type { ToolService } from './tool-options.js';

/** Options of `mcpHandler`. */
export interface McpHandlerOptions extends McpOptions {
  /**
   * The token that requests have to bring (`Authorization: Bearer TOKEN`), a function that says whose it is, or `false` if something in front of
   * the handler lets nobody else in.
   */
  readonly token: string | BearerCheck | false;
  /** Path of the server. Default `/mcp`. */
  readonly path?: string;
}

/** The name of who has a token; undefined for a token that nobody has. */
export type BearerCheck = (token: string) => string | undefined | Promise<string | undefined>;

/** Shorter tokens can be tried out. */
const leastToken = 16;
/** The name of who has the one token. */
const holder = 'holder of the token';

/**
 * A server of the Model Context Protocol over streamable HTTP, as a handler for `frontDoor` of the runtime, which checks Host and Origin, and bounds bodies:
 * `frontDoor(mcpHandler(services, { token })).listen(8931, '127.0.0.1')`. Throws as `toolsOf`, and `TypeError` for a token that is too short.
 */
export function mcpHandler(services: readonly ToolService[], options: McpHandlerOptions): RequestHandler {
  const { token, path = '/mcp', ...mcpOptions } = options;
  requireOptions('mcpHandler', { token, path }, { token: anyValue, path: text });
  const principalOf = bearerCheck(token);
  // Nothing that is listed changes, so that there is nothing to subscribe to.
  const { fetch } = createMcpHandler(mcpServers(services, mcpOptions), { maxSubscriptions: 0 });
  return async (request) => {
    if (splitTarget(request.url)?.path !== path) {
      return emptyResponse(404);
    }
    const bearer = /^Bearer +([\x21-\x7e]+)$/i.exec(String(request.headers.authorization ?? ''))?.[1];
    const principal = bearer === undefined ? undefined : await principalOf?.(bearer);
    // A check that no compiler saw may say that nobody is meant with false or an empty text.
    const isKnown = typeof principal === 'string' && principal !== '';
    if (principalOf !== undefined && !isKnown) {
      return { status: 401, headers: { 'www-authenticate': 'Bearer', 'cache-control': 'no-store' }, body: '' };
    }
    const { authorization: _, ...headers } = request.headers;
    const sent = new Request(new URL(path, 'http://localhost'), {
      method: request.method,
      headers: Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
      ...(request.method === 'POST' && { body: request.body.slice() }),
      ...(request.signal && { signal: request.signal }),
    });
    const answer = await fetch(sent, isKnown ? { authInfo: { token: '', clientId: principal, scopes: [] } } : {});
    return {
      status: answer.status,
      headers: { ...Object.fromEntries(answer.headers), 'cache-control': 'no-store' },
      body: new Uint8Array(await answer.arrayBuffer()),
    };
  };
}

/** Undefined where nobody is asked. */
function bearerCheck(token: McpHandlerOptions['token']): BearerCheck | undefined {
  if (token === false || typeof token === 'function') {
    return token === false ? undefined : token;
  }
  if (typeof token !== 'string' || token.length < leastToken) {
    throw new TypeError(
      `The \`token\` of \`mcpHandler\` is a text of at least ${leastToken} characters, a function, or false.`,
    );
  }
  const expected = digest(token);
  return async (given) => (equal(await digest(given), await expected) ? holder : undefined);
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

/** Compares all octets, so that the time says nothing of them. */
function equal(one: Uint8Array, other: Uint8Array): boolean {
  return one.reduce((difference, byte, index) => difference | (byte ^ (other[index] ?? 0)), 0) === 0;
}
