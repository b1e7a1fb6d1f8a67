import { groupBy } from '../../contract/grouping.js';
import type { Contract, ExpandedName, ScopeStep, TypeDefinition, TypeKey } from '../../contract/model.js';
import { byCodeUnits, splitExpandedName } from '../../contract/names.js';
import type { ContractIndex } from '../../contract/queries.js';
import { builtInFamily } from '../expressions/built-ins.js';
import { shortHash, toUniqueIdentifier, toUniqueStem } from './identifiers.js';
import { homeNamespace, isDeclared, type NamespaceModule } from './modules.js';
import type { Naming } from './naming.js';

/** The name that a type has in its modules. */
export interface TypeName {
  readonly module: NamespaceModule;
  /** Name of the TypeScript type. */
  readonly name: string;
  /** Name of the constant that describes it in the schema module. */
  readonly constant: string;
}

/** The name that a global element has in its schema module. */
export interface ElementName {
  readonly module: NamespaceModule;
  /** Natural name, the stem of names that belong to the element. */
  readonly stem: string;
  /** Name of the constant that describes it: `Order$element`. */
  readonly constant: string;
}

/** Every name of types and elements, decided once. */
export interface Names {
  /** Types that have a TypeScript name; the others are written inline where they are used. */
  readonly types: ReadonlyMap<TypeKey, TypeName>;
  readonly elements: ReadonlyMap<ExpandedName, ElementName>;
}

/**
 * Decides the names of all types and elements, so that declaring another type does not rename existing ones: each name
 * follows from the component's own name. If a named type would take the name of something else (an element's anonymous type,
 * or one of `reserved`: the other exports of the package, if types are exported flat), the named type gets `$` at the end.
 */
export function decideNames(
  contract: Contract,
  index: ContractIndex,
  modules: ReadonlyMap<string, NamespaceModule>,
  reserved: ReadonlySet<string>,
  naming: Naming,
): Names {
  const elements = elementNames(contract, modules);
  const taken = new Map<string, Set<string>>();
  const types = new Map<TypeKey, TypeName>();
  const usedIn = (module: NamespaceModule): Set<string> => {
    const used = taken.get(module.slug) ?? new Set<string>();
    taken.set(module.slug, used);
    return used;
  };
  const claim = (type: TypeDefinition, candidates: readonly string[]): void => {
    const module = modules.get(homeNamespace(type));
    if (!module) {
      return;
    }
    const used = usedIn(module);
    const free = candidates.find((candidate) => !used.has(candidate));
    const name = free ?? `${candidates.at(-1)}$${shortHash(type.key)}`;
    used.add(name);
    types.set(type.key, { module, name, constant: name.endsWith('$element') ? `${name}$$type` : name });
  };
  const own = (type: TypeDefinition): string => {
    const name = natural.get(type.key) ?? '_';
    return modules.get(homeNamespace(type))?.flat && reserved.has(name) ? `${name}$` : name;
  };

  const declared = contract.types.filter((type) => builtInFamily(type.key) === undefined);
  const anonymous = declared.filter((type) => type.name === undefined && isDeclared(type, index));
  const [ofElements, inner] = partition(anonymous, isOfGlobalElement);
  const named = declared.filter(({ name }) => name !== undefined);
  const natural = new Map([...naturalNames('element', ofElements, naming), ...naturalNames('type', named, naming)]);
  for (const type of ofElements) {
    claim(type, [own(type)]);
  }
  for (const type of named) {
    const name = own(type);
    claim(type, [name, `${name}$`]);
  }
  for (const type of [...inner].sort(byDepthThenKey)) {
    claim(type, innerCandidates(type, types, elements, index));
  }
  return { types, elements };
}

/** The names of types, by key: each from its own name, or from a rule that is called with all types of a namespace. */
function naturalNames(
  of: 'type' | 'element',
  types: readonly TypeDefinition[],
  naming: Naming,
): ReadonlyMap<TypeKey, string> {
  const byNamespace = groupBy(types, homeNamespace);
  return new Map(
    [...byNamespace].flatMap(([namespace, own]) => {
      const things = own.map((type) => {
        const { local } = splitExpandedName(type.name ?? type.scope?.path[0]?.name ?? '{}');
        return { subject: { of, namespace, name: local }, standard: toUniqueIdentifier(local) };
      });
      const names = naming.names('type', things);
      return own.map((type, i) => [type.key, names[i] ?? '_'] as const);
    }),
  );
}

function partition<T>(items: readonly T[], test: (item: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}

function isOfGlobalElement(type: TypeDefinition): boolean {
  return type.scope?.path.length === 1 && type.scope.path[0]?.kind === 'element';
}

/** Constants of elements: the name followed by `$element`, so only characters need care, not reserved words. */
function elementNames(
  contract: Contract,
  modules: ReadonlyMap<string, NamespaceModule>,
): ReadonlyMap<ExpandedName, ElementName> {
  const names = new Map<ExpandedName, ElementName>();
  for (const { name } of contract.elements) {
    const { namespace, local } = splitExpandedName(name);
    const module = modules.get(namespace);
    const stem = toUniqueStem(local);
    if (module) {
      names.set(name, { module, stem, constant: `${stem}$element` });
    }
  }
  return names;
}

function byDepthThenKey(a: TypeDefinition, b: TypeDefinition): number {
  const depth = (type: TypeDefinition): number => type.scope?.path.length ?? 0;
  const attribute = (type: TypeDefinition): number => (type.scope?.path.at(-1)?.kind === 'attribute' ? 1 : 0);
  return depth(a) - depth(b) || attribute(a) - attribute(b) || byCodeUnits(a.key, b.key);
}

/** Names for an anonymous type inside of another component, best first: `Order$item`. */
function innerCandidates(
  type: TypeDefinition,
  types: ReadonlyMap<TypeKey, TypeName>,
  elements: ReadonlyMap<ExpandedName, ElementName>,
  index: ContractIndex,
): readonly string[] {
  const [root, ...steps] = type.scope?.path ?? [];
  if (!root) {
    return [`_${shortHash(type.key)}`];
  }
  const path = rootName(root, types, elements, index) + steps.map(stepName).join('');
  const last = type.scope?.path.at(-1);
  return last?.kind === 'attribute' ? [path, `${path}$attr`] : [path];
}

function rootName(
  root: ScopeStep,
  types: ReadonlyMap<TypeKey, TypeName>,
  elements: ReadonlyMap<ExpandedName, ElementName>,
  index: ContractIndex,
): string {
  const local = toUniqueStem(splitExpandedName(root.name).local);
  switch (root.kind) {
    case 'type':
      return types.get(root.name)?.name ?? local;
    case 'element': {
      const key = index.elements.get(root.name)?.type;
      return (key === undefined ? undefined : types.get(key)?.name) ?? elements.get(root.name)?.stem ?? local;
    }
    case 'attribute':
    case 'group':
    case 'attributeGroup':
    case 'item':
    case 'member':
    case 'base':
    case 'content':
      return `${local}$$${root.kind}`;
  }
}

/** Local names that would read like the suffixes of other generated names. */
const suffixes: ReadonlySet<string> = new Set(['element', 'group', 'attr']);

function stepName(step: ScopeStep): string {
  if (step.name === '') {
    return `$$${step.kind}`;
  }
  const local = splitLocal(step.name);
  if (suffixes.has(local)) {
    return `$${local}$`;
  }
  const stem = toUniqueStem(local);
  // `a$_b` is the type `a-b`.
  return stem.startsWith('_') ? `$$$${stem}` : `$${stem}`;
}

function splitLocal(name: string): string {
  return name.startsWith('{') ? splitExpandedName(name).local : name;
}
