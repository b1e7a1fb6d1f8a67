import type {
  AttributeUse,
  ElementDeclaration,
  ElementParticle,
  ExpandedName,
  Particle,
  SimpleTypeDefinition,
  TypeDefinition,
  TypeKey,
} from '../contract/model.js';
import { expandedName, microsoftTypesNamespace, xsdNamespace } from '../contract/names.js';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import { ArrayNames } from './array-names.js';
import { facetsOf } from './facets.js';
import type {
  Description,
  FieldDescription,
  RecordDescription,
  ScalarDescription,
  TypeDescription,
  TypeNotation,
} from './model.js';
import type { NameOwner, NamesTaken } from './names-taken.js';
import { builtInTypes, valueTypes } from './scalars.js';

const arraysNamespace = 'http://schemas.microsoft.com/2003/10/Serialization/Arrays';

/** A type that a type expression means. */
export interface ResolvedType {
  readonly key: TypeKey;
  /** Local name, as arrays and root elements of it are named. */
  readonly local: string;
  /** A value type of .NET: never nil unless it says so, and therefore never absent in an `.asmx`. */
  readonly value: boolean;
  /** Text, as parameters of HTTP bindings have to be. */
  readonly simple: boolean;
}

/** Makes the types and elements of a contract from a description. */
export class SchemaHalfBuilder {
  readonly types = new Map<TypeKey, TypeDefinition>();
  readonly elements = new Map<ExpandedName, ElementDeclaration>();
  readonly diagnostics: Diagnostic[] = [];
  readonly #description: Description;
  readonly #declared: ReadonlyMap<string, TypeDescription>;
  readonly #arrayNames: ArrayNames;
  readonly #names: NamesTaken;

  constructor(description: Description, names: NamesTaken) {
    this.#description = description;
    this.#names = names;
    this.#arrayNames = new ArrayNames(description);
    this.#declared = new Map(description.types.map((type) => [type.name, type]));
  }

  /** Defines all types of the description. */
  defineTypes(): void {
    for (const type of this.#description.types) {
      if (builtInTypes.has(type.name)) {
        this.diagnostics.push(diagnostic('description/reserved-type', { name: type.name }, type.span));
      } else {
        this.#define(type);
      }
    }
  }

  /** A global element with an anonymous type that contains these children, or anything. */
  wrapper(
    namespace: string,
    local: string,
    fields: readonly FieldDescription[] | 'open',
    owner: NameOwner,
  ): ExpandedName {
    const name = expandedName(namespace, local);
    const key = `${name}#element`;
    const type: TypeDefinition = {
      kind: 'complexType',
      key,
      scope: { path: [{ kind: 'element', name }] },
      final: [],
      abstract: false,
      block: [],
      derivation: 'restriction',
      ...this.#content(namespace, fields === 'open' ? [] : fields, fields === 'open'),
      attributes: [],
    };
    if (!this.#names.take('element', name, type, owner) || this.elements.has(name)) {
      return name;
    }
    this.types.set(key, type);
    this.elements.set(name, element(name, key, false));
    return name;
  }

  /** A global element of a declared or built-in type: the root of an HTTP answer, or the detail of a fault. */
  rootElement(namespace: string, type: TypeNotation, owner: NameOwner): ExpandedName | undefined {
    const resolved = this.resolve(type);
    if (resolved === undefined) {
      return undefined;
    }
    const name = expandedName(namespace, resolved.local);
    if (!this.#names.take('element', name, resolved.key, owner)) {
      return name;
    }
    // One element for `int` and `int?`: it may be nil where either of them may.
    const nillable = type.nillable || !resolved.value || this.elements.get(name)?.nillable === true;
    this.elements.set(name, element(name, resolved.key, nillable));
    return name;
  }

  /** The type that a type expression means; undefined if there is no such type, which is reported. */
  resolve(type: TypeNotation): ResolvedType | undefined {
    let resolved = this.#resolveName(type);
    for (let i = 0; resolved !== undefined && i < type.arrays; i++) {
      resolved = this.#arrayOf(resolved);
    }
    return resolved;
  }

  #resolveName(type: TypeNotation): ResolvedType | undefined {
    const { name } = type;
    const declared = this.#declared.get(name);
    if (declared !== undefined && !builtInTypes.has(name)) {
      const key = expandedName(this.#description.typesNamespace, name);
      return { key, local: name, value: this.#isValue(declared, new Set()), simple: declared.kind !== 'record' };
    }
    if (name === 'char' || name === 'guid') {
      return this.#microsoftType(name);
    }
    if (builtInTypes.has(name)) {
      const key = expandedName(xsdNamespace, name);
      return { key, local: name, value: valueTypes.has(name), simple: name !== 'anyType' };
    }
    this.diagnostics.push(diagnostic('description/unknown-type', { name }, type.span));
    return undefined;
  }

  #isValue(type: TypeDescription, seen: Set<string>): boolean {
    if (type.kind !== 'scalar') {
      return type.kind === 'enumeration';
    }
    if (type.list || seen.has(type.name)) {
      return false;
    }
    const base = this.#declared.get(type.base.name);
    return base === undefined ? valueTypes.has(type.base.name) : this.#isValue(base, seen.add(type.name));
  }

  /** .NET's own simple types, in the namespace that ASP.NET uses for them. */
  #microsoftType(name: 'char' | 'guid'): ResolvedType {
    const key = expandedName(microsoftTypesNamespace, name);
    const builtIn = expandedName(xsdNamespace, name === 'char' ? 'unsignedShort' : 'string');
    const pattern = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}';
    const facets = name === 'char' ? {} : { patterns: [[pattern]] };
    this.types.set(key, simpleType({ key, name: key, base: builtIn, builtIn, facets }));
    return { key, local: name, value: true, simple: true };
  }

  /** `ArrayOfX`: a complex type whose items are elements named after X. */
  #arrayOf(item: ResolvedType): ResolvedType {
    const wcf = this.#description.profile === 'wcf';
    const local = this.#arrayNames.of(item.local);
    const builtIn = item.key.startsWith(`{${xsdNamespace}}`);
    const namespace = wcf && builtIn ? arraysNamespace : this.#description.typesNamespace;
    const key = expandedName(namespace, local);
    const particle: ElementParticle = {
      ...particleOf(item.local, namespace, item.key),
      minOccurs: 0,
      maxOccurs: null,
      nillable: !item.value,
    };
    this.types.set(key, {
      kind: 'complexType',
      key,
      name: key,
      final: [],
      abstract: false,
      block: [],
      derivation: 'restriction',
      content: { kind: 'elementOnly', particle: sequence([particle]) },
      attributes: [],
    });
    return { key, local, value: false, simple: false };
  }

  #define(type: TypeDescription): void {
    const key = expandedName(this.#description.typesNamespace, type.name);
    const documentation = type.documentation === undefined ? {} : { documentation: type.documentation };
    switch (type.kind) {
      case 'record':
        this.#record(key, type);
        return;
      case 'enumeration': {
        const base = expandedName(xsdNamespace, 'string');
        const facets = { enumeration: type.values };
        this.types.set(key, { ...simpleType({ key, name: key, base, builtIn: base, facets }), ...documentation });
        return;
      }
      case 'scalar': {
        const definition = this.#scalar(key, type, new Set([type.name]));
        if (definition) {
          this.types.set(key, { ...definition, ...documentation });
        }
      }
    }
  }

  #record(key: TypeKey, type: RecordDescription): void {
    const base = type.base && this.#baseOf(type, type.base);
    this.types.set(key, {
      kind: 'complexType',
      key,
      name: key,
      final: [],
      abstract: type.abstract,
      block: [],
      ...(base !== undefined && { base }),
      derivation: base === undefined ? 'restriction' : 'extension',
      ...this.#content(this.#description.typesNamespace, type.fields, type.open),
      attributes: type.attributes.flatMap((field) => this.#attribute(field) ?? []).sort(byName),
      ...(type.documentation !== undefined && { documentation: type.documentation }),
    });
  }

  #baseOf(type: RecordDescription, base: TypeNotation): TypeKey | undefined {
    const resolved = this.resolve(base);
    const declared = this.#declared.get(base.name);
    if (resolved === undefined) {
      return undefined;
    }
    if (declared?.kind !== 'record' || base.arrays > 0) {
      this.diagnostics.push(diagnostic('description/not-record', { name: base.name }, base.span));
      return undefined;
    }
    const seen = new Set<string>();
    for (let up: TypeDescription | undefined = declared; up?.kind === 'record'; ) {
      if (up === type || seen.has(up.name)) {
        this.diagnostics.push(diagnostic('description/circular', { name: type.name }, base.span));
        return undefined;
      }
      seen.add(up.name);
      up = up.base && this.#declared.get(up.base.name);
    }
    return resolved.key;
  }

  #attribute(field: FieldDescription): AttributeUse | undefined {
    const resolved = this.resolve(field.type);
    if (resolved === undefined) {
      return undefined;
    }
    if (!this.#isSimple(field.type, resolved, 'an attribute')) {
      return undefined;
    }
    return {
      name: field.name,
      namespace: '',
      use: field.optional === false ? 'required' : 'optional',
      type: resolved.key,
      ...(field.default !== undefined && { value: { kind: 'default', value: field.default } }),
      ...(field.documentation !== undefined && { documentation: field.documentation }),
    };
  }

  /** Reports a type that has parts, or is an array, where only text is possible. */
  #isSimple(type: TypeNotation, resolved: ResolvedType, what: string): boolean {
    if (resolved.simple) {
      return true;
    }
    const kind = type.arrays > 0 ? 'an array' : type.name === 'anyType' ? 'open' : 'a record';
    const name = type.name + '[]'.repeat(type.arrays);
    this.diagnostics.push(diagnostic('description/not-simple', { name, kind, what }, type.span));
    return false;
  }

  #content(namespace: string, fields: readonly FieldDescription[], open: boolean): OpenContent {
    const particles: Particle[] = fields.flatMap((field) => this.#field(namespace, field) ?? []);
    const anything = { namespaces: { kind: 'any' }, processContents: 'lax' } as const;
    if (open) {
      particles.push({ kind: 'any', minOccurs: 0, maxOccurs: null, ...anything });
    }
    return {
      content: particles.length === 0 ? { kind: 'empty' } : { kind: 'elementOnly', particle: sequence(particles) },
      ...(open && { anyAttribute: anything }),
    };
  }

  /**
   * ASP.NET: value types are required, references optional, and nillable elements always present. WCF: everything is
   * optional.
   */
  #field(namespace: string, field: FieldDescription): ElementParticle | undefined {
    const resolved = this.resolve(field.type);
    if (resolved === undefined) {
      return undefined;
    }
    const wcf = this.#description.profile === 'wcf';
    const optional = field.optional ?? (wcf || field.repeated || !(resolved.value || field.type.nillable));
    return {
      ...particleOf(field.name, namespace, resolved.key),
      minOccurs: optional ? 0 : 1,
      maxOccurs: field.repeated ? null : 1,
      nillable: field.type.nillable || (wcf && !resolved.value),
      ...(field.default !== undefined && { value: { kind: 'default', value: field.default } }),
      ...(field.documentation !== undefined && { documentation: field.documentation }),
    };
  }

  #scalar(key: TypeKey, type: ScalarDescription, seen: Set<string>): SimpleTypeDefinition | undefined {
    const resolved = this.resolve(type.base);
    if (resolved === undefined) {
      return undefined;
    }
    if (!this.#isSimple(type.base, resolved, 'the base of a simple type')) {
      return undefined;
    }
    if (type.list) {
      const anySimpleType = expandedName(xsdNamespace, 'anySimpleType');
      const { builtIn: _, ...list } = simpleType({ key, name: key, base: anySimpleType, builtIn: '', facets: {} });
      return { ...list, variety: 'list', itemType: resolved.key };
    }
    const base = this.#scalarBase(resolved.key, type, seen);
    if (base === undefined) {
      return undefined;
    }
    const [facets, found] = facetsOf(type, base.facets);
    this.diagnostics.push(...found);
    return { ...base, key, name: key, base: resolved.key, facets };
  }

  /** The definition that a simple type goes on from; for a built-in type an empty one. */
  #scalarBase(key: TypeKey, type: ScalarDescription, seen: Set<string>): SimpleTypeDefinition | undefined {
    const declared = this.#declared.get(type.base.name);
    if (declared === undefined || key !== expandedName(this.#description.typesNamespace, declared.name)) {
      const own = this.types.get(key);
      return own?.kind === 'simpleType' ? own : simpleType({ key, name: key, base: key, builtIn: key, facets: {} });
    }
    if (seen.has(declared.name)) {
      this.diagnostics.push(diagnostic('description/circular', { name: declared.name }, type.base.span));
      return undefined;
    }
    if (declared.kind === 'scalar') {
      return this.#scalar(key, declared, seen.add(declared.name));
    }
    if (declared.kind === 'enumeration' && !this.types.has(key)) {
      this.#define(declared);
    }
    const own = this.types.get(key);
    return own?.kind === 'simpleType' ? own : undefined;
  }
}

type OpenContent = Pick<Extract<TypeDefinition, { kind: 'complexType' }>, 'content' | 'anyAttribute'>;

function byName(a: AttributeUse, b: AttributeUse): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

function sequence(particles: readonly Particle[]): Particle {
  return { kind: 'sequence', minOccurs: 1, maxOccurs: 1, particles };
}

function particleOf(name: string, namespace: string, type: TypeKey): ElementParticle {
  return {
    kind: 'element',
    name,
    namespace,
    ref: false,
    type,
    nillable: false,
    minOccurs: 1,
    maxOccurs: 1,
    block: [],
    identityConstraints: [],
  };
}

function element(name: ExpandedName, type: TypeKey, nillable: boolean): ElementDeclaration {
  return { name, type, nillable, abstract: false, block: [], final: [], identityConstraints: [] };
}

function simpleType(
  parts: Required<Pick<SimpleTypeDefinition, 'key' | 'name' | 'base' | 'builtIn' | 'facets'>>,
): SimpleTypeDefinition {
  return { kind: 'simpleType', variety: 'atomic', final: [], ...parts };
}
