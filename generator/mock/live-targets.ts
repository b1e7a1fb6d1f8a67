import type { ServiceDescriptor } from '@wsdl-codegen/runtime';
import { parseUrl } from '@wsdl-codegen/runtime/extend';
import { isDocumentRequest } from './contract-check.js';
import { foldedPath, portPaths } from './services.js';

/** Why a request does not reach the live service. */
export interface Refusal {
  readonly status: 400 | 404 | 405;
  readonly reason: string;
}

/** A path of the contract, and what can be called below it, all as paths are compared. */
interface ContractPath {
  /** Without a slash at its end. */
  readonly path: string;
  readonly locations: ReadonlySet<string>;
  /** What comes before the first parameter in a location. */
  readonly beginnings: readonly string[];
}

/** A document of the live service as it was, and as it is sent here. */
export interface PassedDocument {
  readonly address: URL;
  readonly text: string;
  readonly ownAddress: URL;
  readonly ownText: string;
}

/** Documents that are remembered. */
const maxDocuments = 1000;
const imports =
  /<(?:[\w.-]+:)?(?:import|include|redefine|override)\s[^<>]*?(?:schemaLocation|location)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g;

/**
 * Where requests lead at a live service: to the paths of the contract, the operations below them and the documents that these import, and nowhere else. What
 * is passed on carries credentials.
 */
export class LiveTargets {
  readonly #base: URL;
  /** The longest path comes first. */
  readonly #paths: readonly ContractPath[];
  /** Addresses of documents that other documents import, by their targets here. */
  readonly #documents = new Map<string, URL>();

  /** @param base The service's own address; or that of its server, which ends in `/`: then the paths of the contract follow it. */
  constructor(base: URL, services: readonly ServiceDescriptor[]) {
    this.#base = base;
    this.#paths = services
      .flatMap((service) => portPaths(service).map((path) => contractPath(path, service)))
      .sort((a, b) => b.path.length - a.path.length);
  }

  /** The address that a request means, or why it means none. */
  find(method: string, target: string): URL | Refusal {
    const [path = ''] = target.split('?', 1);
    // A front door has let in plain paths alone, and whole addresses, which name another server.
    if (!path.startsWith('/')) {
      return { status: 400, reason: 'A request names a path, which begins with "/".' };
    }
    if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') {
      return { status: 405, reason: 'Only GET, HEAD and POST are passed on.' };
    }
    const service = this.#paths.find((each) => isAt(each, path));
    if (service !== undefined) {
      return this.#addressOf(target, service.path.length);
    }
    const document = method === 'POST' ? undefined : this.#documentAt(path, target);
    return document ?? { status: 404, reason: 'The contract has nothing at this path, so it is not passed on.' };
  }

  /** Remembers the addresses of what a document imports. */
  learn({ address, text, ownAddress, ownText }: PassedDocument): void {
    const given = importsIn(text, address);
    importsIn(ownText, ownAddress).forEach((own, at) => {
      const live = given[at];
      if (live && own?.origin === ownAddress.origin && this.#isBelow(live) && this.#documents.size < maxDocuments) {
        this.#documents.set(own.pathname + own.search, this.#withUser(live));
      }
    });
  }

  #documentAt(path: string, target: string): URL | undefined {
    const folder = `${path.toLowerCase()}/`;
    // The documents of a port at /Shop.svc/basic are at /Shop.svc?wsdl.
    const isAbove = path !== '/' && this.#paths.some((each) => each.path.startsWith(folder));
    return isAbove && isDocumentRequest(target) && this.#base.pathname.endsWith('/')
      ? this.#addressOf(target, 0)
      : this.#documents.get(target);
  }

  /** The address of a target that begins with the path of a service, which has so many characters. */
  #addressOf(target: string, length: number): URL {
    const { pathname, origin } = this.#base;
    const path = pathname.endsWith('/') ? pathname.slice(0, -1) + target : pathname + target.slice(length);
    return this.#withUser(new URL(origin + path));
  }

  #withUser(address: URL): URL {
    const url = new URL(address);
    url.username = this.#base.username;
    url.password = this.#base.password;
    return url;
  }

  #isBelow({ origin, pathname }: URL): boolean {
    const { pathname: base } = this.#base;
    return origin === this.#base.origin && pathname.startsWith(base.slice(0, base.lastIndexOf('/') + 1));
  }
}

function contractPath(path: string, { operations }: ServiceDescriptor): ContractPath {
  const bindings = Object.values(operations).flatMap(({ httpGet, httpPost }) =>
    [httpGet, httpPost].flatMap((binding) => (binding === undefined ? [] : [binding, ...(binding.others ?? [])])),
  );
  const located = (replaces: boolean): readonly string[] =>
    bindings
      .filter(({ input }) => (input === 'urlReplacement') === replaces)
      .map(({ location }) => (replaces ? location.replace(/[(?].*$/s, '') : location))
      .map((location) => foldedPath(location === '' ? '' : location.replace(/^\/*/, '/')));
  return {
    path: foldedPath(path).replace(/\/$/, ''),
    locations: new Set(['', '/', ...located(false)]),
    beginnings: located(true),
  };
}

/** True for a path of a service, or one at which it has an operation. */
function isAt({ path: own, locations, beginnings }: ContractPath, path: string): boolean {
  const folded = path.toLowerCase();
  const rest = folded.slice(own.length);
  return (
    folded.startsWith(own) &&
    (locations.has(rest) || beginnings.some((each) => rest.startsWith(each) && rest[0] === '/'))
  );
}

/** The addresses that a document imports, in order; undefined for those that are none. */
function importsIn(text: string, base: URL): readonly (URL | undefined)[] {
  return [...text.matchAll(imports)].map(([, double, single]) => {
    const location = (double ?? single ?? '').replaceAll('&amp;', '&');
    return parseUrl(location, base);
  });
}
