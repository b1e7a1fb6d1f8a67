import type {
  AttributeUse,
  ComplexTypeDefinition,
  Contract,
  Derivation,
  ElementDeclaration,
  ElementParticle,
  ExpandedName,
  Facets,
  IdentityConstraint,
  NamespaceConstraint,
  Particle,
  SimpleTypeDefinition,
  SoapArray,
  TypeDefinition,
  TypeKey,
  Wildcard,
  XPathAlternative,
} from '../contract/model.js';
import { expandedName, splitExpandedName, xsdNamespace } from '../contract/names.js';
import { particleOf } from '../contract/own-content.js';
import { headsOf } from '../contract/queries.js';
import type { PrefixedName, Prefixes } from './prefixes.js';
import { type TextAttribute, type TextElement, tag, textTag } from './xml-text.js';

const soap11Encoding = 'http://schemas.xmlsoap.org/soap/encoding/';
const soap12Encoding = 'http://www.w3.org/2003/05/soap-encoding';
const wsdlNamespace = 'http://schemas.xmlsoap.org/wsdl/';

/** How occurrence is written: ASP.NET always writes both bounds of a local element, WCF only those which are not 1. */
export type OccursStyle = 'always' | 'whenNeeded';

/** Writes the declarations and definitions of one schema document. */
export class TypeWriter {
  /** Namespaces that the written components refer to, in order. */
  readonly namespaces = new Set<string>();
  readonly #targetNamespace: string;
  readonly #prefixes: Prefixes;
  readonly #occursStyle: OccursStyle;
  readonly #types: ReadonlyMap<TypeKey, TypeDefinition>;
  readonly #elements: ReadonlyMap<ExpandedName, ElementDeclaration>;
  readonly #attributes: ReadonlySet<ExpandedName>;

  constructor(contract: Contract, targetNamespace: string, prefixes: Prefixes, occursStyle: OccursStyle) {
    this.#targetNamespace = targetNamespace;
    this.#prefixes = prefixes;
    this.#occursStyle = occursStyle;
    this.#types = new Map(contract.types.map((type) => [type.key, type]));
    this.#elements = new Map(contract.elements.map((element) => [element.name, element]));
    this.#attributes = new Set(contract.attributes.map((attribute) => attribute.name));
  }

  /** A global element declaration. */
  globalElement(name: ExpandedName): readonly TextElement[] {
    const element = this.#elements.get(name);
    if (element === undefined) {
      return [];
    }
    const heads = headsOf(element).map((head) => this.#name(head));
    const attributes: TextAttribute[] = [
      ['abstract', element.abstract ? 'true' : undefined],
      ...derivations('block', element.block),
      ...constraintOf(element),
      ...derivations('final', element.final),
      ['name', splitExpandedName(name).local],
      ['nillable', element.nillable ? 'true' : undefined],
      ...heads.flatMap((head) => head.declarations),
      ['substitutionGroup', heads.length === 0 ? undefined : heads.map((head) => head.text).join(' ')],
    ];
    return [this.#typed('element', attributes, element.type, element)];
  }

  /** A global type definition. */
  globalType(name: ExpandedName): readonly TextElement[] {
    const type = this.#types.get(name);
    return type === undefined ? [] : [this.#definition(type)];
  }

  /** A global attribute declaration. */
  globalAttribute(contract: Contract, name: ExpandedName): readonly TextElement[] {
    const attribute = contract.attributes.find((candidate) => candidate.name === name);
    if (attribute === undefined) {
      return [];
    }
    const attributes: TextAttribute[] = [...constraintOf(attribute), ['name', splitExpandedName(name).local]];
    return [this.#typed('attribute', attributes, attribute.type, attribute)];
  }

  #xs(name: string, attributes?: readonly TextAttribute[], children?: readonly TextElement[]): TextElement {
    return tag(`${this.#prefixes.schema}:${name}`, attributes, children);
  }

  #name(name: ExpandedName): PrefixedName {
    this.namespaces.add(splitExpandedName(name).namespace);
    return this.#prefixes.name(name, this.#targetNamespace);
  }

  /** A declaration with its type: named by an attribute, or in place. */
  #typed(
    local: string,
    attributes: readonly TextAttribute[],
    key: TypeKey,
    owner: { readonly documentation?: string; readonly identityConstraints?: readonly IdentityConstraint[] },
  ): TextElement {
    const constraints = (owner.identityConstraints ?? []).map((constraint) => this.#identityConstraint(constraint));
    const type = this.#types.get(key);
    if (type !== undefined && type.name === undefined) {
      return this.#xs(local, attributes, [...this.#annotation(owner), this.#definition(type), ...constraints]);
    }
    const name = this.#name(key);
    const all: TextAttribute[] = [...attributes, ...name.declarations, ['type', name.text]];
    return this.#xs(local, all, [...this.#annotation(owner), ...constraints]);
  }

  #annotation(owner: { readonly documentation?: string }): readonly TextElement[] {
    if (owner.documentation === undefined) {
      return [];
    }
    return [this.#xs('annotation', [], [textTag(`${this.#prefixes.schema}:documentation`, [], owner.documentation)])];
  }

  #definition(type: TypeDefinition): TextElement {
    return type.kind === 'simpleType' ? this.#simpleType(type) : this.#complexType(type);
  }

  #complexType(type: ComplexTypeDefinition): TextElement {
    const attributes: TextAttribute[] = [
      ['abstract', type.abstract ? 'true' : undefined],
      ...derivations('block', type.block),
      ...derivations('final', type.final),
      ['mixed', type.content.kind === 'mixed' ? 'true' : undefined],
      ['name', type.name && splitExpandedName(type.name).local],
    ];
    return this.#xs('complexType', attributes, [...this.#annotation(type), ...this.#complexBody(type)]);
  }

  #complexBody(type: ComplexTypeDefinition): readonly TextElement[] {
    const particle = particleOf(type.content);
    if (type.soapArray !== undefined) {
      return [this.#soapArray(type, type.soapArray, particle)];
    }
    const body = [
      ...(particle === undefined ? [] : [this.#particle(asGroup(particle))]),
      ...type.attributes.map((use) => this.#attributeUse(use)),
      ...(type.anyAttribute === undefined
        ? []
        : [this.#xs('anyAttribute', wildcardAttributes(type.anyAttribute, this.#targetNamespace))]),
    ];
    const base = type.base ?? (type.content.kind === 'simple' ? type.content.type : undefined);
    if (base === undefined) {
      return body;
    }
    const name = this.#name(base);
    const content = type.content.kind === 'simple' ? 'simpleContent' : 'complexContent';
    const mixed: TextAttribute = [
      'mixed',
      content === 'complexContent' && type.content.kind !== 'mixed' ? 'false' : undefined,
    ];
    const derivation = this.#xs(type.derivation, [...name.declarations, ['base', name.text]], body);
    return [this.#xs(content, [mixed], [derivation])];
  }

  /** SOAP 1.1, 5.4.2. */
  #soapArray(type: ComplexTypeDefinition, array: SoapArray, particle: Particle | undefined): TextElement {
    const item = this.#name(array.itemType);
    const base = type.base ?? expandedName(soap11Encoding, 'Array');
    const { namespace } = splitExpandedName(base);
    const baseName = this.#name(base);
    const encoding = namespace === soap12Encoding ? soap12Encoding : soap11Encoding;
    const arrayType = this.#name(expandedName(encoding, 'arrayType'));
    const attribute = this.#xs('attribute', [
      ...arrayType.declarations,
      ['ref', arrayType.text],
      ...item.declarations,
      ['n1:arrayType', `${item.text}${array.rank}`],
      ['xmlns:n1', wsdlNamespace],
    ]);
    const body = [...(particle === undefined ? [] : [this.#particle(asGroup(particle))]), attribute];
    const restriction = this.#xs('restriction', [...baseName.declarations, ['base', baseName.text]], body);
    return this.#xs('complexContent', [['mixed', 'false']], [restriction]);
  }

  #particle(particle: Particle): TextElement {
    switch (particle.kind) {
      case 'element':
        return this.#localElement(particle);
      case 'any':
        return this.#xs('any', [
          ...occurs(particle, 'whenNeeded'),
          ...wildcardAttributes(particle, this.#targetNamespace),
        ]);
      case 'sequence':
      case 'choice':
      case 'all':
        return this.#xs(
          particle.kind,
          occurs(particle, 'whenNeeded'),
          particle.particles.map((child) => this.#particle(child)),
        );
    }
  }

  #localElement(particle: ElementParticle): TextElement {
    const bounds = occurs(particle, this.#occursStyle);
    if (particle.ref) {
      const name = this.#name(expandedName(particle.namespace, particle.name));
      return this.#xs(
        'element',
        [...bounds, ...name.declarations, ['ref', name.text]],
        [...this.#annotation(particle)],
      );
    }
    const attributes: TextAttribute[] = [
      ...bounds,
      ...derivations('block', particle.block),
      ...constraintOf(particle),
      ['form', particle.namespace === this.#targetNamespace ? undefined : 'unqualified'],
      ['name', particle.name],
      ['nillable', particle.nillable ? 'true' : undefined],
    ];
    return this.#typed('element', attributes, particle.type, particle);
  }

  #attributeUse(use: AttributeUse): TextElement {
    const required: TextAttribute = ['use', use.use === 'optional' ? undefined : use.use];
    const name = expandedName(use.namespace, use.name);
    if (use.namespace !== '' && (this.#attributes.has(name) || use.namespace !== this.#targetNamespace)) {
      const prefixed = this.#name(name);
      const attributes: TextAttribute[] = [
        ...constraintOf(use),
        ...prefixed.declarations,
        ['ref', prefixed.text],
        required,
      ];
      return this.#xs('attribute', attributes, [...this.#annotation(use)]);
    }
    const form: TextAttribute = ['form', use.namespace === '' ? undefined : 'qualified'];
    return this.#typed('attribute', [...constraintOf(use), form, ['name', use.name], required], use.type, use);
  }

  #simpleType(type: SimpleTypeDefinition): TextElement {
    const attributes: TextAttribute[] = [
      ...derivations('final', type.final),
      ['name', type.name && splitExpandedName(type.name).local],
    ];
    return this.#xs('simpleType', attributes, [...this.#annotation(type), this.#simpleDerivation(type)]);
  }

  #simpleDerivation(type: SimpleTypeDefinition): TextElement {
    const primary = splitExpandedName(type.base).namespace === xsdNamespace && !this.#types.has(type.base);
    const constructed = primary ? constructionOf(type) : undefined;
    return constructed
      ? this.#referring(constructed.local, constructed.attribute, constructed.types, [])
      : this.#referring('restriction', 'base', [type.base], this.#facets(type));
  }

  /** An element that names types in an attribute, or contains those without a name. */
  #referring(
    local: string,
    attribute: string,
    keys: readonly TypeKey[],
    children: readonly TextElement[],
  ): TextElement {
    const anonymous = keys.flatMap((key) => {
      const type = this.#types.get(key);
      return type === undefined || type.name !== undefined ? [] : [type];
    });
    const names = keys.filter((key) => !anonymous.some((type) => type.key === key)).map((key) => this.#name(key));
    const attributes: TextAttribute[] = [
      ...names.flatMap((name) => name.declarations),
      [attribute, names.length === 0 ? undefined : names.map((name) => name.text).join(' ')],
    ];
    return this.#xs(local, attributes, [...anonymous.map((type) => this.#definition(type)), ...children]);
  }

  /** The facets of this step alone: effective facets that the base has, too, are left out. */
  #facets(type: SimpleTypeDefinition): readonly TextElement[] {
    const base = this.#types.get(type.base);
    const inherited: Facets = base?.kind === 'simpleType' ? base.facets : {};
    const { patterns, enumeration, ...single } = type.facets;
    const elements = Object.entries(single)
      .filter(([name, value]) => value !== inherited[name as keyof Facets])
      .map(([name, value]) => this.#xs(name, [['value', String(value)]]));
    const ownPatterns = (patterns ?? []).slice(inherited.patterns?.length ?? 0).flat();
    const ownValues = JSON.stringify(enumeration) === JSON.stringify(inherited.enumeration) ? [] : (enumeration ?? []);
    return [
      ...ownValues.map((value) => this.#xs('enumeration', [['value', value.value]], [...this.#annotation(value)])),
      ...ownPatterns.map((pattern) => this.#xs('pattern', [['value', pattern]])),
      ...elements,
    ];
  }

  #identityConstraint(constraint: IdentityConstraint): TextElement {
    const refer = constraint.refer === undefined ? undefined : this.#name(constraint.refer);
    const attributes: TextAttribute[] = [
      ['name', splitExpandedName(constraint.name).local],
      ...(refer?.declarations ?? []),
      ['refer', refer?.text],
    ];
    return this.#xs(constraint.kind, attributes, [
      this.#xpath('selector', constraint.selector),
      ...constraint.fields.map((field) => this.#xpath('field', field)),
    ]);
  }

  #xpath(local: string, alternatives: readonly XPathAlternative[]): TextElement {
    const declarations: TextAttribute[] = [];
    const step = (name: string): string => {
      if (!name.startsWith('{')) {
        return name;
      }
      const prefixed = this.#name(name);
      declarations.push(...prefixed.declarations);
      return prefixed.text;
    };
    const texts = alternatives.map(({ anyDepth, steps, attribute }) => {
      const path = [...steps.map(step), ...(attribute === undefined ? [] : [`@${step(attribute)}`])];
      return (anyDepth ? './/' : '') + (path.length === 0 ? '.' : path.join('/'));
    });
    return this.#xs(local, [...declarations, ['xpath', texts.join('|')]]);
  }
}

/** How a list or a union is written that restricts nothing. */
function constructionOf({ variety, itemType, memberTypes }: SimpleTypeDefinition) {
  switch (variety) {
    case 'list':
      return itemType === undefined ? undefined : { local: 'list', attribute: 'itemType', types: [itemType] };
    case 'union':
      return memberTypes && { local: 'union', attribute: 'memberTypes', types: memberTypes };
    case 'atomic':
      return undefined;
  }
}

/** A content model has to be a group. */
function asGroup(particle: Particle): Particle {
  if (particle.kind !== 'element' && particle.kind !== 'any') {
    return particle;
  }
  return { kind: 'sequence', minOccurs: 1, maxOccurs: 1, particles: [particle] };
}

function occurs(
  { minOccurs, maxOccurs }: { readonly minOccurs: number; readonly maxOccurs: number | null },
  style: OccursStyle,
): readonly TextAttribute[] {
  const max = maxOccurs === null ? 'unbounded' : String(maxOccurs);
  return [
    ['minOccurs', style === 'always' || minOccurs !== 1 ? String(minOccurs) : undefined],
    ['maxOccurs', style === 'always' || maxOccurs !== 1 ? max : undefined],
  ];
}

function constraintOf(owner: {
  readonly value?: { kind: 'default' | 'fixed'; value: string };
}): readonly TextAttribute[] {
  return owner.value === undefined ? [] : [[owner.value.kind, owner.value.value]];
}

function derivations(attribute: 'block' | 'final', values: readonly Derivation[]): readonly TextAttribute[] {
  return values.length === 0 ? [] : [[attribute, values.join(' ')]];
}

function wildcardAttributes(wildcard: Wildcard, targetNamespace: string): readonly TextAttribute[] {
  const process = wildcard.processContents === 'strict' ? undefined : wildcard.processContents;
  return [
    ['namespace', namespacesText(wildcard.namespaces, targetNamespace)],
    ['processContents', process],
  ];
}

function namespacesText(constraint: NamespaceConstraint, targetNamespace: string): string | undefined {
  switch (constraint.kind) {
    case 'any':
      return undefined;
    case 'not':
      return '##other';
    case 'enumeration':
      return constraint.namespaces
        .map((namespace) => {
          if (namespace === '') {
            return '##local';
          }
          return namespace === targetNamespace ? '##targetNamespace' : namespace;
        })
        .join(' ');
  }
}
