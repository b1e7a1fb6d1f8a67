import type { ExpandedName } from '../contract/model.js';
import { splitExpandedName } from '../contract/names.js';
import type { WrittenSchema, WrittenService, WrittenType } from './components.js';

/** A global component of a schema. */
export interface SchemaComponent {
  readonly kind: 'element' | 'type';
  readonly name: ExpandedName;
}

/** The components of one namespace, in order. */
export interface NamespaceGroup {
  readonly namespace: string;
  readonly components: readonly SchemaComponent[];
}

/**
 * The global components that a service needs, in the order in which ASP.NET exports them: the elements of each
 * operation's messages, each followed by the types it refers to, then the root elements of HTTP answers. Types derived
 * from a reached one come last.
 */
export function reachableComponents(schema: WrittenSchema, service: WrittenService): readonly SchemaComponent[] {
  const soap = service.operations.flatMap(({ input, output, faults }) => [
    input,
    ...(output === undefined ? [] : [output]),
    ...faults.map(({ element }) => element),
  ]);
  const http = service.operations.flatMap((operation) => operation.http?.result ?? []);
  return reachedFrom(
    schema,
    [...soap, ...http].map((name) => ({ kind: 'element', name })),
    true,
  );
}

/** Types that no service reaches. */
export function unreachedComponents(
  schema: WrittenSchema,
  services: readonly WrittenService[],
): readonly SchemaComponent[] {
  const components = services.flatMap((service) => reachableComponents(schema, service));
  const reached = new Set(components.flatMap(({ kind, name }) => (kind === 'type' ? [name] : [])));
  const others = [...schema.types.keys()].filter((name) => !reached.has(name));
  return reachedFrom(
    schema,
    others.map((name) => ({ kind: 'type', name })),
    false,
  );
}

/** Components and the types that they refer to; `withDerived`, types that are derived from these, too. */
function reachedFrom(
  { types, elements }: WrittenSchema,
  roots: readonly SchemaComponent[],
  withDerived: boolean,
): readonly SchemaComponent[] {
  const found = new Map<string, SchemaComponent>();
  const visit = (component: SchemaComponent): void => {
    const { kind, name } = component;
    const definition = kind === 'type' ? types.get(name) : elements.get(name)?.type;
    const key = `${kind} ${name}`;
    if (definition !== undefined && !found.has(key)) {
      found.set(key, component);
      visitTypes(typeof definition === 'string' ? [definition] : typesIn(definition));
    }
  };
  const visitTypes = (names: readonly ExpandedName[]): void => {
    for (const name of names) {
      visit({ kind: 'type', name });
    }
  };
  roots.forEach(visit);
  for (let before = -1; withDerived && before !== found.size; ) {
    before = found.size;
    visitTypes([...types].flatMap(([name, type]) => (found.has(`type ${derivedFrom(type)}`) ? [name] : [])));
  }
  return [...found.values()];
}

/** The types to which a definition refers. */
function typesIn(type: WrittenType): readonly ExpandedName[] {
  const base = type.base === undefined ? [] : [type.base];
  return type.kind === 'simple' ? base : [...base, ...[...type.attributes, ...type.elements].map((part) => part.type)];
}

function derivedFrom(type: WrittenType): ExpandedName | undefined {
  return type.kind === 'simple' && type.list ? undefined : type.base;
}

/** One group for each namespace of the components: `first`, then in the order of first use. */
export function groupByNamespace(components: readonly SchemaComponent[], first: string): readonly NamespaceGroup[] {
  const groups = new Map<string, SchemaComponent[]>([[first, []]]);
  for (const component of components) {
    const { namespace } = splitExpandedName(component.name);
    groups.set(namespace, [...(groups.get(namespace) ?? []), component]);
  }
  return [...groups].flatMap(([namespace, own]) => (own.length === 0 ? [] : [{ namespace, components: own }]));
}
