import type { OperationDescriptor, ServiceDescriptor } from '@wsdl-codegen/runtime';
import {
  callback,
  didYouMean,
  type OptionKind,
  type OptionKinds,
  requireOptions,
  texts,
} from '@wsdl-codegen/runtime/extend';

/** The methods of HTTP that a route may have. Requests of `GET` and `DELETE` have no body: their values are in the address. */
export type JsonVerb = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A service, whatever its methods are. */
export type AnyService = Omit<ServiceDescriptor, 'methods'>;

/** Which verb and path each operation has. Operations are called by `Service.method` or `method`, as in TypeScript or on the wire. */
export interface RouteOptions {
  /**
   * Verb and path by operation: `{ 'AccountApi.getBalance': 'GET /accounts/{accountId}/balance' }`. Either may be left out. A name in braces is a member of the request,
   * which then stands in the path.
   */
  readonly routes?: Readonly<Record<string, string>> | undefined;
  /** Operations that change nothing: they are `GET`. No operation is called safe by its name. */
  readonly safe?: readonly string[] | undefined;
  /** Tags by operation. Default: the name of the service. */
  readonly tags?: Readonly<Record<string, readonly string[]>> | undefined;
  /** The name of a service in paths, operation ids and tags. Default: its name in the WSDL. */
  readonly serviceName?: ((service: AnyService) => string) | undefined;
}

/** How an operation is reached as JSON over HTTP. */
export interface JsonRoute {
  readonly verb: JsonVerb;
  /** False for `GET` and `DELETE`, whose requests have their values in the address and the header. */
  readonly hasBody: boolean;
  /** Path below the address of the server, percent-encoded; `{name}` stands for a member of the request. */
  readonly path: string;
  /** Method name in TypeScript. */
  readonly method: string;
  /** `Service.method`, in characters that addresses may have. It depends on nothing else, so a further operation changes no id. */
  readonly operationId: string;
  readonly service: AnyService;
  readonly operation: OperationDescriptor;
  readonly tags: readonly string[];
}

const table = (expected: string, fits: OptionKind['fits']): OptionKind => ({
  expected,
  fits: (value) => typeof value === 'object' && value !== null && Object.values(value).every(fits),
});

/** The kinds of the options, for those who take them among their own. */
export const routeOptionKinds: OptionKinds<RouteOptions> = {
  routes: table('an object of strings', (value) => typeof value === 'string'),
  safe: texts,
  tags: table('an object of arrays of strings', texts.fits),
  serviceName: callback,
};

/**
 * The routes of one service or of several, in the order of their operations: `POST /Service/method` by default. Throws `TypeError` for an operation that does not exist, a
 * path that no address can have, and for two operations at one place.
 */
export function jsonRoutes(
  services: AnyService | readonly AnyService[],
  options: RouteOptions = {},
): readonly JsonRoute[] {
  requireOptions('jsonRoutes', options, routeOptionKinds);
  const { routes = {}, safe = [], tags = {}, serviceName = (service) => service.name } = options;
  const all = 'kind' in services ? [services] : services;
  const places = all.flatMap((service) => operationsOf(service, serviceName(service)));
  const chosen = byOperation(places, Object.entries(routes), 'routes');
  const isSafe = byOperation(
    places,
    safe.map((name) => [name, true] as const),
    'safe',
  );
  const tagged = byOperation(places, Object.entries(tags), 'tags');
  const result = places.map((place): JsonRoute => {
    const { service, operation, method, name, names } = place;
    const choice = parseChoice(names[0], chosen.get(place) ?? '');
    const { path, verb = isSafe.has(place) ? 'GET' : 'POST' } = choice;
    return {
      verb,
      hasBody: verb !== 'GET' && verb !== 'DELETE',
      path: path ?? `/${segment(name)}/${segment(method)}`,
      method,
      operationId: `${idPart(name)}.${idPart(method)}`,
      service,
      operation,
      tags: tagged.get(place) ?? [name],
    };
  });
  requireOnePlaceEach(result);
  return result;
}

interface Place {
  readonly service: AnyService;
  /** Name of the service. */
  readonly name: string;
  readonly method: string;
  readonly operation: OperationDescriptor;
  /** What the operation may be called, the most exact name first. */
  readonly names: readonly [string, ...string[]];
}

function operationsOf(service: AnyService, name: string): readonly Place[] {
  return Object.entries(service.operations).map(([method, operation]) => ({
    service,
    name,
    method,
    operation,
    names: [`${name}.${method}`, method, `${name}.${operation.name}`, operation.name],
  }));
}

/** A table with names of operations, by the operations that they mean. */
function byOperation<T>(
  places: readonly Place[],
  entries: readonly (readonly [string, T])[],
  option: string,
): ReadonlyMap<Place, T> {
  const result = new Map<Place, T>();
  for (const [name, value] of entries) {
    const rank = (place: Place): number => place.names.indexOf(name);
    const found = places.filter((place) => rank(place) >= 0);
    // A method may have the name that another operation has on the wire.
    const best = Math.min(...found.map(rank));
    const meant = found.filter((place) => rank(place) === best);
    const [one] = meant;
    if (one === undefined) {
      const known = places.flatMap(({ names }) => names);
      throw new TypeError(`\`${option}\` names "${name}", which is no operation${didYouMean(name, known) || '.'}`);
    }
    if (meant.length > 1) {
      const exact = meant.map(({ names }) => names[0]).join(', ');
      throw new TypeError(`\`${option}\` names "${name}", which several services have: write one of ${exact}.`);
    }
    result.set(one, value);
  }
  return result;
}

const choice = /^(?:(GET|POST|PUT|PATCH|DELETE)(?: +|$))?(\/\S*)?$/;
const pathSegment = /^(?:(?:[\w.~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})+|\{[^{}/]+\})$/;

/** `GET /path`, of which either may be absent. */
function parseChoice(operation: string, text: string): { readonly verb?: JsonVerb; readonly path?: string } {
  const match = choice.exec(text);
  if (match === null) {
    throw new TypeError(
      `\`routes\` has ${JSON.stringify(text)} for "${operation}": write a verb (GET, POST, PUT, PATCH or DELETE), a path that begins with "/", or both with a space between.`,
    );
  }
  const [, verb, path] = match;
  const segments = path?.slice(1).split('/') ?? [];
  const wrong = segments.find((each) => !pathSegment.test(each) || /^(?:\.|%2e){1,2}$/i.test(each));
  if (wrong !== undefined) {
    const reason = wrong === '' ? 'an empty step' : `"${wrong}", which cannot be a step of an address`;
    throw new TypeError(`The path of "${operation}", ${path}, has ${reason}.`);
  }
  const names = segments.filter((each) => each.startsWith('{'));
  const twice = names.find((each, i) => names.indexOf(each) !== i);
  if (twice !== undefined) {
    throw new TypeError(`The path of "${operation}", ${path}, has ${twice} twice.`);
  }
  return { ...(verb !== undefined && { verb: verb as JsonVerb }), ...(path !== undefined && { path }) };
}

/** A name as a step of a path. */
function segment(name: string): string {
  return encodeURIComponent(name).replace(/%24/g, '$');
}

/**
 * A name in the characters that an operation id may have in all tools: each other one is its code in the form `_x00FC_`, and so is the mark where a name contains that form
 * itself. Two names never become one.
 */
function idPart(name: string): string {
  return name.replace(/_(?=x[0-9A-F]{2,6}_)/g, '_x5F_').replace(/[^\w-]/gu, (character) => `_x${code(character)}_`);
}

function code(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(2, '0');
}

/** Names in braces are no part of what tells two places apart (OpenAPI 3.1, 4.8.8.2). */
function requireOnePlaceEach(routes: readonly JsonRoute[]): void {
  const known = new Map<string, JsonRoute>();
  for (const route of routes) {
    const place = `${route.verb} ${route.path.replace(/\{[^{}]*\}/g, '{}')}`;
    const other = known.get(place);
    if (other !== undefined) {
      throw new TypeError(
        `"${other.operationId}" and "${route.operationId}" are both at ${route.verb} ${route.path}: give one of them another place in \`routes\`.`,
      );
    }
    known.set(place, route);
  }
}
