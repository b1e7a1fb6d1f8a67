import {
  type BindingKind,
  type ServiceContext,
  type ServiceDescriptor,
  ServiceError,
  type SoapServer,
  type Transport,
  type TransportRequest,
  type TransportResponse,
  type WireHeaders,
} from '@wsdl-codegen/runtime';
import { comparablePath, portPath, splitAddress, writtenPath } from '@wsdl-codegen/runtime/extend';
import { HttpAnswer } from './answers.js';
import { unlessAborted } from './waiting.js';

/** The answers of calls that are more than a handler can say. */
export class ReadyAnswers {
  /** By the headers of the request, which only this request has. */
  readonly #answers = new WeakMap<WireHeaders, HttpAnswer | Error>();

  set({ headers }: Pick<ServiceContext, 'headers'>, answer: HttpAnswer | Error): void {
    this.#answers.set(headers, answer);
  }

  get(headers: WireHeaders): HttpAnswer | Error | undefined {
    return this.#answers.get(headers);
  }
}

/** Sends requests to a server in the same program. */
export function mockTransport(service: ServiceDescriptor, server: SoapServer, ready: ReadyAnswers): Transport {
  return async ({ method, url, headers: given, body, signal }: TransportRequest): Promise<TransportResponse> => {
    const headers = Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
    const request = { method, url: knownAddress(service, url, headers), headers, body: octets(body), signal };
    const answer = await unlessAborted(server.handle(request), signal);
    const other = ready.get(headers);
    if (other instanceof HttpAnswer) {
      return responseOf(other.status, other.headers, other.body);
    }
    if (other instanceof ServiceError) {
      throw other;
    }
    return responseOf(answer.status, answer.headers, answer.body);
  };
}

function octets(body: string | Uint8Array | undefined): Uint8Array {
  return typeof body === 'object' ? body : new TextEncoder().encode(body ?? '');
}

function responseOf(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string | Uint8Array,
): TransportResponse {
  return { status, statusText: '', headers: new Headers(headers), body: octets(body) };
}

const soapTypes = /^(?:multipart\/related|application\/soap\+xml|application\/xop\+xml|text\/xml)/i;

/** The address of the port that a request means: a client may have been given any address. */
function knownAddress(service: ServiceDescriptor, url: string, headers: WireHeaders): string {
  const { path, query } = partsOf(url);
  const type = String(headers['content-type'] ?? '');
  if (soapTypes.test(type)) {
    const kinds = /application\/soap\+xml/i.test(type)
      ? (['soap12', 'soap11'] as const)
      : (['soap11', 'soap12'] as const);
    const paths = kinds.flatMap((kind) => pathsOf(service, kind));
    // Servers answer at an address that ends with a slash also without it.
    const named = path.replace(/(.)\/$/, '$1');
    const known = paths.find((each) => each.toLowerCase() === named.toLowerCase());
    return known !== undefined && named === path ? url : `${writtenPath(known ?? paths[0] ?? path)}${query}`;
  }
  return httpAddress(service, path, query) ?? url;
}

/** The address of an operation over GET or POST; `undefined` for one that the server knows. */
function httpAddress(service: ServiceDescriptor, path: string, query: string): string | undefined {
  for (const kind of ['httpGet', 'httpPost'] as const) {
    const paths = pathsOf(service, kind);
    if (paths.some((each) => path.toLowerCase().startsWith(`${each.toLowerCase()}/`))) {
      return undefined;
    }
    for (const operation of Object.values(service.operations)) {
      const at = placeOf(operation[kind]?.location, path);
      if (at >= 0 && paths[0] !== undefined) {
        return `${writtenPath(paths[0] + path.slice(at))}${query}`;
      }
    }
  }
  return undefined;
}

/** Where the location of an operation begins in a path; -1 for another path. Parameters in the path may be anything. */
function placeOf(location: string | undefined, path: string): number {
  if (location === undefined) {
    return -1;
  }
  const fixed = comparablePath(location.split(/[(?]/, 1)[0] ?? '');
  if (fixed === '') {
    return -1;
  }
  const at = path.lastIndexOf(fixed);
  return location.includes('(') || at + fixed.length === path.length ? at : -1;
}

/** Paths of the ports of a binding. */
function pathsOf(service: ServiceDescriptor, kind: BindingKind): readonly string[] {
  return service.ports.filter(({ binding }) => binding === kind).map((port) => portPath(port, service));
}

/** The path in the form in which paths are compared, and the query. */
function partsOf(url: string): { readonly path: string; readonly query: string } {
  const [whole = '', ...query] = url.split('?');
  const path = splitAddress(whole)?.path ?? whole;
  return { path: path === '' ? '/' : comparablePath(path), query: query.length === 0 ? '' : `?${query.join('?')}` };
}
