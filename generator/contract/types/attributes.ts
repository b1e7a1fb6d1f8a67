import { append } from '../../diagnostics/append.js';
import { diagnostic } from '../../diagnostics/diagnostic.js';
import { byCodeUnits, expandedName, splitExpandedName } from '../../source/names.js';
import { elementSpan } from '../../xsd/attributes.js';
import { anySimpleType } from '../../xsd/built-ins.js';
import type {
  AttributeContent,
  AttributeGroupDefinition,
  Reference,
  XsdAttributeDeclaration,
  XsdAttributeUse,
  XsdWildcard,
} from '../../xsd/components.js';
import { allows, intersectNamespaces, uniteNamespaces } from '../../xsd/wildcards.js';
import type { AttributeUse, ExpandedName, ScopeStep, Wildcard } from '../model.js';
import { documented, type TypeContext } from './context.js';
import { valueField } from './values.js';

/** Attribute uses and wildcard, groups expanded. */
export interface TypeAttributes {
  /** By expanded name; prohibited ones included. */
  readonly uses: ReadonlyMap<string, AttributeUse>;
  readonly wildcard?: Wildcard;
}

/** Expands the attribute declarations of a type or an attribute group (Part 1, 3.4.2 and 3.6.2). */
export function expandAttributes(
  context: TypeContext,
  content: AttributeContent,
  path: readonly ScopeStep[],
): TypeAttributes {
  for (const group of groupsOf(context, content)) {
    expandGroup(context, group);
  }
  const state = stateOf(context);
  if (state.total > maxAttributes) {
    return { uses: new Map() };
  }
  const expanded = expandOwn(context, content, path);
  count(context, state, expanded.uses.size - content.uses.length);
  return expanded;
}

function count(context: TypeContext, state: Expansion, more: number): void {
  const before = state.total;
  state.total += Math.max(0, more);
  if (state.total > maxAttributes && before <= maxAttributes) {
    context.diagnostics.push(diagnostic('contract/too-many-attributes', { limit: maxAttributes }));
  }
}

/** The same when all groups are expanded that it refers to. */
function expandOwn(context: TypeContext, content: AttributeContent, path: readonly ScopeStep[]): TypeAttributes {
  const { groups } = stateOf(context);
  const uses = new Map<string, AttributeUse>();
  let wildcard: Wildcard | undefined =
    content.wildcard && contractWildcard(context, content.wildcard, context.schemas.attributes);
  for (const use of content.uses) {
    const built = attributeUse(context, use, path);
    const name = expandedName(built.namespace, built.name);
    if (!uses.has(name)) {
      uses.set(name, built);
    }
  }
  for (const group of groupsOf(context, content)) {
    // A group that is not expanded by now refers to itself.
    const expanded = groups.get(group);
    if (!expanded) {
      continue;
    }
    for (const [name, use] of expanded.uses) {
      if (!uses.has(name) && use.use !== 'prohibited') {
        uses.set(name, use);
      }
    }
    if (expanded.wildcard) {
      wildcard = wildcard ? narrow(wildcard, expanded.wildcard) : expanded.wildcard;
    }
  }
  return { uses, ...(wildcard && { wildcard }) };
}

/** The groups that something refers to directly. A redefinition refers to the original group through its definition. */
function groupsOf(context: TypeContext, { groups }: AttributeContent): readonly AttributeGroupDefinition[] {
  return groups.flatMap((reference) =>
    reference.kind === 'inline' ? reference.definition : (context.schemas.attributeGroups.get(reference.name) ?? []),
  );
}

/** The maximum number of attributes that all groups and types together take from groups. */
const maxAttributes = 1_000_000;

interface Expansion {
  /** Attributes of each group, expanded once for all that refer to it. */
  readonly groups: Map<AttributeGroupDefinition, TypeAttributes>;
  total: number;
  /** Names that `##defined` and `##definedSibling` stood for so far. */
  defined: number;
}

const states = new WeakMap<TypeContext, Expansion>();

function stateOf(context: TypeContext): Expansion {
  let state = states.get(context);
  if (!state) {
    state = { groups: new Map(), total: 0, defined: 0 };
    states.set(context, state);
  }
  return state;
}

/** Expands a group after those it refers to. Not recursive: chains may be long. */
function expandGroup(context: TypeContext, first: AttributeGroupDefinition): void {
  const state = stateOf(context);
  const seen = new Set<AttributeGroupDefinition>();
  const stack = [first];
  for (let group = stack.at(-1); group; group = stack.at(-1)) {
    if (!state.groups.has(group) && !seen.has(group)) {
      seen.add(group);
      append(
        stack,
        groupsOf(context, group.content).filter((next) => !seen.has(next)),
      );
      continue;
    }
    stack.pop();
    if (!state.groups.has(group)) {
      state.groups.set(group, expandOnce(context, group, state));
    }
  }
}

function expandOnce(context: TypeContext, group: AttributeGroupDefinition, state: Expansion): TypeAttributes {
  if (state.total > maxAttributes) {
    return { uses: new Map() };
  }
  const step: ScopeStep = { kind: 'attributeGroup', name: group.name };
  const redefined = context.schemas.attributeGroups.get(group.name) !== group;
  const expanded = expandOwn(context, group.content, redefined ? [step, { kind: 'base', name: '' }] : [step]);
  count(context, state, expanded.uses.size);
  return expanded;
}

function attributeUse(context: TypeContext, use: XsdAttributeUse, path: readonly ScopeStep[]): AttributeUse {
  const { target } = use;
  if (target.kind === 'ref') {
    return referredUse(context, use, target);
  }
  const { name, namespace, type } = target;
  return {
    name,
    namespace,
    use: use.use,
    type: context.requireType(type, [...path, { kind: 'attribute', name }], anySimpleType),
    ...valueField(context.schemas, use.value, type, use.source),
    ...(use.inheritable && { inheritable: true }),
    ...documented(use),
  };
}

/** A use of a global declaration: its own constraint goes before the declaration's (Part 1, 3.5.1). */
function referredUse(context: TypeContext, use: XsdAttributeUse, target: Reference): AttributeUse {
  const { namespace, local } = splitExpandedName(target.name);
  const declaration = context.schemas.attributes.get(target.name);
  if (!declaration) {
    const value = valueField(context.schemas, use.value, undefined, use.source);
    return { name: local, namespace, use: use.use, type: anySimpleType, ...value, ...documented(use) };
  }
  context.requireAttribute(target.name);
  const constrained = use.value ? use : declaration;
  return {
    name: local,
    namespace,
    use: use.use,
    type: requireGlobalAttributeType(context, declaration),
    ...valueField(context.schemas, constrained.value, declaration.type, constrained.source),
    ...((use.inheritable ?? declaration.inheritable) && { inheritable: true }),
    ...documented(use.documentation === undefined ? declaration : use),
  };
}

/** Requests the type of a global attribute and returns its key. */
export function requireGlobalAttributeType(context: TypeContext, declaration: XsdAttributeDeclaration): string {
  return context.requireType(declaration.type, [{ kind: 'attribute', name: declaration.name }], anySimpleType);
}

/** A wildcard in the contract's form; `declared` are the global declarations that `##defined` keeps out. */
export function contractWildcard(
  context: TypeContext,
  wildcard: XsdWildcard,
  declared: ReadonlyMap<ExpandedName, unknown>,
): Wildcard {
  const { namespaces, processContents, notNames } = wildcard;
  const defined = notNames?.defined ? definedNames(context, wildcard, declared) : [];
  const names = [...(notNames?.names ?? []), ...defined];
  return { namespaces: sorted(namespaces), processContents, ...notNamesField(names, namespaces) };
}

/** Most names that `##defined` and `##definedSibling` may stand for in all wildcards together: each of them is written out. */
const maxDefined = 200_000;

/** The names of the global declarations that a wildcard would allow; none, and a warning, if they are too many. */
function definedNames(
  context: TypeContext,
  wildcard: XsdWildcard,
  declared: ReadonlyMap<ExpandedName, unknown>,
): readonly ExpandedName[] {
  const names = [...declared.keys()].filter((name) => allows(wildcard.namespaces, splitExpandedName(name).namespace));
  return boundedNames(context, wildcard, '##defined', names);
}

/** The names that `word` means in a wildcard; none, and a warning the first time, if all such names are too many. */
export function boundedNames(
  context: TypeContext,
  { source }: XsdWildcard,
  word: '##defined' | '##definedSibling',
  names: readonly ExpandedName[],
): readonly ExpandedName[] {
  const state = stateOf(context);
  if (state.defined > maxDefined) {
    return [];
  }
  state.defined += names.length;
  if (state.defined <= maxDefined) {
    return names;
  }
  context.diagnostics.push(diagnostic('xsd/version-1.1', { element: word }, elementSpan(source)));
  return [];
}

/** The names that a wildcard excludes from those that its namespaces allow; absent if there are none. */
export function notNamesField(
  names: readonly ExpandedName[],
  namespaces: Wildcard['namespaces'],
): Pick<Wildcard, 'notNames'> {
  const kept = [...new Set(names)].filter((name) => allows(namespaces, splitExpandedName(name).namespace));
  return kept.length === 0 ? {} : { notNames: kept.sort(byCodeUnits) };
}

function sorted(constraint: Wildcard['namespaces']): Wildcard['namespaces'] {
  if (constraint.kind === 'any') {
    return constraint;
  }
  return { kind: constraint.kind, namespaces: [...constraint.namespaces].sort(byCodeUnits) };
}

/** The wildcard of a type and that of a group it refers to: both have to let an attribute in. */
function narrow(own: Wildcard, group: Wildcard): Wildcard {
  const namespaces = sorted(intersectNamespaces(own.namespaces, group.namespaces));
  const names = [...(own.notNames ?? []), ...(group.notNames ?? [])];
  return { namespaces, processContents: own.processContents, ...notNamesField(names, namespaces) };
}

/** The wildcard of an extension: it allows what the extension or its base allows. */
export function widen(own: Wildcard | undefined, base: Wildcard | undefined): Wildcard | undefined {
  if (!own || !base) {
    return own ?? base;
  }
  const namespaces = sorted(uniteNamespaces(own.namespaces, base.namespaces));
  const keepsOut = (wildcard: Wildcard, name: ExpandedName): boolean =>
    !allows(wildcard.namespaces, splitExpandedName(name).namespace) || wildcard.notNames?.includes(name) === true;
  const names = [
    ...(own.notNames ?? []).filter((name) => keepsOut(base, name)),
    ...(base.notNames ?? []).filter((name) => keepsOut(own, name)),
  ];
  return { namespaces, processContents: own.processContents, ...notNamesField(names, namespaces) };
}

/** Attribute uses in the contract's order. */
export function sortedUses(uses: Iterable<AttributeUse>): readonly AttributeUse[] {
  return [...uses].sort((a, b) => byCodeUnits(a.name, b.name) || byCodeUnits(a.namespace, b.namespace));
}
