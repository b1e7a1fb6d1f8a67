/** A type that is not a union, with the facts that decide which member of a union a text belongs to. */
export interface UnionMember {
  /** Local name of the built-in type nearest up the chain; absent where it is not known. */
  readonly builtIn?: string | undefined;
  readonly primitive?: string | undefined;
  /** The texts that its enumerations allow; absent without any. */
  readonly enumeration?: ReadonlySet<string> | undefined;
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
