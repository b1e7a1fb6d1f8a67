/**
 * TypeScript as data: types and values of generated modules. Imports are part of the expressions, so a printer can collect
 * them; nothing here is text yet.
 */

/**
 * A module as generated code imports it: a package, or a file by its path from `src/` of the package, without extension. `ofUser` says that the
 * file is not ours.
 */
export type ModuleReference =
  | { readonly kind: 'package'; readonly name: string }
  | { readonly kind: 'file'; readonly path: string; readonly ofUser?: boolean };

/** A TypeScript type. */
export type TypeExpression =
  | { readonly kind: 'keyword'; readonly name: string }
  /** A type that the language's library declares, such as `Uint8Array`. */
  | { readonly kind: 'global'; readonly name: string; readonly arguments: readonly TypeExpression[] }
  /** A type that another module exports. */
  | {
      readonly kind: 'import';
      readonly from: ModuleReference;
      readonly name: string;
      readonly arguments: readonly TypeExpression[];
    }
  | { readonly kind: 'literal'; readonly value: string | number | bigint | boolean }
  | { readonly kind: 'array'; readonly item: TypeExpression }
  | { readonly kind: 'union'; readonly members: readonly TypeExpression[] }
  | { readonly kind: 'intersection'; readonly members: readonly TypeExpression[] }
  | { readonly kind: 'object'; readonly members: readonly MemberExpression[] };

/** A property of an object type. */
export interface MemberExpression {
  readonly name: string;
  readonly type: TypeExpression;
  readonly optional: boolean;
  /** Lines of documentation, as the schema has them. */
  readonly documentation: readonly string[];
}

/** A value: the subset of JavaScript that descriptors need. */
export type ValueExpression =
  | { readonly kind: 'literal'; readonly value: string | number | bigint | boolean }
  /** A name declared in the same module, such as the constant of a namespace. */
  | { readonly kind: 'local'; readonly name: string }
  /** A value that another module exports; `namespace` names the alias of an `import * as`. */
  | { readonly kind: 'import'; readonly from: ModuleReference; readonly name: string; readonly namespace?: string }
  /** The text of a namespace; printed as a constant of the module, under the name `constant` where it is free. */
  | { readonly kind: 'namespace'; readonly uri: string; readonly constant: string }
  | { readonly kind: 'call'; readonly callee: ValueExpression; readonly arguments: readonly ValueExpression[] }
  | { readonly kind: 'array'; readonly items: readonly ValueExpression[] }
  | { readonly kind: 'object'; readonly properties: readonly PropertyExpression[] }
  /** `() => body`. */
  | { readonly kind: 'thunk'; readonly body: ValueExpression };

/** A property of an object literal. */
export interface PropertyExpression {
  readonly name: string;
  readonly value: ValueExpression;
}

/** The package that all generated code imports. */
export const runtimePackage = '@wsdl-codegen/runtime';

/** The runtime's entry points, as modules. */
export const runtimeModule: ModuleReference = { kind: 'package', name: runtimePackage };
/** WS-Addressing, which few clients need. */
export const addressingModule: ModuleReference = { kind: 'package', name: `${runtimePackage}/addressing` };
export const schemaModule: ModuleReference = { kind: 'package', name: `${runtimePackage}/schema` };
/** The entry for documents without SOAP. */
export const documentsModule: ModuleReference = { kind: 'package', name: `${runtimePackage}/documents` };
export const xsModule: ModuleReference = { kind: 'package', name: `${runtimePackage}/xs` };

/** A keyword type: `string`, `null`, `unknown`. */
export function keyword(name: string): TypeExpression {
  return { kind: 'keyword', name };
}

/** Types for generated code that the runtime exports, by entry point. */
type RuntimeTypeName =
  | 'Attachment'
  | 'Choice'
  | 'DeclaredFault'
  | 'HttpParameterDescriptor'
  | 'NamedElement'
  | 'Nillable'
  | 'QName'
  | 'XmlElement'
  | 'XmlNode';

const schemaTypes: ReadonlySet<RuntimeTypeName> = new Set<RuntimeTypeName>(['NamedElement', 'Nillable', 'QName']);

/** A type that the runtime exports. */
export function runtimeType(name: RuntimeTypeName, ...parameters: readonly TypeExpression[]): TypeExpression {
  const from = schemaTypes.has(name) ? schemaModule : runtimeModule;
  return { kind: 'import', from, name, arguments: parameters };
}

/** A file of the generated package. */
export function fileModule(path: string): ModuleReference {
  return { kind: 'file', path };
}

/**
 * A union without duplicates and without literals that another member includes (`string | ''`); the member itself if there is
 * only one, `never` if there is none.
 */
export function union(members: readonly TypeExpression[]): TypeExpression {
  const all = members.flatMap((member) => (member.kind === 'union' ? member.members : [member]));
  const keywords = new Set(all.map((member) => (member.kind === 'keyword' ? member.name : '')));
  const flat = all.filter((member) => member.kind !== 'literal' || !keywords.has(typeof member.value));
  const seen = new Map<string, TypeExpression>();
  for (const member of flat) {
    const key = identityOf(member);
    if (!seen.has(key)) {
      seen.set(key, member);
    }
  }
  const [first, ...rest] = seen.values();
  if (first === undefined) {
    return keyword('never');
  }
  return rest.length === 0 ? first : { kind: 'union', members: [first, ...rest] };
}

/** A text that two types share when they are the same. */
function identityOf(type: TypeExpression): string {
  if (type.kind === 'keyword') {
    return type.name;
  }
  const isPlainImport = type.kind === 'import' && type.arguments.length === 0;
  return isPlainImport
    ? `${type.from.kind === 'file' ? type.from.path : type.from.name} ${type.name}`
    : JSON.stringify(type, (_, value) => (typeof value === 'bigint' ? `${value}n` : value));
}

/** `T[]`. */
export function arrayOf(item: TypeExpression): TypeExpression {
  return { kind: 'array', item };
}

/** `T | null`. */
export function orNull(type: TypeExpression): TypeExpression {
  return union([type, keyword('null')]);
}

/** A literal value. */
export function literal(value: string | number | bigint | boolean): ValueExpression {
  return { kind: 'literal', value };
}

/** A call of a descriptor constructor of the runtime. */
export function construct(name: string, ...parameters: readonly ValueExpression[]): ValueExpression {
  return { kind: 'call', callee: { kind: 'import', from: schemaModule, name }, arguments: parameters };
}

/** An object literal without the properties whose value is undefined. */
export function objectValue(properties: Readonly<Record<string, ValueExpression | undefined>>): ValueExpression {
  const present = Object.keys(properties).filter((name) => properties[name] !== undefined);
  // Descriptors of a large schema contain millions of these: `map` returns an array without room to grow.
  return { kind: 'object', properties: present.map((name) => ({ name, value: properties[name] as ValueExpression })) };
}

/** The object literal as the only element, or nothing when it is empty: for optional last arguments. */
export function optionsValue(
  properties: Readonly<Record<string, ValueExpression | undefined>>,
): readonly ValueExpression[] {
  const value = objectValue(properties);
  return value.kind === 'object' && value.properties.length === 0 ? [] : [value];
}

/** An array of literals. */
export function literals(values: readonly (string | number | bigint | boolean)[]): ValueExpression {
  return { kind: 'array', items: values.map(literal) };
}
