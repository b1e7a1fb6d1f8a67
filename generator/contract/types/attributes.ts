import { byCodeUnits, expandedName, splitExpandedName } from '../../source/names.js';
import { ANY_SIMPLE_TYPE } from '../../xsd/built-ins.js';
import type * as xsd from '../../xsd/components.js';
import { intersectNamespaces, uniteNamespaces } from '../../xsd/wildcards.js';
import type { AttributeUse, ScopeStep, Wildcard } from '../model.js';
import { documented, type TypeContext } from './context.js';
import { valueField } from './values.js';

/** Attribute uses and wildcard, groups expanded. */
export interface Attributes {
  /** By expanded name; prohibited ones included. */
  readonly uses: ReadonlyMap<string, AttributeUse>;
  readonly wildcard?: Wildcard;
}

/** Expands what a type or an attribute group says about attributes (Part 1, 3.4.2 and 3.6.2). */
export function expandAttributes(
  context: TypeContext,
  content: xsd.AttributeContent,
  path: readonly ScopeStep[],
  open: ReadonlySet<xsd.AttributeGroupDefinition> = new Set(),
): Attributes {
  const uses = new Map<string, AttributeUse>();
  let wildcard: Wildcard | undefined = content.wildcard && contractWildcard(content.wildcard);
  for (const use of content.uses) {
    const built = attributeUse(context, use, path);
    const name = expandedName(built.namespace, built.name);
    if (!uses.has(name)) uses.set(name, built);
  }
  for (const reference of content.groups) {
    const group =
      reference.kind === 'inline' ? reference.definition : context.schemas.attributeGroups.get(reference.name);
    if (!group || open.has(group)) continue;
    const expanded = expandGroup(context, group, reference.kind === 'inline', open);
    for (const [name, use] of expanded.uses) if (!uses.has(name) && use.use !== 'prohibited') uses.set(name, use);
    if (expanded.wildcard) wildcard = wildcard ? narrow(wildcard, expanded.wildcard) : expanded.wildcard;
  }
  return { uses, ...(wildcard && { wildcard }) };
}

const cache = new WeakMap<TypeContext, Map<xsd.AttributeGroupDefinition, Attributes>>();

/** Attributes of a group, expanded once for all that refer to it. */
function expandGroup(
  context: TypeContext,
  group: xsd.AttributeGroupDefinition,
  redefined: boolean,
  open: ReadonlySet<xsd.AttributeGroupDefinition>,
): Attributes {
  let groups = cache.get(context);
  if (!groups) {
    groups = new Map();
    cache.set(context, groups);
  }
  const known = groups.get(group);
  if (known) return known;
  const step: ScopeStep = { kind: 'attributeGroup', name: group.name };
  const path: readonly ScopeStep[] = redefined ? [step, { kind: 'base', name: '' }] : [step];
  const expanded = expandAttributes(context, group.content, path, new Set([...open, group]));
  // Inside a circle the result is not complete.
  if (open.size === 0) groups.set(group, expanded);
  return expanded;
}

function attributeUse(context: TypeContext, use: xsd.AttributeUse, path: readonly ScopeStep[]): AttributeUse {
  const { target } = use;
  if (target.kind === 'ref') return referredUse(context, use, target);
  const { name, namespace, type } = target;
  return {
    name,
    namespace,
    use: use.use,
    type: context.typeKey(type, [...path, { kind: 'attribute', name }], ANY_SIMPLE_TYPE),
    ...valueField(context.schemas, use.value, type, use.source),
    ...documented(use),
  };
}

/** A use of a global declaration: its own constraint goes before the declaration's (Part 1, 3.5.1). */
function referredUse(context: TypeContext, use: xsd.AttributeUse, target: xsd.Reference): AttributeUse {
  const { namespace, local } = splitExpandedName(target.name);
  const declaration = context.schemas.attributes.get(target.name);
  if (!declaration) {
    const value = valueField(context.schemas, use.value, undefined, use.source);
    return { name: local, namespace, use: use.use, type: ANY_SIMPLE_TYPE, ...value, ...documented(use) };
  }
  context.wantedAttributes.add(target.name);
  const constrained = use.value ? use : declaration;
  return {
    name: local,
    namespace,
    use: use.use,
    type: globalAttributeType(context, declaration),
    ...valueField(context.schemas, constrained.value, declaration.type, constrained.source),
    ...documented(use.documentation === undefined ? declaration : use),
  };
}

/** Key of a global attribute's type. */
export function globalAttributeType(context: TypeContext, declaration: xsd.AttributeDeclaration): string {
  return context.typeKey(declaration.type, [{ kind: 'attribute', name: declaration.name }], ANY_SIMPLE_TYPE);
}

/** A wildcard in the contract's form. */
export function contractWildcard(wildcard: xsd.Wildcard): Wildcard {
  return { namespaces: sorted(wildcard.namespaces), processContents: wildcard.processContents };
}

function sorted(constraint: Wildcard['namespaces']): Wildcard['namespaces'] {
  if (constraint.kind === 'any') return constraint;
  return { kind: constraint.kind, namespaces: [...constraint.namespaces].sort(byCodeUnits) };
}

/** The wildcard of a type and that of a group it refers to: both have to let an attribute in. */
function narrow(own: Wildcard, group: Wildcard): Wildcard {
  return {
    namespaces: sorted(intersectNamespaces(own.namespaces, group.namespaces)),
    processContents: own.processContents,
  };
}

/** The wildcard of an extension: what it or its base lets in. */
export function widen(own: Wildcard | undefined, base: Wildcard | undefined): Wildcard | undefined {
  if (!own || !base) return own ?? base;
  return { namespaces: sorted(uniteNamespaces(own.namespaces, base.namespaces)), processContents: own.processContents };
}

/** Attribute uses in the contract's order. */
export function sortedUses(uses: Iterable<AttributeUse>): readonly AttributeUse[] {
  return [...uses].sort((a, b) => byCodeUnits(a.name, b.name) || byCodeUnits(a.namespace, b.namespace));
}
