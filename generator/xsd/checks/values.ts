import type { SourceElement } from '../../source/document.js';
import { expandedName } from '../../source/names.js';
import { resolveQName } from '../../source/qualified-names.js';
import { anySimpleType, anyType } from '../built-ins.js';
import type {
  Component,
  Facet,
  XsdAttributeUse,
  XsdComplexTypeDefinition,
  XsdElementDeclaration,
  XsdTypeDefinition,
  XsdValueConstraint,
} from '../components.js';
import type { Walkable } from '../walk.js';
import { walkComponents } from '../walk.js';
import { emptiable } from './emptiable.js';
import type { Findings } from './findings.js';
import { shortened } from './shortened.js';
import { type EffectiveType, type SimpleView, type Types, typeName } from './types.js';
import { reportUri } from './uri-text.js';
import type { ValueCheck } from './value-check.js';

/**
 * Default and fixed values, enumerations and bounds are values of the type they are for: "Element Default Valid
 * (Immediate)" (Part 1, 3.3.6), "a-props-correct" (3.2.6), "enumeration valid restriction" (Part 2, 4.3.5.5) and the like of
 * the bounds (4.3.7.4 to 4.3.10.4). Those default and fixed values that are none are put into `refused`.
 */
export function collectValues(
  types: Types,
  findings: Findings,
  refused: Set<XsdValueConstraint>,
): readonly ValueCheck[] {
  const collector = new ValueCollector(types, findings, refused);
  walkComponents(types.schemas satisfies Walkable, {
    type: (type) => collector.facets(type),
    element: (element) => collector.element(element),
    attributeUse: (use) => collector.attributeUse(use),
  });
  for (const attribute of types.schemas.attributes.values()) {
    const type = attribute.type ? types.resolve(attribute.type) : anySimpleType;
    collector.declaration(attribute, type, attribute.value);
  }
  return collector.checks;
}

class ValueCollector {
  readonly checks: ValueCheck[] = [];
  readonly #types: Types;
  readonly #findings: Findings;
  readonly #refused: Set<XsdValueConstraint>;
  readonly #takers = new Map<XsdComplexTypeDefinition, boolean>();

  constructor(types: Types, findings: Findings, refused: Set<XsdValueConstraint>) {
    this.#types = types;
    this.#findings = findings;
    this.#refused = refused;
  }

  element(element: XsdElementDeclaration): void {
    if (!element.value) {
      return;
    }
    const type = this.#types.elementType(element);
    if (type === undefined || type === anyType) {
      return;
    }
    if (this.#types.simple(type)) {
      this.declaration(element, type, element.value);
    } else if (typeof type !== 'string' && type.kind === 'complexType' && !this.#takesText(type)) {
      const parameters = { kind: element.value.kind, type: typeName(type) };
      this.#findings.report('xsd/value-without-text', parameters, element.source, element.value.kind);
    }
  }

  /** Mixed content that may be empty accepts any text (Part 1, 3.3.6, clause 2.2.2). */
  #takesText(type: XsdComplexTypeDefinition): boolean {
    // From the root of the derivation on: chains may be as long as the input has lines.
    for (const link of this.#types.chainOf(type, (each) => this.#takers.has(each)).reverse()) {
      this.#takers.set(link, this.#stepTakesText(link));
    }
    return this.#takers.get(type) === true;
  }

  /** The same for a type whose base is known. */
  #stepTakesText(type: XsdComplexTypeDefinition): boolean {
    if (type.content.kind !== 'complex') {
      return true;
    }
    const base = this.#types.baseOf(type);
    if (base === undefined) {
      return true;
    }
    const inherited = type.derivation === 'extension' && typeof base !== 'string' && base.kind === 'complexType';
    const isMixed =
      type.content.mixed || (inherited && base.content.kind === 'complex' && this.#takers.get(base) === true);
    if (!isMixed) {
      return type.derivation === 'extension' && base === anyType;
    }
    return emptiable(type.content.particle, this.#types.schemas) !== false;
  }

  attributeUse(use: XsdAttributeUse): void {
    if (!use.value) {
      return;
    }
    const { target } = use;
    const reference = target.kind === 'local' ? target.type : this.#types.schemas.attributes.get(target.name)?.type;
    if (target.kind === 'ref' && !this.#types.schemas.attributes.has(target.name)) {
      return;
    }
    this.declaration(use, reference ? this.#types.resolve(reference) : anySimpleType, use.value);
  }

  declaration({ source }: Component, type: EffectiveType | undefined, value: XsdValueConstraint | undefined): void {
    const view = type === undefined ? undefined : this.#types.simple(type);
    if (type === undefined || !value || !view) {
      return;
    }
    const { kind } = value;
    if (this.#isId(type)) {
      this.#findings.report('xsd/id-with-value', { kind }, source, kind);
    }
    this.#uri(view, `${kind} value`, value.value, source, kind);
    if (takesAnyText(view)) {
      return;
    }
    this.checks.push((lexical) => {
      const reason = lexical.problem(type, value.value, source);
      if (reason === undefined) {
        return;
      }
      this.#refused.add(value);
      const rule = 'Part 1, 3.3.6 Element Default Valid (Immediate), 3.2.6 a-props-correct';
      const parameters = {
        what: `The ${kind} value`,
        value: shortened(value.value),
        type: typeName(type),
        reason,
        rule,
      };
      this.#findings.report('xsd/invalid-value', parameters, source, kind);
    });
  }

  #isId(type: EffectiveType): boolean {
    return this.#types.simple(type)?.builtIn === 'ID';
  }

  facets(type: XsdTypeDefinition): void {
    const step = this.#types.stepOf(type);
    if (!step?.base || step.facets.length === 0) {
      return;
    }
    const view = this.#types.simple(step.base);
    if (!view) {
      return;
    }
    for (const facet of step.facets) {
      if (facet.name === 'enumeration') {
        this.#enumeration(facet, step.base, view);
      } else if (bounds.has(facet.name)) {
        this.#bound(facet, step.base);
      }
    }
  }

  #enumeration(facet: Facet, base: EffectiveType, view: SimpleView): void {
    if (view.primitive === 'NOTATION') {
      this.#notation(facet);
    }
    this.#uri(view, 'enumeration', facet.value, facet.source, 'value');
    if (takesAnyText(view)) {
      return;
    }
    this.checks.push((lexical) => {
      const reason = lexical.problem(base, facet.value, facet.source);
      const rule = 'Part 2, 4.3.5.5 enumeration valid restriction';
      if (reason !== undefined) {
        this.#invalidFacet(facet, base, reason, rule);
      }
    });
  }

  /** A value of `xs:anyURI` is a URI reference in XML Schema 1.0 (Part 2, 3.2.17). */
  #uri({ builtIn }: SimpleView, what: string, value: string, source: SourceElement, attribute: string): void {
    if (builtIn === 'anyURI') {
      reportUri(this.#findings, what, value, source, attribute);
    }
  }

  /** The values of NOTATION are the names of declared notations (Part 2, 3.2.19). */
  #notation(facet: Facet): void {
    const name = facet.value.trim();
    const { namespace, local } = resolveQName(name, facet.source);
    if (this.#types.schemas.notations.has(expandedName(namespace, local))) {
      return;
    }
    this.#findings.report('xsd/unknown-notation', { name }, facet.source, 'value');
  }

  #bound(facet: Facet, base: EffectiveType): void {
    this.checks.push((lexical) => {
      const reason = lexical.boundProblem(base, facet);
      const rule = `Part 2, 4.3.7 to 4.3.10 ${facet.name} valid restriction`;
      if (reason !== undefined) {
        this.#invalidFacet(facet, base, reason, rule);
      }
    });
  }

  #invalidFacet(facet: Facet, base: EffectiveType, reason: string, rule: string): void {
    const parameters = {
      what: `The ${facet.name}`,
      value: shortened(facet.value),
      type: typeName(base),
      reason,
      rule,
    };
    this.#findings.report('xsd/invalid-value', parameters, facet.source, 'value');
  }
}

const bounds: ReadonlySet<string> = new Set(['minInclusive', 'minExclusive', 'maxInclusive', 'maxExclusive']);

/** True where every text is a value: most enumerations are of plain strings. */
function takesAnyText({ variety, builtIn, depth }: SimpleView): boolean {
  return variety === 'atomic' && depth === 0 && anyText.has(builtIn);
}

const anyText: ReadonlySet<string> = new Set(['', 'string', 'normalizedString', 'token', 'anyURI']);
