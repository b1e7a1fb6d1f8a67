import { anyType } from '../built-ins.js';
import type {
  AttributeGroupDefinition,
  ModelGroupDefinition,
  XsdComplexTypeDefinition,
  XsdParticle,
} from '../components.js';
import { walkComponents } from '../walk.js';
import type { Attributes, EffectiveUse } from './attribute-content.js';
import { sameText } from './attribute-rules.js';
import { type Contents, type EffectiveContent, ownContent } from './content.js';
import { emptiable } from './emptiable.js';
import type { Findings } from './findings.js';
import { checkParticleRestriction } from './particle-restriction.js';
import { type EffectiveType, isSimple, type Types, typeName } from './types.js';
import { isAsStrict, isSubset } from './wildcard-subset.js';

/**
 * The rules for the base of a complex type, and for the derivation: "src-ct" (Part 1, 3.4.3), "cos-ct-extends" and
 * "derivation-ok-restriction" (3.4.6).
 */
export function checkComplexDerivation(
  types: Types,
  attributes: Attributes,
  contents: Contents,
  findings: Findings,
): void {
  walkComponents(types.schemas, {
    type: (type) => {
      if (type.kind !== 'complexType' || !type.base || types.schemas.circular.has(type)) {
        return;
      }
      const base = types.resolve(type.base);
      if (base === undefined) {
        return;
      }
      new DerivationChecker({ types, attributes, contents, findings }, type, base).run();
    },
  });
}

/**
 * A group that redefines another without referring to it restricts it, as a type with that content would ("src-redefine",
 * clauses 6.2.2 and 7.2.2, Part 1, 4.2.2).
 */
export function checkRedefinedGroups(
  types: Types,
  attributes: Attributes,
  contents: Contents,
  findings: Findings,
): void {
  const context = { types, attributes, contents, findings };
  for (const redefined of types.schemas.redefined) {
    const { now, before } = redefined;
    if (types.schemas.circular.has(now) || types.schemas.circular.has(before)) {
      continue;
    }
    if (
      now.kind === 'group' ? refersTo(now.model, before) : now.content.groups.some((each) => isInline(each, before))
    ) {
      continue;
    }
    const base = asType(before);
    const reference = { kind: 'inline', definition: base } as const;
    const checker = new DerivationChecker(context, { ...asType(now), base: reference }, base);
    checker.run();
    if (now.kind === 'attributeGroup') {
      checker.keepsRequired();
    }
  }
}

/** A type whose content or attributes are those of a group. */
function asType(group: ModelGroupDefinition | AttributeGroupDefinition): XsdComplexTypeDefinition {
  const particle = group.kind === 'group' ? group.model : undefined;
  return {
    kind: 'complexType',
    name: group.name,
    source: group.source,
    abstract: false,
    block: [],
    final: [],
    derivation: 'restriction',
    content: { kind: 'complex', mixed: false, ...(particle && { particle }) },
    attributes: group.kind === 'group' ? { uses: [], groups: [] } : group.content,
  };
}

function refersTo(particle: XsdParticle | undefined, group: object): boolean {
  switch (particle?.kind) {
    case 'groupRef':
      return isInline(particle.target, group);
    case 'sequence':
    case 'choice':
    case 'all':
      return particle.particles.some((each) => refersTo(each, group));
    case 'element':
    case 'elementRef':
    case 'any':
    case undefined:
      return false;
  }
}

function isInline(reference: { readonly kind: string; readonly definition?: object }, group: object): boolean {
  return reference.kind === 'inline' && reference.definition === group;
}

interface Context {
  readonly types: Types;
  readonly attributes: Attributes;
  readonly contents: Contents;
  readonly findings: Findings;
}

class DerivationChecker {
  readonly #context: Context;
  readonly #type: XsdComplexTypeDefinition;
  readonly #base: EffectiveType;

  constructor(context: Context, type: XsdComplexTypeDefinition, base: EffectiveType) {
    this.#context = context;
    this.#type = type;
    this.#base = base;
  }

  run(): void {
    const base = this.#base;
    const type = this.#type;
    if (this.#context.types.finalOf(base).includes(type.derivation)) {
      const parameters = { name: typeName(base), derivation: type.derivation };
      const [source, attribute] = this.#place();
      this.#context.findings.report('xsd/final', parameters, source, attribute);
    }
    if (!this.#fits()) {
      return;
    }
    if (type.derivation === 'extension') {
      this.#extension();
    } else {
      this.#restriction();
    }
  }

  /** Simple content comes from simple content, complex content from complex types (src-ct, clauses 1 and 2). */
  #fits(): boolean {
    const base = this.#base;
    const type = this.#type;
    const { contents, types } = this.#context;
    if (type.content.kind === 'complex') {
      if (base !== anyType && isSimple(base)) {
        return this.#wrongBase('complexContent', 'a complex type');
      }
      return true;
    }
    if (type.derivation === 'extension') {
      if (isSimple(base) || contents.of(base)?.variety === 'simple') {
        return true;
      }
      if (base !== anyType && contents.of(base) === undefined) {
        return true;
      }
      return this.#wrongBase('simpleContent', 'a simple type, or a complex type with simple content');
    }
    if (isSimple(base)) {
      return this.#wrongBase('simpleContent', 'a complex type with simple content');
    }
    const content = contents.of(base);
    if (!content || content.variety === 'simple') {
      return true;
    }
    const isFree =
      content.variety === 'mixed' && content.particles.every((each) => emptiable(each, types.schemas) !== false);
    if (isFree && type.content.type) {
      return true;
    }
    return this.#wrongBase('simpleContent', 'a complex type with simple content');
  }

  #wrongBase(content: string, expected: string): false {
    const [source, attribute] = this.#place();
    const parameters = { content, expected, name: typeName(this.#base) };
    this.#context.findings.report('xsd/content-base', parameters, source, attribute);
    return false;
  }

  /** cos-ct-extends, clause 1.4: the addition must be mixed if the base is, as `xs:anyType` is, and only then. */
  #extension(): void {
    const base = this.#base;
    const type = this.#type;
    if (type.content.kind === 'simple') {
      return;
    }
    const before = base === anyType ? mixedContent : this.#context.contents.of(base);
    const own = ownContent(type);
    if (!before || own.variety === 'empty' || before.variety === 'empty') {
      return;
    }
    if (before.variety === own.variety) {
      return;
    }
    const [source, attribute] = this.#place();
    const parameters = { name: typeName(base), base: words[before.variety], own: words[own.variety] };
    this.#context.findings.report('xsd/mixed-extension', parameters, source, attribute);
  }

  #restriction(): void {
    if (this.#base === anyType || typeof this.#base === 'string' || this.#base.kind !== 'complexType') {
      return;
    }
    this.#restrictAttributes();
    this.#restrictWildcard();
    this.#restrictContent(this.#base);
  }

  /** derivation-ok-restriction, clauses 2 and 3. */
  #restrictAttributes(): void {
    const own = this.#context.attributes.own(this.#type.attributes);
    const base = this.#context.attributes.of(this.#base);
    for (const use of own.uses) {
      const before = base.uses.get(use.name);
      if (use.use.use === 'prohibited') {
        if (before?.use.use === 'required') {
          this.#attribute(use, 'the base type requires it', before);
        }
      } else if (before) {
        this.#restrictUse(use, before);
      } else if (base.complete && !this.#allowed(use.namespace)) {
        this.#attribute(use, 'the base type does not have it');
      }
    }
  }

  /** Clause 3; types have all attributes of their bases, but groups only those that they name. */
  keepsRequired(): void {
    const own = new Set(this.#context.attributes.own(this.#type.attributes).uses.map(({ name }) => name));
    for (const before of this.#context.attributes.of(this.#base).uses.values()) {
      if (before.use.use !== 'required' || own.has(before.name)) {
        continue;
      }
      const related = { message: 'In the base it is here.', element: before.use.source };
      const parameters = {
        name: before.local,
        base: typeName(this.#base),
        reason: 'it is missing, but required there',
      };
      const { source } = this.#type;
      this.#context.findings.report('xsd/attribute-restriction', parameters, source, 'name', related);
    }
  }

  #allowed(namespace: string): boolean {
    const { wildcard } = this.#context.attributes.of(this.#base);
    return wildcard !== undefined && isSubset({ kind: 'enumeration', namespaces: [namespace] }, wildcard.namespaces);
  }

  #restrictUse(use: EffectiveUse, before: EffectiveUse): void {
    const { types } = this.#context;
    if (use.use === before.use) {
      return;
    }
    if (before.use.use === 'required' && use.use.use !== 'required') {
      this.#attribute(use, 'the base type requires it', before);
    }
    if (use.type === undefined || before.type === undefined) {
      return;
    }
    if (types.isDerived(use.type, before.type) === false) {
      this.#attribute(
        use,
        `its type is not derived from ${typeName(before.type)}, which it has in the base type`,
        before,
      );
    }
    if (before.value?.kind !== 'fixed') {
      return;
    }
    if (use.value?.kind === 'fixed' && sameText(use.value.value, before.value.value, types.simple(before.type))) {
      return;
    }
    this.#attribute(use, `the base type fixes its value as "${before.value.value}"`, before);
  }

  #attribute(use: EffectiveUse, reason: string, before?: EffectiveUse): void {
    const related = before && { message: 'In the base type it is here.', element: before.use.source };
    const parameters = { name: use.local, base: typeName(this.#base), reason };
    this.#context.findings.report('xsd/attribute-restriction', parameters, use.use.source, undefined, related);
  }

  /** derivation-ok-restriction, clause 4. */
  #restrictWildcard(): void {
    const own = this.#context.attributes.own(this.#type.attributes).wildcard;
    const base = this.#context.attributes.of(this.#base);
    if (!own || !base.complete) {
      return;
    }
    const reason =
      base.wildcard === undefined
        ? 'the base type does not allow other attributes'
        : !isSubset(own.namespaces, base.wildcard.namespaces)
          ? 'it allows attributes of namespaces that the wildcard of the base type does not'
          : !isAsStrict(own.process, base.wildcard.process)
            ? `it processes contents less strictly than the base type ("${base.wildcard.process}")`
            : undefined;
    if (reason === undefined) {
      return;
    }
    const source = this.#type.attributes.wildcard?.source ?? this.#type.source;
    const parameters = { name: 'anyAttribute', base: typeName(this.#base), reason };
    this.#context.findings.report('xsd/attribute-restriction', parameters, source);
  }

  /** derivation-ok-restriction, clause 5. */
  #restrictContent(base: XsdComplexTypeDefinition): void {
    const { contents, types } = this.#context;
    const before = contents.of(base);
    if (!before) {
      return;
    }
    const [source, attribute] = this.#place();
    const report = (reason: string): void =>
      this.#context.findings.report('xsd/content-restriction', { base: typeName(base), reason }, source, attribute);
    if (this.#type.content.kind === 'simple') {
      if (before.variety !== 'simple' || !this.#type.content.type) {
        return;
      }
      if (this.#derivedSimple(this.#type.content.type, base) === false) {
        report('its simple type is not derived from that of the base type');
      }
      return;
    }
    const own = ownContent(this.#type);
    const reason = this.#varietyProblem(own, before);
    if (reason !== undefined) {
      report(reason);
    } else if (own.variety !== 'empty') {
      const problem = checkParticleRestriction(own.particles, before.particles, types);
      if (problem) {
        const [element, at] = problem.source ? [problem.source, undefined] : [source, attribute];
        const parameters = { base: typeName(base), reason: problem.reason };
        this.#context.findings.report('xsd/content-restriction', parameters, element, at);
      }
    }
  }

  /** Why content of one kind cannot restrict content of another; undefined if it can. */
  #varietyProblem(own: EffectiveContent, before: EffectiveContent): string | undefined {
    const { schemas } = this.#context.types;
    const isEmpty = own.variety === 'empty';
    switch (before.variety) {
      case 'simple':
        return 'the base type has simple content';
      case 'empty':
        return isEmpty ? undefined : 'the base type is empty';
      case 'elementOnly':
      case 'mixed':
        if (isEmpty) {
          const isEmptiable = before.particles.every((each) => emptiable(each, schemas) !== false);
          return isEmptiable ? undefined : 'it is empty, and the content of the base type cannot be';
        }
        return own.variety === 'mixed' && before.variety === 'elementOnly'
          ? 'it is mixed, and that of the base type is not'
          : undefined;
    }
  }

  /** The simple type in a restriction of simple content against the type of the base's content. */
  #derivedSimple(narrowed: EffectiveType, base: XsdComplexTypeDefinition): boolean | undefined {
    const { types } = this.#context;
    let at: EffectiveType | undefined = base;
    for (let depth = 0; at !== undefined && depth < 1000; depth++) {
      if (typeof at === 'string' || at.kind === 'simpleType') {
        return types.isDerived(narrowed, at);
      }
      if (at.content.kind !== 'simple') {
        return undefined;
      }
      // The content of the base is the narrowed type with more facets, which only it could be derived from.
      if (at.content.type) {
        return types.isDerived(narrowed, at.content.type);
      }
      at = types.baseOf(at);
    }
    return undefined;
  }

  /** Where the base is named. */
  #place() {
    const { base } = this.#type;
    return base?.kind === 'named'
      ? ([base.source, base.attribute] as const)
      : ([this.#type.source, undefined] as const);
  }
}

const words = { simple: 'simple', empty: 'empty', elementOnly: 'element-only', mixed: 'mixed' } as const;

const mixedContent: EffectiveContent = { variety: 'mixed', particles: [] };
