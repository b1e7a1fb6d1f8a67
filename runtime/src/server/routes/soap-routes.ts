import type { ElementDescriptor, ParticleDescriptor, Type } from '../../schema/descriptor/descriptor.js';
import { resolve } from '../../schema/descriptor/resolve.js';
import type {
  OperationDescriptor,
  ServiceDescriptor,
  SoapBindingDescriptor,
  SoapBindingKind,
} from '../../service/descriptor.js';
import { fillAction, fillPlaceholders } from '../../service/placeholders.js';
import type { BodyCodec } from '../../soap/body.js';
import type { Handler } from '../handlers/context.js';

/** An operation at an endpoint, and who serves it. */
export interface RoutedOperation {
  readonly service: ServiceDescriptor;
  readonly operation: OperationDescriptor;
  readonly handler: Handler;
}

/** An operation over one of the SOAP bindings. */
export interface SoapRoute extends RoutedOperation {
  readonly kind: SoapBindingKind;
  readonly binding: SoapBindingDescriptor;
  readonly codec: BodyCodec;
  /** Action of requests, with placeholders filled in. */
  readonly action: string;
  /** Values of placeholders. */
  readonly placeholders: Readonly<Record<string, string>>;
}

/** The routes of one SOAP version at an endpoint. */
export interface SoapRoutes {
  /** By action on the wire; undefined where it says nothing: several operations have it, or it is empty. */
  readonly actions: Map<string, SoapRoute | undefined>;
  /** By the first element of the Body (`{namespace}name`, program side; `''` for an empty Body; or `anyElement`), one for each operation. */
  readonly elements: Map<string, SoapRoute[]>;
}

/**
 * Adds an operation. If another port offers the same operation, the first one stays. Throws `TypeError` if two services could
 * not be distinguished.
 */
export function addSoapRoute(
  path: string,
  routes: SoapRoutes,
  route: SoapRoute,
  namespaces: Readonly<Record<string, string>>,
): void {
  const keys = bodyKeys(route);
  for (const action of actionsOf(route.binding, namespaces)) {
    const other = routes.actions.get(action);
    if (other !== undefined && other.service !== route.service && bodyKeys(other).some((key) => keys.includes(key))) {
      throw new TypeError(
        `At ${path}, ${other.operation.name} and ${route.operation.name} have the same action and element.`,
      );
    }
    if (action !== '' && !routes.actions.has(action)) {
      routes.actions.set(action, route);
    } else if (other === undefined || !sameOperation(other, route)) {
      // Where operations share an action it says nothing: the Body has to.
      routes.actions.set(action, undefined);
    }
  }
  for (const key of keys) {
    const others = routes.elements.get(key);
    if (others === undefined) {
      routes.elements.set(key, [route]);
    } else if (!others.some((other) => sameOperation(other, route))) {
      others.push(route);
    }
  }
}

/** True for two routes to one operation of one service. */
export function sameOperation(a: RoutedOperation, b: RoutedOperation): boolean {
  return a.operation === b.operation && a.service === b.service;
}

/** The action on the wire, in both ways to join it to a namespace that ends in `/`. */
function actionsOf(binding: SoapBindingDescriptor, namespaces: Readonly<Record<string, string>>): readonly string[] {
  return [...new Set([fillAction(binding.action, namespaces), fillPlaceholders(binding.action, namespaces)])];
}

/** Stands for elements that are not known beforehand: those of SOAP arrays, of wildcards and of trees. */
export const anyElement = '*';

/** `{namespace}name` of each element that the Body of a request may begin with, or `anyElement`; `''` where it may be empty. */
function bodyKeys({ operation: { input } }: RoutedOperation): readonly string[] {
  if (input.element !== undefined) {
    return [elementKey(input.element)];
  }
  if (input.content === undefined) {
    return [''];
  }
  const { content, soapArray, tree } = resolve(input.content);
  const keys = soapArray !== undefined || tree === true ? [anyElement] : [];
  return content !== undefined && addFirst(content, keys) ? keys : [...keys, ''];
}

/** Adds the elements with which a particle may begin; true if one is required. */
function addFirst(particle: ParticleDescriptor, keys: string[]): boolean {
  switch (particle.kind) {
    case 'element':
      keys.push(elementKey(particle));
      return particle.min !== 0;
    case 'sequence':
      return particle.particles.some((child) => addFirst(child, keys)) && particle.min !== 0;
    case 'choice':
    case 'all':
      return particle.particles.map((child) => addFirst(child, keys)).every((needed) => needed) && particle.min !== 0;
    case 'any':
      keys.push(anyElement);
      return particle.min !== 0;
  }
}

/** `{namespace}name`. */
export function elementKey(element: Pick<ElementDescriptor, 'namespace' | 'name'>): string {
  return `{${element.namespace}}${element.name}`;
}

/**
 * The one of several operations with the same element whose parameters are the children that are there, as overloaded operations in rpc
 * style have it; the first one where nothing tells them apart.
 */
export function chooseByChildren(routes: readonly SoapRoute[], children: ReadonlySet<string>): SoapRoute | undefined {
  const isExact = (fields: Fields): boolean => children.size === fields.all.length && hasAll(children, fields.all);
  const isPossible = ({ all, required }: Fields): boolean =>
    hasAll(children, required) && hasAll(new Set(all), [...children]);
  return (
    routes.find((route) => isExact(fieldsOf(route))) ?? routes.find((route) => isPossible(fieldsOf(route))) ?? routes[0]
  );
}

/**
 * The one of several operations whose requests are as those of `route` but for their actions that has the action of the request; an action that is not there counts as
 * an empty one. `route` where none of the others differs from it in its action.
 */
export function chooseByAction(
  route: SoapRoute,
  candidates: readonly SoapRoute[],
  action: string,
): SoapRoute | undefined {
  const rivals = candidates.filter((other) => differInActionAlone(route, other));
  return rivals.length === 0
    ? route
    : [route, ...rivals].find(({ binding, placeholders }) => actionsOf(binding, placeholders).includes(action));
}

/** True for two operations whose requests are the same but for their actions. */
function differInActionAlone(a: SoapRoute, b: SoapRoute): boolean {
  if (a.binding.action === b.binding.action || sameOperation(a, b)) {
    return false;
  }
  return bodyKeys(a).join(' ') === bodyKeys(b).join(' ') && fieldsOf(a).all.join(' ') === fieldsOf(b).all.join(' ');
}

interface Fields {
  readonly all: readonly string[];
  readonly required: readonly string[];
}

function hasAll(names: ReadonlySet<string>, wanted: readonly string[]): boolean {
  return wanted.every((name) => names.has(name));
}

/** Local names of the children of an operation's element, as far as it is a plain sequence. */
function fieldsOf({ operation }: SoapRoute): Fields {
  const { element } = operation.input;
  const type = element && resolve<Type>(element.type);
  const content = type?.kind === 'complex' ? type.content : undefined;
  const particles = content === undefined ? [] : content.kind === 'sequence' ? content.particles : [content];
  const fields = particles.flatMap((particle) => (particle.kind === 'element' ? [particle] : []));
  return {
    all: fields.map(({ name }) => name),
    required: fields.filter(({ min }) => min !== 0).map(({ name }) => name),
  };
}
