import type { Contract, ExpandedName, ScopeStep, TypeDefinition, TypeKey } from '../contract/model.js';
import { byCodeUnits, splitExpandedName } from '../contract/names.js';
import type { ContractIndex } from '../contract/queries.js';
import { builtInFamily } from './built-ins.js';
import { shortHash, toIdentifier, toUniqueIdentifier } from './identifiers.js';
import { homeNamespace, type NamespaceModule } from './modules.js';
import { isTextEnumeration } from './simple-values.js';

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
  /** Types that have a TypeScript name; the others stand inline where they are used. */
  readonly types: ReadonlyMap<TypeKey, TypeName>;
  readonly elements: ReadonlyMap<ExpandedName, ElementName>;
}

/**
 * Decides the names of all types and elements. Each follows from the component itself; only where two components of one
 * namespace would get the same, the one that has it by nature keeps it (a named type before an element's anonymous type,
 * a name that needed no change before one that did).
 */
export function decideNames(
  contract: Contract,
  index: ContractIndex,
  modules: ReadonlyMap<string, NamespaceModule>,
): Names {
  const elements = elementNames(contract, modules);
  const taken = new Map<string, Set<string>>();
  const types = new Map<TypeKey, TypeName>();
  const claim = (type: TypeDefinition, candidates: readonly string[]): void => {
    const module = modules.get(homeNamespace(type));
    if (!module) return;
    const used = taken.get(module.slug) ?? new Set<string>();
    taken.set(module.slug, used);
    const free = candidates.find((candidate) => !used.has(candidate));
    const name = free ?? `${candidates.at(-1)}$${shortHash(type.key)}`;
    used.add(name);
    types.set(type.key, { module, name, constant: name.endsWith('$element') ? `${name}$$type` : name });
  };

  const declared = contract.types.filter((type) => builtInFamily(type.key) === undefined);
  const named = declared.filter((type) => type.name !== undefined);
  const natural = (type: TypeDefinition): string => splitExpandedName(type.name ?? '{}').local;
  const unchanged = named.filter((type) => toIdentifier(natural(type)) === natural(type));
  for (const type of unchanged) claim(type, [natural(type)]);
  for (const type of named) {
    if (!types.has(type.key)) claim(type, [toIdentifier(natural(type)), toUniqueIdentifier(natural(type))]);
  }
  for (const type of declared.filter((t) => t.name === undefined && hasOwnName(t, index)).sort(byDepthThenKey)) {
    claim(type, anonymousCandidates(type, types, elements, index));
  }
  return { types, elements };
}

/** Constants of elements: unchanged names first, as for types. */
function elementNames(
  contract: Contract,
  modules: ReadonlyMap<string, NamespaceModule>,
): ReadonlyMap<ExpandedName, ElementName> {
  const names = new Map<ExpandedName, ElementName>();
  const used = new Set<string>();
  const unchangedFirst = [...contract.elements].sort(
    (a, b) => changed(a.name) - changed(b.name) || byCodeUnits(a.name, b.name),
  );
  for (const { name } of unchangedFirst) {
    const { namespace, local } = splitExpandedName(name);
    const module = modules.get(namespace);
    if (!module) continue;
    const candidates = [stemOf(local), toUniqueIdentifier(local)];
    const stem =
      candidates.find((candidate) => !used.has(`${module.slug}/${candidate}`)) ?? `${candidates[1]}${shortHash(name)}`;
    used.add(`${module.slug}/${stem}`);
    names.set(name, { module, stem, constant: `${stem}$element` });
  }
  return names;
}

/** An element's constant has `$element` behind its name, so only characters need care, not reserved words. */
function stemOf(local: string): string {
  const identifier = toIdentifier(local);
  return identifier === `${local}_` ? local : identifier;
}

function changed(name: ExpandedName): number {
  const { local } = splitExpandedName(name);
  return stemOf(local) === local ? 0 : 1;
}

/** True for anonymous types that get a TypeScript name: complex types, and enumerations that belong to an element or attribute. */
function hasOwnName(type: TypeDefinition, index: ContractIndex): boolean {
  if (type.kind === 'complexType') return true;
  const last = type.scope?.path.at(-1)?.kind;
  return (last === 'element' || last === 'attribute') && isTextEnumeration(type, index);
}

function byDepthThenKey(a: TypeDefinition, b: TypeDefinition): number {
  const depth = (type: TypeDefinition): number => type.scope?.path.length ?? 0;
  const attribute = (type: TypeDefinition): number => (type.scope?.path.at(-1)?.kind === 'attribute' ? 1 : 0);
  return depth(a) - depth(b) || attribute(a) - attribute(b) || byCodeUnits(a.key, b.key);
}

/** Names for an anonymous type, best first: `Order`, or `Order$item` for one inside. */
function anonymousCandidates(
  type: TypeDefinition,
  types: ReadonlyMap<TypeKey, TypeName>,
  elements: ReadonlyMap<ExpandedName, ElementName>,
  index: ContractIndex,
): readonly string[] {
  const [root, ...steps] = type.scope?.path ?? [];
  if (!root) return [`_${shortHash(type.key)}`];
  const local = splitExpandedName(root.name).local;
  if (steps.length === 0 && root.kind === 'element') {
    const stem = elements.get(root.name)?.stem ?? local;
    return [toIdentifier(stem), `${stem}$element`];
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
  const local = toIdentifier(splitExpandedName(root.name).local);
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
  if (step.name === '') return `$$${step.kind}`;
  const local = splitLocal(step.name);
  return suffixes.has(local)
    ? `$${local}$`
    : `$${[...local].map((c) => (/[\p{ID_Continue}]/u.test(c) ? c : '_')).join('')}`;
}

function splitLocal(name: string): string {
  return name.startsWith('{') ? splitExpandedName(name).local : name;
}
