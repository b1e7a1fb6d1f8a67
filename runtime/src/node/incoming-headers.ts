import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { ResponseHeaders } from '../http/transport.js';

const noHeaders: IncomingHttpHeaders = {};

/** Headers of an answer; that of a mock may have none. */
function headersOf({ headers }: Partial<IncomingMessage>): IncomingHttpHeaders {
  return headers ?? noHeaders;
}

/**
 * A header of an answer, by its name in lower case. It is looked up as it was received, because Node makes the object `headers` when it is asked for, and that takes a
 * twentieth of the time of a small call. Answers of mocks may have nothing but that object.
 */
export function headerOf(incoming: IncomingMessage, name: string): string | undefined {
  const { rawHeaders } = incoming as Partial<IncomingMessage>;
  if (rawHeaders === undefined || rawHeaders.length === 0 || Object.hasOwn(incoming, 'headers')) {
    return joined(headersOf(incoming)[name]);
  }
  let value: string | undefined;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (isName(rawHeaders[i], name)) {
      if (value !== undefined) {
        // It depends on the name which of several values count.
        return joined(headersOf(incoming)[name]);
      }
      value = rawHeaders[i + 1];
    }
  }
  return value;
}

function isName(written: string | undefined, name: string): boolean {
  return written !== undefined && written.length === name.length && written.toLowerCase() === name;
}

function joined(value: string | string[] | undefined): string | undefined {
  return typeof value === 'object' ? value.join(', ') : value;
}

/** Calls back for each field in the order of their names, and for each of several `Set-Cookie`, as the `Headers` of `fetch` do. */
export function forEachField(
  fields: Readonly<Record<string, string | readonly string[] | undefined>>,
  callback: (value: string, name: string) => void,
): void {
  for (const name of Object.keys(fields).sort()) {
    const value = fields[name] ?? '';
    const values = typeof value === 'string' ? [value] : name === 'set-cookie' ? value : [value.join(', ')];
    for (const each of values) {
      callback(each, name);
    }
  }
}

/** The name of the method by which `util.inspect` and `console.log` show an object. */
const inspected = Symbol.for('nodejs.util.inspect.custom');

/** Headers of an answer, looked up without a copy. */
export function incomingHeaders(incoming: IncomingMessage): ResponseHeaders {
  return new IncomingHeaders(incoming);
}

class IncomingHeaders implements ResponseHeaders {
  readonly #incoming: IncomingMessage;

  constructor(incoming: IncomingMessage) {
    this.#incoming = incoming;
  }

  get(name: string): string | null {
    return headerOf(this.#incoming, name.toLowerCase()) ?? null;
  }

  forEach(callback: (value: string, name: string) => void): void {
    forEachField(headersOf(this.#incoming), callback);
  }

  getSetCookie(): readonly string[] {
    return headersOf(this.#incoming)['set-cookie'] ?? [];
  }

  /** What `console.log` shows. */
  [inspected](_depth: number, options: object, inspect: (value: object, options: object) => string): string {
    return `IncomingHeaders ${inspect({ ...headersOf(this.#incoming) }, options)}`;
  }
}
