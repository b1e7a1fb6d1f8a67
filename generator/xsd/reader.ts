import { isNCName } from '@wsdl-codegen/runtime/xml';
import type { DiagnosticCode } from '../diagnostics/catalogue/index.js';
import { type Diagnostic, type DiagnosticParameters, diagnostic } from '../diagnostics/diagnostic.js';
import type { SourceElement } from '../source/document.js';
import { collapseWhiteSpace, expandedName, isReferableName, referredName, xsdNamespace } from '../source/names.js';
import { listItems, resolveQName } from '../source/qualified-names.js';
import { attributeValue } from '../source/references.js';
import { attributeSpan, elementSpan } from './attributes.js';
import type { Occurrence, Reference, XsdComplexTypeDefinition, XsdDerivation } from './components.js';
import { isExcluded, isVersion11 } from './conditional.js';
import { readDocumentation } from './documentation.js';
import type { SchemaUnit } from './units.js';

/** Reads the anonymous complex type of an element. */
type InlineComplexType = (reader: SchemaReader, element: SourceElement) => XsdComplexTypeDefinition;

/** Reads one schema: attribute values, names in scope, and where findings go. */
export class SchemaReader {
  readonly unit: SchemaUnit;
  readonly diagnostics: Diagnostic[];
  readonly #inlineComplexType: InlineComplexType;
  /** `xs:defaultOpenContent` of the schema. */
  readonly defaultOpenContent: SourceElement | undefined;
  readonly #elementsQualified: boolean;
  readonly #attributesQualified: boolean;
  readonly #blockDefault: string | undefined;
  readonly #finalDefault: string | undefined;

  constructor(unit: SchemaUnit, diagnostics: Diagnostic[], inlineComplexType: InlineComplexType) {
    this.unit = unit;
    this.#inlineComplexType = inlineComplexType;
    this.diagnostics = diagnostics;
    this.defaultOpenContent = unit.schema.children.find(
      (child): child is SourceElement =>
        child.kind === 'element' &&
        child.namespace === xsdNamespace &&
        child.local === 'defaultOpenContent' &&
        !isExcluded(child),
    );
    this.#elementsQualified = this.choice(unit.schema, 'elementFormDefault', forms, 'unqualified') === 'qualified';
    this.#attributesQualified = this.choice(unit.schema, 'attributeFormDefault', forms, 'unqualified') === 'qualified';
    this.#blockDefault = this.attribute(unit.schema, 'blockDefault');
    this.#finalDefault = this.attribute(unit.schema, 'finalDefault');
  }

  /** The anonymous complex type of an element: here the grammar goes round, from types over particles to elements. */
  inlineComplexType(element: SourceElement): XsdComplexTypeDefinition {
    return this.#inlineComplexType(this, element);
  }

  /** Reports a finding at an attribute's value, or at the element. */
  report<C extends DiagnosticCode>(
    code: C,
    parameters: DiagnosticParameters<C>,
    element: SourceElement,
    attribute?: string,
  ): void {
    const span = attribute === undefined ? elementSpan(element) : attributeSpan(element, attribute);
    this.diagnostics.push(diagnostic(code, parameters, span));
  }

  /** An attribute's value, white space collapsed as for every type that the attributes of XML Schema have. */
  attribute(element: SourceElement, local: string): string | undefined {
    return attributeValue(element, local);
  }

  /** An attribute with a fixed list of values. */
  choice<T extends string>(element: SourceElement, local: string, values: readonly T[], fallback: T): T {
    const value = this.attribute(element, local);
    if (value === undefined) {
      return fallback;
    }
    if ((values as readonly string[]).includes(value)) {
      return value as T;
    }
    this.report('xsd/bad-attribute', { attribute: local, value, expected: values.join(', ') }, element, local);
    return fallback;
  }

  /** An attribute of type `xs:boolean`. */
  boolean(element: SourceElement, local: string): boolean {
    const value = this.choice(element, local, ['true', 'false', '1', '0'], 'false');
    return value === 'true' || value === '1';
  }

  /** `minOccurs` and `maxOccurs` (Part 1, 3.9.2). */
  occurrence(element: SourceElement): Occurrence {
    const minOccurs = this.#count(element, 'minOccurs');
    const maxOccurs = this.attribute(element, 'maxOccurs') === 'unbounded' ? null : this.#count(element, 'maxOccurs');
    if (maxOccurs === null || maxOccurs >= minOccurs) {
      return { minOccurs, maxOccurs };
    }
    const isMaximumGiven = this.attribute(element, 'maxOccurs') !== undefined;
    this.report(
      'xsd/occurrence-range',
      { min: minOccurs, max: maxOccurs },
      element,
      isMaximumGiven ? 'maxOccurs' : 'minOccurs',
    );
    // `maxOccurs="0"` alone means that the particle is absent; otherwise the greater number is probably the intended one.
    return maxOccurs === 0 ? { minOccurs: 0, maxOccurs } : { minOccurs, maxOccurs: minOccurs };
  }

  #count(element: SourceElement, local: string): number {
    const value = this.attribute(element, local);
    if (value === undefined) {
      return 1;
    }
    if (/^\+?\d+$/.test(value)) {
      return Math.min(Number(value), Number.MAX_SAFE_INTEGER);
    }
    this.report('xsd/bad-attribute', { attribute: local, value, expected: 'a whole number' }, element, local);
    return 1;
  }

  /** A QName in an attribute, expanded with the namespaces in scope. */
  reference(element: SourceElement, attribute: string): Reference | undefined {
    const value = this.attribute(element, attribute);
    return value === undefined ? undefined : this.qualifiedName(value, element, attribute);
  }

  /** A list of QNames in an attribute. */
  references(element: SourceElement, attribute: string): readonly Reference[] {
    const value = this.attribute(element, attribute) ?? '';
    return listItems(value).flatMap((name) => this.qualifiedName(name, element, attribute) ?? []);
  }

  /** A QName somewhere in an attribute. */
  qualifiedName(value: string, element: SourceElement, attribute: string): Reference | undefined {
    const written = resolveQName(value, element);
    const { prefix, isDeclared } = written;
    const local = collapseWhiteSpace(written.local);
    // A component whose name is not an NCName was read under that name, so a reference may use it.
    if (!isReferableName(local) || (value.includes(':') && !isNCName(prefix))) {
      this.report('xsd/bad-attribute', { attribute, value, expected: 'a qualified name' }, element, attribute);
      return undefined;
    }
    if (!isDeclared) {
      this.report('xsd/undeclared-prefix', { prefix, name: value }, element, attribute);
      return undefined;
    }
    const namespace = written.namespace || (this.unit.chameleon ? this.unit.targetNamespace : '');
    return { name: referredName(namespace, local), source: element, attribute };
  }

  /**
   * The name that a component gives itself; a missing or malformed one is reported. Elements and attributes need a name that
   * is allowed in documents; other components that are referred to may have any name that references can contain.
   */
  ownName(element: SourceElement): string | undefined {
    const name = this.attribute(element, 'name');
    if (name === undefined) {
      this.report('xsd/missing-attribute', { element: element.local, attribute: 'name' }, element);
      return undefined;
    }
    if (isNCName(name)) {
      return name;
    }
    const kind = element.local;
    const collapsed = collapseWhiteSpace(name);
    if (kind === 'element' || kind === 'attribute' || !isReferableName(collapsed)) {
      this.report('xsd/bad-name', { kind, name }, element, 'name');
      return undefined;
    }
    this.report('xsd/odd-name', { kind, name }, element, 'name');
    return collapsed;
  }

  /** Expanded name of a global component. */
  globalName(local: string): string {
    return expandedName(this.unit.targetNamespace, local);
  }

  /** Namespace of a local declaration: its `form`, else the schema's default (Part 1, 3.3.2 and 3.2.2). */
  localNamespace(element: SourceElement, kind: 'element' | 'attribute'): string {
    const qualified = kind === 'element' ? this.#elementsQualified : this.#attributesQualified;
    // XML Schema 1.1, Part 1, 3.3.2.3 and 3.2.2.2: a restriction may redeclare a declaration of another namespace.
    const own = this.attribute(element, 'targetNamespace');
    if (own !== undefined) {
      return own;
    }
    const form = this.choice(element, 'form', forms, qualified ? 'qualified' : 'unqualified');
    return form === 'qualified' ? this.unit.targetNamespace : '';
  }

  /** `block`, or the schema's default, as far as it applies to the kind of component. */
  block(element: SourceElement, applicable: readonly XsdDerivation[]): readonly XsdDerivation[] {
    return this.#derivations(element, 'block', this.#blockDefault, applicable);
  }

  /** `final`, or the schema's default, as far as it applies to the kind of component. */
  final(element: SourceElement, applicable: readonly XsdDerivation[]): readonly XsdDerivation[] {
    return this.#derivations(element, 'final', this.#finalDefault, applicable);
  }

  #derivations(
    element: SourceElement,
    attribute: string,
    fallback: string | undefined,
    applicable: readonly XsdDerivation[],
  ): readonly XsdDerivation[] {
    const own = this.attribute(element, attribute);
    const value = own ?? fallback ?? '';
    if (value === '#all') {
      return applicable;
    }
    const names = listItems(value);
    for (const name of names) {
      // A simple type of XML Schema 1.1 may exclude extensions, which are complex types (Part 1, 3.16.2).
      const isOf11 = name === 'extension' && element.local === 'simpleType' && isVersion11(this.unit.schema);
      if (own === undefined || isOf11 || (applicable as readonly string[]).includes(name)) {
        continue;
      }
      this.report(
        'xsd/bad-attribute',
        { attribute, value: name, expected: ['#all', ...applicable].join(', ') },
        element,
        attribute,
      );
    }
    return applicable.filter((name) => names.includes(name));
  }

  /** Child elements of XML Schema, annotations left out, and those that conditional inclusion leaves out. */
  children(element: SourceElement): readonly SourceElement[] {
    const children: SourceElement[] = [];
    for (const child of element.children) {
      if (child.kind !== 'element' || child.namespace !== xsdNamespace || child.local === 'annotation') {
        continue;
      }
      if (this.#isIncluded(child)) {
        children.push(child);
      }
    }
    return children;
  }

  #isIncluded(element: SourceElement): boolean {
    if (!isExcluded(element)) {
      return true;
    }
    this.report('xsd/conditional-exclusion', { element: element.local }, element);
    return false;
  }

  /** Namespace of names without prefix in an XPath (XML Schema 1.1, Part 1, 3.13.2, {default namespace}). */
  xpathDefaultNamespace(element: SourceElement): string {
    const { schema, targetNamespace } = this.unit;
    const value =
      this.attribute(element, 'xpathDefaultNamespace') ?? this.attribute(schema, 'xpathDefaultNamespace') ?? '##local';
    switch (value) {
      case '##local':
        return '';
      case '##targetNamespace':
        return targetNamespace;
      case '##defaultNamespace':
        return element.namespaces.get('') ?? '';
      default:
        return value;
    }
  }

  /** Fields that every component has. */
  component(element: SourceElement): { readonly source: SourceElement; readonly documentation?: string } {
    const documentation = readDocumentation(element);
    return { source: element, ...(documentation !== undefined && { documentation }) };
  }

  /** Says that a construct of XML Schema 1.1 is read over. */
  ignored(element: SourceElement): void {
    this.report('xsd/version-1.1', { element: element.local }, element);
  }
}

const forms = ['qualified', 'unqualified'] as const;
