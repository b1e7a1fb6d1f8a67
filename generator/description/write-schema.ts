import type { Documented, ExpandedName } from '../contract/model.js';
import { splitExpandedName, xsdNamespace } from '../contract/names.js';
import type { Span } from '../diagnostics/diagnostic.js';
import type {
  DescribedSimpleType,
  WrittenAttribute,
  WrittenElement,
  WrittenFacet,
  WrittenRecord,
  WrittenSchema,
  WrittenType,
} from './components.js';
import type { Prefixes } from './prefixes.js';
import type { NamespaceGroup } from './reachable.js';
import { type TextAttribute, type TextElement, tag, textTag } from './xml-text.js';

/** How the two shapes differ in a schema. */
export interface SchemaStyle {
  /** ASP.NET always writes both bounds of an element, WCF only those which are not 1. */
  readonly allBounds: boolean;
  /** Prefixes for each schema; WCF numbers its local prefixes separately in each. */
  readonly prefixes: () => Prefixes;
  /** Attributes of `xs:schema`, in order. */
  readonly attributes: (namespace: string) => readonly TextAttribute[];
}

/** Writes `xs:schema` for a namespace. */
export function writeSchema(schema: WrittenSchema, group: NamespaceGroup, style: SchemaStyle): TextElement {
  return new SchemaWriter(schema, group, style).schema();
}

class SchemaWriter {
  readonly #schema: WrittenSchema;
  readonly #group: NamespaceGroup;
  readonly #style: SchemaStyle;
  readonly #prefixes: Prefixes;
  /** Namespaces that the written components refer to, in order. */
  readonly #namespaces = new Set<string>();

  constructor(schema: WrittenSchema, group: NamespaceGroup, style: SchemaStyle) {
    this.#schema = schema;
    this.#group = group;
    this.#style = style;
    this.#prefixes = style.prefixes();
  }

  schema(): TextElement {
    const { namespace: own, components } = this.#group;
    const body = components.flatMap(({ kind, name }) =>
      kind === 'element' ? this.#root(name) : this.#definition(name),
    );
    const imports = [...this.#namespaces].filter((namespace) => namespace !== own && namespace !== xsdNamespace);
    return this.#xs('schema', this.#style.attributes(own), [
      ...imports.map((namespace) => this.#xs('import', [['namespace', namespace === '' ? undefined : namespace]])),
      ...body,
    ]);
  }

  #xs(
    name: string,
    attributes?: readonly TextAttribute[],
    children?: readonly TextElement[],
    span?: Span,
  ): TextElement {
    return tag(`${this.#prefixes.schema}:${name}`, attributes, children, span);
  }

  #root(name: ExpandedName): readonly TextElement[] {
    const root = this.#schema.elements.get(name);
    if (root === undefined) {
      return [];
    }
    const attributes: TextAttribute[] = [
      ['name', splitExpandedName(name).local],
      ['nillable', root.nillable ? 'true' : undefined],
    ];
    return typeof root.type === 'string'
      ? [this.#xs('element', [...attributes, ...this.#reference('type', root.type)], [], root.span)]
      : [this.#xs('element', attributes, [this.#type(root.type)], root.span)];
  }

  #definition(name: ExpandedName): readonly TextElement[] {
    const type = this.#schema.types.get(name);
    return type === undefined ? [] : [this.#type(type, splitExpandedName(name).local)];
  }

  #type(type: WrittenType, name?: string): TextElement {
    return type.kind === 'simple' ? this.#simpleType(type, name) : this.#complexType(type, name);
  }

  /** An attribute that names a type, with the declarations that it needs. */
  #reference(attribute: string, type: ExpandedName): readonly TextAttribute[] {
    this.#namespaces.add(splitExpandedName(type).namespace);
    const { text, declarations } = this.#prefixes.name(type, this.#group.namespace);
    return [...declarations, [attribute, text]];
  }

  #annotation({ documentation }: Documented): readonly TextElement[] {
    return documentation === undefined
      ? []
      : [this.#xs('annotation', [], [textTag(`${this.#prefixes.schema}:documentation`, [], documentation)])];
  }

  #complexType(type: WrittenRecord, name: string | undefined): TextElement {
    const attributes: TextAttribute[] = [
      ['abstract', type.abstract ? 'true' : undefined],
      ['name', name],
    ];
    const elements = type.elements.map((element) => this.#element(element));
    const lax: TextAttribute = ['processContents', 'lax'];
    if (type.open) {
      elements.push(this.#xs('any', [['minOccurs', '0'], ['maxOccurs', 'unbounded'], lax]));
    }
    const body = [
      ...(elements.length === 0 ? [] : [this.#xs('sequence', [], elements)]),
      ...type.attributes.map((attribute) => this.#attribute(attribute)),
      ...(type.open ? [this.#xs('anyAttribute', [lax])] : []),
    ];
    return this.#xs('complexType', attributes, [...this.#annotation(type), ...this.#extended(type, body)], type.span);
  }

  #extended({ base, baseSpan }: WrittenRecord, body: readonly TextElement[]): readonly TextElement[] {
    return base === undefined
      ? body
      : [
          this.#xs(
            'complexContent',
            [['mixed', 'false']],
            [this.#xs('extension', this.#reference('base', base), body, baseSpan)],
          ),
        ];
  }

  #element(element: WrittenElement): TextElement {
    const { optional, repeated, nillable } = element;
    const { allBounds } = this.#style;
    const attributes: TextAttribute[] = [
      ['minOccurs', optional ? '0' : allBounds ? '1' : undefined],
      ['maxOccurs', repeated ? 'unbounded' : allBounds ? '1' : undefined],
      ['default', element.default],
      ['name', element.name],
      ['nillable', nillable ? 'true' : undefined],
      ...this.#reference('type', element.type),
    ];
    return this.#xs('element', attributes, this.#annotation(element), element.span);
  }

  #attribute(attribute: WrittenAttribute): TextElement {
    const attributes: TextAttribute[] = [
      ['default', attribute.default],
      ['name', attribute.name],
      ['use', attribute.required ? 'required' : undefined],
      ...this.#reference('type', attribute.type),
    ];
    return this.#xs('attribute', attributes, this.#annotation(attribute), attribute.span);
  }

  #simpleType(type: DescribedSimpleType, name: string | undefined): TextElement {
    const derivation = type.list
      ? this.#xs('list', this.#reference('itemType', type.base), [], type.baseSpan)
      : this.#xs(
          'restriction',
          this.#reference('base', type.base),
          type.facets.map((facet) => this.#facet(facet)),
        );
    return this.#xs('simpleType', [['name', name]], [...this.#annotation(type), derivation], type.span);
  }

  #facet(facet: WrittenFacet): TextElement {
    return this.#xs(facet.name, [['value', facet.value]], this.#annotation(facet), facet.span);
  }
}
