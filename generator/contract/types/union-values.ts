import type { SchemaSet, TypeReference, XsdTypeDefinition } from '../../xsd/components.js';

/** A type that is not a union, with the facts that decide which member of a union a text belongs to. */
export interface UnionMember {
  /** Local name of the built-in type nearest up the chain; absent where it is not known. */
  readonly builtIn?: string | undefined;
  readonly primitive?: string | undefined;
  /** The texts that its enumerations allow; absent without any. */
  readonly enumeration?: ReadonlySet<string> | undefined;
}

/** Finds the primitive type of a type reference. */
type Classify = (reference: TypeReference) => Omit<UnionMember, 'enumeration'>;

/** Members of more unions than this are not checked. */
const maxMembers = 1000;

/** The members of a union in their order, those of nested unions in their place (Part 2, 2.5.1.3). */
export function membersOf(
  schemas: SchemaSet,
  union: readonly TypeReference[],
  classify: Classify,
): readonly UnionMember[] {
  const members: UnionMember[] = [];
  const pending = [...union].reverse();
  for (let count = 0; count < maxMembers; count++) {
    const reference = pending.pop();
    if (reference === undefined) {
      break;
    }
    const nested = nestedUnion(schemas, reference);
    if (nested === undefined) {
      members.push({ ...classify(reference), enumeration: enumerationOf(schemas, reference) });
    } else {
      pending.push(...[...nested].reverse());
    }
  }
  return members;
}

/** True if a text is a qualified name as a value of the union: the first member that accepts it decides. */
export function isNameIn(members: readonly UnionMember[], text: string): boolean {
  const first = members.find((member) => takes(member, text));
  return first !== undefined && isNameType(first);
}

/** True for a member whose values are qualified names. */
export function isNameType({ primitive }: UnionMember): boolean {
  return primitive === 'QName' || primitive === 'NOTATION';
}

function nestedUnion(schemas: SchemaSet, reference: TypeReference): readonly TypeReference[] | undefined {
  const definition = definitionOf(schemas, reference);
  return definition?.kind === 'simpleType' && definition.derivation.kind === 'union'
    ? definition.derivation.memberTypes
    : undefined;
}

function enumerationOf(schemas: SchemaSet, reference: TypeReference): ReadonlySet<string> | undefined {
  const definition = definitionOf(schemas, reference);
  if (definition?.kind !== 'simpleType' || definition.derivation.kind !== 'restriction') {
    return undefined;
  }
  const values = definition.derivation.facets.filter(({ name }) => name === 'enumeration');
  return values.length === 0 ? undefined : new Set(values.map(({ value }) => value.trim()));
}

function definitionOf(schemas: SchemaSet, reference: TypeReference): XsdTypeDefinition | undefined {
  return reference.kind === 'inline' ? reference.definition : schemas.types.get(reference.name);
}

/**
 * Other meanings of a text that looks like a qualified name, by primitive type. Values of all other types do not look like
 * one.
 */
const lookalikes: ReadonlyMap<string, RegExp> = new Map([
  ['string', /^/],
  ['anyURI', /^/],
  ['QName', /^/],
  ['NOTATION', /^/],
  ['boolean', /^(true|false)$/],
  ['float', /^(INF|NaN)$/],
  ['double', /^(INF|NaN)$/],
  ['hexBinary', /^([0-9a-fA-F]{2})+$/],
  ['base64Binary', /^([A-Za-z0-9]{4})+$/],
  ['duration', /^P[0-9T]/],
]);

const namesWithoutColon = /^[^:]*$/;

/** The same for types derived from `xs:string`. */
const narrower: ReadonlyMap<string, RegExp> = new Map([
  ['language', /^[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*$/],
  ['NCName', namesWithoutColon],
  ['ID', namesWithoutColon],
  ['IDREF', namesWithoutColon],
  ['ENTITY', namesWithoutColon],
]);

function takes({ builtIn = '', primitive = '', enumeration }: UnionMember, text: string): boolean {
  const form = narrower.get(builtIn) ?? lookalikes.get(primitive);
  return form?.test(text) === true && (enumeration === undefined || enumeration.has(text));
}
