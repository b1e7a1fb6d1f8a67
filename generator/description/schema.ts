import type { ExpandedName } from '../contract/model.js';
import { byCodeUnits, expandedName, microsoftTypesNamespace, xsdNamespace } from '../contract/names.js';
import { type Diagnostic, diagnostic, type Span } from '../diagnostics/diagnostic.js';
import { ArrayNames } from './array-names.js';
import type {
  DescribedSimpleType,
  FromDescription,
  WrittenAttribute,
  WrittenElement,
  WrittenFacet,
  WrittenRecord,
  WrittenRoot,
  WrittenSchema,
  WrittenType,
} from './components.js';
import type {
  Description,
  FacetDescription,
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
interface ResolvedType {
  readonly name: ExpandedName;
  /** Local name, as arrays and root elements of it are named. */
  readonly local: string;
  /** A value type of .NET: never nil unless it says so, and therefore never absent in an `.asmx`. */
  readonly value: boolean;
  /** Text, as parameters of HTTP bindings have to be. */
  readonly simple: boolean;
}

/** Resolves the types of a description, and makes the elements that the messages of its services need. */
export class SchemaBuilder {
  readonly diagnostics: Diagnostic[] = [];
  readonly #types = new Map<ExpandedName, WrittenType>();
  readonly #elements = new Map<ExpandedName, WrittenRoot>();
  readonly #description: Description;
  readonly #declared: ReadonlyMap<string, TypeDescription>;
  readonly #arrayNames: ArrayNames;
  readonly #names: NamesTaken;

  constructor(description: Description, names: NamesTaken) {
    this.#description = description;
    this.#names = names;
    this.#arrayNames = new ArrayNames(description);
    const own = description.types.filter(({ name }) => !builtInTypes.has(name));
    this.#declared = new Map(own.map((type) => [type.name, type]));
    for (const { name, span } of description.types.filter((type) => !own.includes(type))) {
      this.diagnostics.push(diagnostic('description/reserved-type', { name }, span));
    }
    for (const type of own) {
      const definition = this.#definition(type);
      if (definition) {
        this.#types.set(this.#nameOf(type.name), definition);
      }
    }
  }

  /** What was made so far; types are sorted by name. */
  schema(): WrittenSchema {
    return { types: new Map([...this.#types].sort(([a], [b]) => byCodeUnits(a, b))), elements: this.#elements };
  }

  /** A global element with an anonymous type that contains these children, or anything. */
  wrapper(
    namespace: string,
    local: string,
    fields: readonly FieldDescription[] | 'open',
    owner: NameOwner,
    span: Span = owner.span,
  ): ExpandedName {
    const name = expandedName(namespace, local);
    const open = fields === 'open';
    const elements = open ? [] : this.#fields(fields);
    const type: WrittenRecord = { kind: 'record', abstract: false, elements, attributes: [], open };
    if (this.#names.take('element', name, type, owner) && !this.#elements.has(name)) {
      this.#elements.set(name, { type, nillable: false, span });
    }
    return name;
  }

  /** A global element of a declared or built-in type: the root of an HTTP answer, or the detail of a fault. */
  rootElement(namespace: string, type: TypeNotation, owner: NameOwner): ExpandedName | undefined {
    const resolved = this.resolve(type);
    if (resolved === undefined) {
      return undefined;
    }
    const name = expandedName(namespace, resolved.local);
    if (this.#names.take('element', name, resolved.name, owner)) {
      // One element for `int` and `int?`: it may be nil where either of them may.
      const nillable = type.nillable || !resolved.value || this.#elements.get(name)?.nillable === true;
      this.#elements.set(name, { type: resolved.name, nillable, span: type.span });
    }
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

  #nameOf(local: string): ExpandedName {
    return expandedName(this.#description.typesNamespace, local);
  }

  #resolveName({ name, span }: TypeNotation): ResolvedType | undefined {
    const declared = this.#declared.get(name);
    if (declared !== undefined) {
      const [value, simple] = [this.#isValue(declared, new Set()), declared.kind !== 'record'];
      return { name: this.#nameOf(name), local: name, value, simple };
    }
    if (name === 'char' || name === 'guid') {
      return this.#microsoftType(name);
    }
    if (builtInTypes.has(name)) {
      const [value, simple] = [valueTypes.has(name), name !== 'anyType'];
      return { name: expandedName(xsdNamespace, name), local: name, value, simple };
    }
    this.diagnostics.push(diagnostic('description/unknown-type', { name }, span));
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
  #microsoftType(local: 'char' | 'guid'): ResolvedType {
    const name = expandedName(microsoftTypesNamespace, local);
    const base = expandedName(xsdNamespace, local === 'char' ? 'unsignedShort' : 'string');
    const value = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}';
    const facets: readonly WrittenFacet[] = local === 'char' ? [] : [{ name: 'pattern', value }];
    this.#types.set(name, { kind: 'simple', base, list: false, facets });
    return { name, local, value: true, simple: true };
  }

  /** `ArrayOfX`: a complex type whose items are elements named after X. */
  #arrayOf(item: ResolvedType): ResolvedType {
    const wcf = this.#description.profile === 'wcf';
    const local = this.#arrayNames.of(item.local);
    const builtIn = item.name.startsWith(`{${xsdNamespace}}`);
    const name = wcf && builtIn ? expandedName(arraysNamespace, local) : this.#nameOf(local);
    const items = { name: item.local, type: item.name, optional: true, repeated: true, nillable: !item.value };
    this.#types.set(name, { kind: 'record', abstract: false, elements: [items], attributes: [], open: false });
    return { name, local, value: false, simple: false };
  }

  #definition(type: TypeDescription): WrittenType | undefined {
    switch (type.kind) {
      case 'record':
        return this.#record(type);
      case 'enumeration': {
        const facets = type.values.map((value) => ({ name: 'enumeration' as const, ...value }));
        return { kind: 'simple', base: expandedName(xsdNamespace, 'string'), list: false, facets, ...described(type) };
      }
      case 'scalar':
        return this.#simple(type);
    }
  }

  #record(type: RecordDescription): WrittenRecord {
    const base = type.base && this.#baseOf(type, type.base);
    return {
      kind: 'record',
      abstract: type.abstract,
      ...(type.base && base !== undefined && { base, baseSpan: type.base.span }),
      elements: this.#fields(type.fields),
      attributes: type.attributes.flatMap((field) => this.#attribute(field) ?? []).sort(byName),
      open: type.open,
      ...described(type),
    };
  }

  #baseOf(type: RecordDescription, base: TypeNotation): ExpandedName | undefined {
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
    return resolved.name;
  }

  #attribute(field: FieldDescription): WrittenAttribute | undefined {
    const resolved = this.resolve(field.type);
    if (resolved === undefined || !this.#isSimple(field.type, resolved, 'an attribute')) {
      return undefined;
    }
    return { name: field.name, type: resolved.name, required: field.optional === false, ...stated(field) };
  }

  /** Reports a type that has parts, or is an array, where only text is possible. */
  #isSimple(type: TypeNotation, resolved: ResolvedType, what: string): boolean {
    if (!resolved.simple) {
      const kind = type.arrays > 0 ? 'an array' : type.name === 'anyType' ? 'open' : 'a record';
      const name = type.name + '[]'.repeat(type.arrays);
      this.diagnostics.push(diagnostic('description/not-simple', { name, kind, what }, type.span));
    }
    return resolved.simple;
  }

  #fields(fields: readonly FieldDescription[]): readonly WrittenElement[] {
    return fields.flatMap((field) => this.#field(field) ?? []);
  }

  /**
   * ASP.NET: value types are required, references optional, and nillable elements always present. WCF: everything is
   * optional.
   */
  #field(field: FieldDescription): WrittenElement | undefined {
    const resolved = this.resolve(field.type);
    if (resolved === undefined) {
      return undefined;
    }
    const wcf = this.#description.profile === 'wcf';
    return {
      name: field.name,
      type: resolved.name,
      optional: field.optional ?? (wcf || field.repeated || !(resolved.value || field.type.nillable)),
      repeated: field.repeated,
      nillable: field.type.nillable || (wcf && !resolved.value),
      ...stated(field),
    };
  }

  #simple(type: ScalarDescription): DescribedSimpleType | undefined {
    const { base, list } = type;
    const resolved = this.resolve(base);
    if (resolved === undefined || !this.#isSimple(base, resolved, 'the base of a simple type')) {
      return undefined;
    }
    if (this.#isCircular(type)) {
      return undefined;
    }
    // Patterns come first, as .NET writes them.
    const facets = type.facets.flatMap((facet) => this.#facet(facet) ?? []);
    facets.sort((a, b) => Number(b.name === 'pattern') - Number(a.name === 'pattern'));
    return { kind: 'simple', base: resolved.name, baseSpan: base.span, list, facets, ...described(type) };
  }

  /** Reports a simple type whose chain of bases comes back to one of them. */
  #isCircular(type: ScalarDescription): boolean {
    const seen = new Set<string>();
    for (let at: TypeDescription | undefined = type; at?.kind === 'scalar' && !at.list && at.base.arrays === 0; ) {
      const { name, span }: TypeNotation = at.base;
      if (seen.add(at.name).has(name)) {
        this.diagnostics.push(diagnostic('description/circular', { name }, span));
        return true;
      }
      at = this.#declared.get(name);
    }
    return false;
  }

  #facet({ name, value, span }: FacetDescription): WrittenFacet | undefined {
    switch (name) {
      case 'pattern':
      case 'minInclusive':
      case 'maxInclusive':
      case 'minExclusive':
      case 'maxExclusive':
        return { name, value, span };
      case 'length':
      case 'minLength':
      case 'maxLength':
      case 'totalDigits':
      case 'fractionDigits':
        if (/^\d{1,15}$/.test(value)) {
          return { name, value: String(Number(value)), span };
        }
        this.diagnostics.push(diagnostic('description/invalid-facet', { facet: name, value }, span));
        return undefined;
    }
  }
}

function described({ span, documentation }: FromDescription): FromDescription {
  return { ...(span && { span }), ...(documentation !== undefined && { documentation }) };
}

/** What a field states about its value, and where. */
function stated(field: FieldDescription): Pick<WrittenElement, 'default' | 'span' | 'documentation'> {
  return { ...(field.default !== undefined && { default: field.default }), ...described(field) };
}

function byName(a: WrittenAttribute, b: WrittenAttribute): number {
  return byCodeUnits(a.name, b.name);
}
