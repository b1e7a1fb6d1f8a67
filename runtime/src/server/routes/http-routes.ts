import { type FormField, parseForm, unescapeFormText } from '../../http/form.js';
import { comparablePath, unescapePath } from '../../http/paths.js';
import { verbOfKind } from '../../service/binding-kinds.js';
import type {
  BindingKind,
  HttpBindingDescriptor,
  HttpBindingKind,
  OperationDescriptor,
  ServiceDescriptor,
} from '../../service/descriptor.js';
import { type RoutedOperation, sameOperation } from './soap-routes.js';

/** An operation over GET or POST. */
export interface HttpRoute extends RoutedOperation {
  readonly kind: HttpBindingKind;
  readonly binding: HttpBindingDescriptor;
}

/** A `urlReplacement` location: `/items/(id)/x(part)`. */
export interface UrlPattern {
  /** Text before, between and after the names, as paths are compared. */
  readonly literals: readonly string[];
  readonly names: readonly string[];
  /** How many of the names are in the path; the others are in the query. */
  readonly inPath: number;
  readonly route: HttpRoute;
}

/** The routes of the HTTP bindings at an endpoint. */
export interface HttpRoutes {
  /** Path without the server's base path; begins with `/`. */
  readonly path: string;
  /** By location below the path (`/Exchange`), as paths are compared: one, or several of a service that their forms and parameters tell apart. */
  readonly httpGet: Map<string, HttpRoute[]>;
  readonly httpPost: Map<string, HttpRoute[]>;
  /** Those with the most text of their own first: `/items/(id)/parts` is asked before `/items/(id)`, which would take its requests, too. */
  readonly patterns: UrlPattern[];
  /** Services by locations at which they have operations that an extension does not let the server offer. */
  readonly withheld: Map<string, string>;
}

/** Adds an operation. Of operations that nothing tells apart the first is called. Throws `TypeError` for operations of two services at one location. */
export function addHttpRoute(endpoint: HttpRoutes, route: HttpRoute): void {
  const { location } = partsOf(route.binding);
  const isPattern = route.binding.input === 'urlReplacement';
  const pattern = urlPattern(location, route);
  const routes = isPattern ? routesOfShape(endpoint.patterns, pattern) : endpoint[route.kind].get(location);
  const other = routes?.find(({ service }) => service !== route.service);
  if (other !== undefined) {
    throw new TypeError(
      `At ${endpoint.path}${location} both ${other.operation.name} and ${route.operation.name} answer ${verbOfKind(route.kind)}.`,
    );
  }
  if (isPattern) {
    endpoint.patterns.push(pattern);
    endpoint.patterns.sort((a, b) => ownText(b) - ownText(a));
  } else if (routes === undefined) {
    endpoint[route.kind].set(location, [route]);
  } else if (!routes.some((each) => sameOperation(each, route))) {
    routes.push(route);
  }
}

/** The routes whose patterns take the same requests. */
function routesOfShape(patterns: readonly UrlPattern[], { literals, route }: UrlPattern): HttpRoute[] {
  const shape = JSON.stringify(literals);
  return patterns
    .filter((each) => each.route.kind === route.kind && JSON.stringify(each.literals) === shape)
    .map((each) => each.route);
}

/** How much of a pattern is text, which a request must have as it is. */
function ownText({ literals }: UrlPattern): number {
  return literals.join('').length;
}

/** Notes the operations at a port that is not offered because of an extension. */
export function withhold({ withheld }: HttpRoutes, { name, operations }: ServiceDescriptor, kind: BindingKind): void {
  for (const { [kind]: facts } of Object.values<OperationDescriptor>(operations)) {
    if (facts !== undefined && 'location' in facts) {
      withheld.set(partsOf(facts).location, name);
    }
  }
}

/**
 * Location of an operation below its service's path, as paths are compared: `''`, or beginning with one `/`; and the fields of a query that it has itself. That of a
 * template is a part of its text.
 */
function partsOf({ location, input }: HttpBindingDescriptor): { readonly location: string; readonly query: string } {
  const mark = input === 'urlReplacement' ? -1 : location.indexOf('?');
  const [path, query] = mark < 0 ? [location, ''] : [location.slice(0, mark), location.slice(mark + 1)];
  return { location: path === '' ? '' : comparablePath(path.replace(/^\/*/, '/')), query };
}

/** Of the routes at a location those whose own query a request has: the ones with the most of it. */
export function routesOfQuery(routes: readonly HttpRoute[], query: string): readonly HttpRoute[] {
  if (!routes.some(({ binding }) => binding.location.includes('?'))) {
    return routes;
  }
  const fieldsOf = (text: string): readonly FormField[] => parseForm(text, { maxFields: Number.POSITIVE_INFINITY });
  const own = routes.map(({ binding }) => fieldsOf(partsOf(binding).query));
  const given = new Set(fieldsOf(query).map((field) => JSON.stringify(field)));
  const asked = own.map((fields) => (fields.every((each) => given.has(JSON.stringify(each))) ? fields.length : -1));
  const most = Math.max(0, ...asked);
  return routes.filter((_, index) => asked[index] === most);
}

/** `(name)` stands for a piece of the path (WSDL 1.1, 4.6). */
function urlPattern(location: string, route: HttpRoute): UrlPattern {
  const pieces = location.split(/\(([^()]*)\)/);
  const literals = pieces.filter((_, index) => index % 2 === 0);
  const query = literals.findIndex((literal) => literal.includes('?'));
  return {
    literals,
    names: pieces.filter((_, index) => index % 2 === 1),
    inPath: query < 0 ? literals.length : query,
    route,
  };
}

/**
 * The values of a pattern's names in the rest of a path and the query, or undefined when it does not fit. Escapes in a value are undone last, so
 * that an escaped separator is a character of the value.
 */
export function matchUrlPattern(pattern: UrlPattern, rest: string, query: string): readonly string[] | undefined {
  const { inPath, literals } = pattern;
  const target = inPath < literals.length ? `${rest}?${comparablePath(query)}` : rest;
  return rawValues(literals, target)?.map((value, index) =>
    index < inPath ? unescapePath(value) : unescapeFormText(value),
  );
}

/** The texts between literals. Each is as short as possible; one pass, so that no path costs more than its length. */
function rawValues(literals: readonly string[], path: string): readonly string[] | undefined {
  const last = literals.length - 1;
  const first = literals[0] ?? '';
  if (last === 0) {
    return path === first ? [] : undefined;
  }
  const end = path.length - (literals[last] ?? '').length;
  if (!path.startsWith(first) || end < first.length || !path.endsWith(literals[last] ?? '')) {
    return undefined;
  }
  const values: string[] = [];
  let start = first.length;
  for (let index = 1; index < last; index++) {
    const literal = literals[index] ?? '';
    const found = path.indexOf(literal, start);
    if (found < 0 || found + literal.length > end) {
      return undefined;
    }
    values.push(path.slice(start, found));
    start = found + literal.length;
  }
  values.push(path.slice(start, end));
  return values;
}
