import { splitExpandedName, xsiNamespace } from '../../source/names.js';
import { anyType } from '../built-ins.js';
import type { AttributeContent, Component, XsdAttributeUse, XsdComplexTypeDefinition } from '../components.js';
import { walkComponents } from '../walk.js';
import { isExpressible, uniteNamespaces } from '../wildcards.js';
import type { Attributes, EffectiveAttributes, EffectiveUse, EffectiveWildcard } from './attribute-content.js';
import { whiteSpaceOf } from './facet-values.js';
import type { Findings } from './findings.js';
import type { SimpleView, Types } from './types.js';

/**
 * Attributes of a type or a group: none twice, at most one ID ("ct-props-correct", Part 1, 3.4.6; "ag-props-correct", 3.6.6),
 * consistent values ("src-attribute", 3.2.3; "au-props-correct", 3.5.6), no reserved names ("no-xmlns", "no-xsi", 3.2.6).
 */
export function checkAttributes(types: Types, attributes: Attributes, findings: Findings): void {
  const checker = new AttributeChecker(types, attributes, findings);
  walkComponents(types.schemas, {
    type: (type) => {
      if (type.kind === 'complexType') {
        checker.type(type);
      }
    },
    attributeUse: (use) => checker.use(use),
  });
  for (const group of types.schemas.attributeGroups.values()) {
    checker.content(group.content, group);
    checker.wildcards(group.content, group);
  }
  for (const attribute of types.schemas.attributes.values()) {
    const { namespace, local } = splitExpandedName(attribute.name);
    checker.name(namespace, local, attribute);
  }
}

class AttributeChecker {
  readonly #types: Types;
  readonly #attributes: Attributes;
  readonly #findings: Findings;

  readonly #withId = new Map<EffectiveAttributes['uses'], boolean>();

  constructor(types: Types, attributes: Attributes, findings: Findings) {
    this.#types = types;
    this.#attributes = attributes;
    this.#findings = findings;
  }

  type(type: XsdComplexTypeDefinition): void {
    this.content(type.attributes, type);
    this.wildcards(type.attributes, type);
    const base = this.#types.baseOf(type);
    if (type.derivation !== 'extension' || !type.base || base === undefined || base === anyType) {
      return;
    }
    const inherited = this.#attributes.of(base);
    this.#union(type, inherited.wildcard);
    const own = this.#attributes.own(type.attributes).uses.filter(isUsed);
    for (const use of own) {
      const first = inherited.uses.get(use.name);
      if (first && first.use.source !== use.use.source) {
        this.#twice(use, first);
      }
    }
    const id =
      own.length > 0 &&
      this.#holdsId(inherited.uses) &&
      own.find((use) => this.#isId(use) && !inherited.uses.has(use.name));
    if (id) {
      this.#findings.report('xsd/two-ids', { name: id.local }, id.use.source);
    }
  }

  /** Attributes side by side, those of groups included. */
  content(content: AttributeContent, owner: Component): void {
    if (content.uses.length + content.groups.length < 2) {
      return;
    }
    const seen = new Map<string, EffectiveUse>();
    let id: EffectiveUse | undefined;
    for (const use of this.#attributes.own(content).uses) {
      if (!isUsed(use)) {
        continue;
      }
      const first = seen.get(use.name);
      seen.set(use.name, first ?? use);
      if (first && first.use.source !== use.use.source) {
        this.#twice(use, first);
      }
      if (first || !this.#isId(use)) {
        continue;
      }
      if (id) {
        this.#findings.report('xsd/two-ids', { name: use.local }, isIn(use, content) ? use.use.source : owner.source);
      }
      id ??= use;
    }
  }

  /** The wildcards of a definition and its groups together must be expressible as one wildcard ("src-attribute_group", 3.6.2). */
  wildcards(content: AttributeContent, owner: Component): void {
    const { inexpressible } = this.#attributes.own(content);
    if (inexpressible) {
      this.#findings.report('xsd/wildcard-not-expressible', { what: 'intersection' }, owner.source);
    }
  }

  /** And so do those of an extension and its base ("src-ct", 3.4.2). */
  #union(type: XsdComplexTypeDefinition, inherited: EffectiveWildcard | undefined): void {
    const own = this.#attributes.own(type.attributes).wildcard;
    if (!own || !inherited || !isExpressible(own.namespaces) || !isExpressible(inherited.namespaces)) {
      return;
    }
    if (isExpressible(uniteNamespaces(own.namespaces, inherited.namespaces))) {
      return;
    }
    this.#findings.report('xsd/wildcard-not-expressible', { what: 'union' }, type.source);
  }

  #twice(use: EffectiveUse, first: EffectiveUse): void {
    const related = { message: 'The other one is here.', element: first.use.source };
    this.#findings.report('xsd/attribute-twice', { name: use.local }, use.use.source, undefined, related);
  }

  /**
   * True if two fixed values may be equal. For types other than strings, different texts can be the same value, so only
   * strings and values of enumerations are compared.
   */
  #holdsId(uses: EffectiveAttributes['uses']): boolean {
    const known = this.#withId.get(uses) ?? [...uses.values()].some((use) => this.#isId(use));
    this.#withId.set(uses, known);
    return known;
  }

  #isId({ type }: EffectiveUse): boolean {
    return type !== undefined && this.#types.simple(type)?.builtIn === 'ID';
  }

  use(use: XsdAttributeUse): void {
    const { target, value } = use;
    if (target.kind === 'local') {
      this.name(target.namespace, target.name, use);
    }
    if (value?.kind === 'default' && use.use !== 'optional') {
      this.#findings.report('xsd/required-with-default', { use: use.use }, use.source, 'default');
    }
    if (target.kind !== 'ref' || !value) {
      return;
    }
    const declaration = this.#types.schemas.attributes.get(target.name);
    if (declaration?.value?.kind !== 'fixed') {
      return;
    }
    const type = declaration.type && this.#types.resolve(declaration.type);
    const view = type === undefined ? undefined : this.#types.simple(type);
    if (value.kind === 'fixed' && sameText(value.value, declaration.value.value, view)) {
      return;
    }
    const related = { message: 'The declaration is here.', element: declaration.source };
    this.#findings.report('xsd/fixed-differs', { value: declaration.value.value }, use.source, value.kind, related);
  }

  name(namespace: string, local: string, component: Component): void {
    if (local !== 'xmlns' && namespace !== xsiNamespace) {
      return;
    }
    this.#findings.report('xsd/reserved-attribute', { name: local }, component.source, 'name');
  }
}

function isUsed({ use }: EffectiveUse): boolean {
  return use.use !== 'prohibited';
}

function isIn({ use }: EffectiveUse, { uses }: AttributeContent): boolean {
  return uses.includes(use);
}

/**
 * True if two fixed values may be equal. Texts of types other than strings can differ and be one value: only strings, and
 * what enumerations tell apart, are compared.
 */
export function sameText(a: string, b: string, view: SimpleView | undefined): boolean {
  if (a === b || !view || view.variety !== 'atomic') {
    return a === b || view !== undefined;
  }
  const collapse = (text: string): string => text.replace(/[ \t\r\n]+/g, ' ').replace(/^ | $/g, '');
  const [left, right] = whiteSpaceOf(view) === 'collapse' ? [collapse(a), collapse(b)] : [a, b];
  if (left === right) {
    return true;
  }
  if (view.primitive === 'string' || view.primitive === '' || view.primitive === 'anyURI') {
    return false;
  }
  if (view.primitive === 'decimal') {
    return Number(left) === Number(right);
  }
  if (view.primitive === 'boolean') {
    return truth(left) === truth(right);
  }
  return true;
}

function truth(text: string): string {
  return text === '1' ? 'true' : text === '0' ? 'false' : text;
}
