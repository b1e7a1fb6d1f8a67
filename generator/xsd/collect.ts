import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import type { SourceElement } from '../source/document.js';
import { type ExpandedName, expandedName } from '../source/names.js';
import { bundledPrefix } from '../source/well-known/prefix.js';
import { readAttributeGroup, readGlobalAttribute } from './attribute-uses.js';
import { elementSpan } from './attributes.js';
import { isBuiltIn } from './built-ins.js';
import { readComplexType } from './complex-types.js';
import type {
  AttributeGroupDefinition,
  Component,
  ModelGroupDefinition,
  NotationDeclaration,
  RedefinedGroup,
  XsdAttributeDeclaration,
  XsdComplexTypeDefinition,
  XsdElementDeclaration,
  XsdSimpleTypeDefinition,
  XsdTypeDefinition,
} from './components.js';
import { readGlobalElement } from './elements.js';
import { readGroup } from './particles.js';
import { SchemaReader } from './reader.js';
import { signature } from './signature.js';
import { readSimpleType } from './simple-types.js';
import type { SchemaUnit } from './units.js';

/** The symbol spaces while they are filled. */
export interface SymbolSpaces {
  readonly types: Map<ExpandedName, XsdTypeDefinition>;
  readonly elements: Map<ExpandedName, XsdElementDeclaration>;
  readonly attributes: Map<ExpandedName, XsdAttributeDeclaration>;
  readonly groups: Map<ExpandedName, ModelGroupDefinition>;
  readonly attributeGroups: Map<ExpandedName, AttributeGroupDefinition>;
  readonly notations: Map<ExpandedName, NotationDeclaration>;
  readonly redefined: RedefinedGroup[];
}

/** Says whether two documents, by `uri`, belong to one input. */
type ReadTogether = (one: string, other: string) => boolean;

/** Reads the global components of every schema, then replaces originals by their redefinitions. */
export function collectComponents(
  units: readonly SchemaUnit[],
  together: ReadTogether,
): [SymbolSpaces, readonly Diagnostic[]] {
  const collector = new Collector(together);
  for (const unit of units) {
    collector.readUnit(unit);
  }
  // A schema that is redefined may redefine others itself; it was found later, so it goes first.
  for (const redefinition of collector.redefinitions.reverse()) {
    collector.redefine(redefinition);
  }
  for (const override of collector.overrides.reverse()) {
    collector.override(override);
  }
  return [collector.spaces, collector.diagnostics];
}

interface Redefinition {
  readonly reader: SchemaReader;
  readonly element: SourceElement;
}

class Collector {
  readonly spaces: SymbolSpaces = {
    types: new Map(),
    elements: new Map(),
    attributes: new Map(),
    groups: new Map(),
    attributeGroups: new Map(),
    notations: new Map(),
    redefined: [],
  };
  readonly diagnostics: Diagnostic[] = [];
  readonly redefinitions: Redefinition[] = [];
  readonly overrides: Redefinition[] = [];
  /** The unit that a component came from, to recognise real duplicates. */
  readonly #units = new Map<Component, SchemaUnit>();
  /** Schemas that repeat definitions of others, by these others. */
  readonly #copies = new Map<SchemaUnit, Set<SchemaUnit>>();
  readonly #redefinedBy = new Map<SchemaUnit, Set<string>>();
  readonly #together: ReadTogether;

  constructor(together: ReadTogether) {
    this.#together = together;
  }

  readUnit(unit: SchemaUnit): void {
    const reader = new SchemaReader(unit, this.diagnostics, readComplexType);
    for (const child of reader.children(unit.schema)) {
      this.#readGlobal(reader, child);
    }
  }

  #readGlobal(reader: SchemaReader, element: SourceElement): void {
    const { spaces } = this;
    switch (element.local) {
      case 'element': {
        const declaration = readGlobalElement(reader, element);
        if (declaration) {
          this.#define(reader, spaces.elements, expandedName(declaration.namespace, declaration.name), declaration);
        }
        return;
      }
      case 'attribute': {
        const declaration = readGlobalAttribute(reader, element);
        if (declaration) {
          this.#define(reader, spaces.attributes, declaration.name, declaration);
        }
        return;
      }
      case 'simpleType':
      case 'complexType':
      case 'group':
      case 'attributeGroup':
      case 'notation':
        this.#readDefinition(reader, element);
        return;
      case 'redefine':
        for (const child of reader.children(element)) {
          this.redefinitions.push({ reader, element: child });
        }
        return;
      case 'override':
        for (const child of reader.children(element)) {
          this.overrides.push({ reader, element: child });
        }
        return;
      case 'defaultOpenContent':
      case 'import':
      case 'include':
        return;
    }
  }

  #readDefinition(reader: SchemaReader, element: SourceElement): void {
    const name = reader.ownName(element);
    if (name === undefined) {
      return;
    }
    const { spaces } = this;
    const key = reader.globalName(name);
    switch (element.local) {
      case 'simpleType':
        // The schema for schemas defines the built-in types.
        if (!isBuiltIn(key)) {
          this.#define(reader, spaces.types, key, readSimpleType(reader, element, name));
        }
        return;
      case 'complexType':
        if (!isBuiltIn(key)) {
          this.#define(reader, spaces.types, key, readComplexType(reader, element, name));
        }
        return;
      case 'group':
        this.#define(reader, spaces.groups, key, readGroup(reader, element, name));
        return;
      case 'attributeGroup':
        this.#define(reader, spaces.attributeGroups, key, readAttributeGroup(reader, element, name));
        return;
      case 'notation':
        this.#define(reader, spaces.notations, key, {
          kind: 'notation',
          ...reader.component(element),
          name: key,
        });
        return;
    }
  }

  /** The first definition of a name stays; a second one that is identical is not a mistake. */
  #define<T extends Component>(
    reader: SchemaReader,
    space: Map<ExpandedName, T>,
    name: ExpandedName,
    component: T,
  ): void {
    const first = space.get(name);
    if (!first) {
      space.set(name, component);
      this.#units.set(component, reader.unit);
      return;
    }
    const unit = this.#units.get(first);
    if (!unit) {
      return;
    }
    if (signature(first.source, unit) === signature(component.source, reader.unit)) {
      this.#repeated(first, unit, component, reader.unit, name);
      return;
    }
    const note = { message: 'The first definition, which is used, is here.', span: elementSpan(first.source) };
    const parameters = { kind: component.source.local, name };
    const code = this.#ofOneInput(first, component) ? 'xsd/duplicate-definition' : 'xsd/conflicting-inputs';
    this.diagnostics.push(diagnostic(code, parameters, elementSpan(component.source), [note]));
  }

  /**
   * Two schemas may have all in common, as copies of one file do: one warning is enough. Separate inputs, such as the WSDLs
   * of several services, may each define what they need.
   */
  #repeated(first: Component, before: SchemaUnit, again: Component, unit: SchemaUnit, name: ExpandedName): void {
    const known = this.#copies.get(before) ?? new Set();
    this.#copies.set(before, known);
    if (known.has(unit)) {
      return;
    }
    known.add(unit);
    if (isBundled(first) || isBundled(again) || !this.#ofOneInput(first, again)) {
      return;
    }
    const note = { message: 'The first definition, which is used, is here.', span: elementSpan(first.source) };
    const parameters = { kind: again.source.local, name };
    this.diagnostics.push(diagnostic('xsd/repeated-definition', parameters, elementSpan(again.source), [note]));
  }

  /** Bundled schemas belong to every input. */
  #ofOneInput(one: Component, other: Component): boolean {
    if (isBundled(one) || isBundled(other)) {
      return true;
    }
    return this.#together(one.source.position.uri, other.source.position.uri);
  }

  /** One schema redefines a definition once; those that redefine it may be redefined in turn. */
  #redefinedOnce({ unit }: SchemaReader, element: SourceElement, key: ExpandedName): void {
    const kind = element.local === 'simpleType' || element.local === 'complexType' ? 'type' : element.local;
    const known = this.#redefinedBy.get(unit) ?? new Set();
    this.#redefinedBy.set(unit, known);
    const parameters = { kind: element.local, name: key };
    if (known.has(`${kind} ${key}`)) {
      this.diagnostics.push(diagnostic('xsd/repeated-definition', parameters, elementSpan(element)));
    }
    known.add(`${kind} ${key}`);
  }

  /**
   * `xs:override` (XML Schema 1.1, Part 1, 4.2.5): the new component replaces the old one; if there is no old one, the new
   * one is ignored.
   */
  override({ reader, element }: Redefinition): void {
    const name = reader.ownName(element);
    if (name === undefined) {
      return;
    }
    const key = reader.globalName(name);
    const isType = element.local === 'simpleType' || element.local === 'complexType';
    const { types, elements, attributes, groups, attributeGroups, notations } = this.spaces;
    const others = {
      element: elements,
      attribute: attributes,
      group: groups,
      attributeGroup: attributeGroups,
      notation: notations,
    };
    const space: Map<string, Component> | undefined = isType ? types : others[element.local as keyof typeof others];
    const old = space?.get(key);
    const unit = old && this.#units.get(old);
    if (unit === undefined || unit === reader.unit) {
      return;
    }
    space?.delete(key);
    // The new component stands in the place of the old one: what its schema has by default holds for it.
    this.#readGlobal(new SchemaReader(unit, this.diagnostics, readComplexType), element);
  }

  /** `xs:redefine` (Part 1, 4.2.2): the new definition refers to the old one by their common name. */
  redefine({ reader, element }: Redefinition): void {
    const name = reader.ownName(element);
    if (name === undefined) {
      return;
    }
    const key = reader.globalName(name);
    const { types, groups, attributeGroups, redefined } = this.spaces;
    this.#redefinedOnce(reader, element, key);
    switch (element.local) {
      case 'simpleType':
      case 'complexType': {
        const old = types.get(key);
        if (!old || (element.local === 'simpleType' && old.kind === 'complexType')) {
          break;
        }
        types.set(key, redefineType(reader, element, name, old));
        return;
      }
      case 'group': {
        const old = groups.get(key);
        if (!old) {
          break;
        }
        const group = readGroup(reader, element, name, old);
        groups.set(key, group);
        redefined.push({ now: group, before: old });
        return;
      }
      case 'attributeGroup': {
        const old = attributeGroups.get(key);
        if (!old) {
          break;
        }
        const group = readAttributeGroup(reader, element, name, old);
        attributeGroups.set(key, group);
        redefined.push({ now: group, before: old });
        return;
      }
      default:
        return;
    }
    reader.report('xsd/unresolved-redefinition', { kind: element.local, name }, element, 'name');
    this.#readDefinition(reader, element);
  }
}

function redefineType(
  reader: SchemaReader,
  element: SourceElement,
  name: string,
  old: XsdTypeDefinition,
): XsdTypeDefinition {
  const { name: key, ...anonymous } = old;
  const inline = { kind: 'inline' as const, definition: anonymous as XsdTypeDefinition };
  if (element.local === 'complexType') {
    const definition: XsdComplexTypeDefinition = readComplexType(reader, element, name);
    if (definition.base?.kind === 'named' && definition.base.name === key) {
      return { ...definition, base: inline };
    }
    reader.report('xsd/redefinition-base', { name }, element, 'name');
    return definition;
  }
  const definition: XsdSimpleTypeDefinition = readSimpleType(reader, element, name);
  const { derivation } = definition;
  if (derivation.kind === 'restriction' && derivation.base.kind === 'named' && derivation.base.name === key) {
    return { ...definition, derivation: { ...derivation, base: inline } };
  }
  reader.report('xsd/redefinition-base', { name }, element, 'name');
  return definition;
}

function isBundled({ source }: Component): boolean {
  return source.position.uri.startsWith(bundledPrefix);
}
