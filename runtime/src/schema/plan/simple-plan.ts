import type { Facets, LexicalContext, SimpleType } from '../descriptor/descriptor.js';
import { resolve, schemaNamespace } from '../descriptor/resolve.js';
import type { WhiteSpace } from '../lexical/whitespace.js';

export { noPrefixes } from '../lexical/names.js';

/** The facts about a simple type that the engine needs, gathered once from the chain of its bases. */
export interface SimplePlan {
  readonly kind: 'simple';
  readonly type: SimpleType;
  readonly variety: 'atomic' | 'list' | 'union';
  readonly whiteSpace: WhiteSpace;
  /** True if every text is its own value (`xs:string` without enumeration). */
  readonly verbatim: boolean;
  /** True if its texts are read before their white space is normalised, which costs more than reading them. */
  readonly loose: boolean;
  /** Local name of the nearest built-in type up the chain; `''` if there is none (unions, lists, mapped types). */
  readonly builtIn: string;
  readonly facets: Facets | undefined;
  /** False if values need no further check: there are no facets, or only that of white space. */
  readonly constrained: boolean;
  /** True if the enumeration may get further values: it is checked with all facets only. */
  readonly open: boolean;
  /** Texts of an enumeration over strings. */
  readonly texts: ReadonlySet<string> | undefined;
  /** Plan of the type on which a scalar mapping is based: its texts and facets apply. */
  readonly mapped: SimplePlan | undefined;
  /** True if the mapping reads texts that are no values of the type below. */
  readonly ownTexts: boolean;
  readonly item: SimplePlan | undefined;
  /** Members of a union. See `choicesOf` and `leavesOf`. */
  readonly members: Members;
  /** True if values are written as those of the built-in type are. */
  readonly standard: boolean;
  readonly parse: (text: string, context: LexicalContext) => unknown;
  readonly format: (value: unknown, context: LexicalContext) => string;
  readonly accepts: (value: unknown) => boolean;
  readonly compare: ((a: unknown, b: unknown) => number | undefined) | undefined;
  readonly equals: (a: unknown, b: unknown) => boolean;
  readonly key: ((value: unknown) => string) | undefined;
  readonly lengthOf: ((value: unknown) => number) | undefined;
}

const plans = new WeakMap<SimpleType, SimplePlan>();
/** Restrictions of restrictions beyond this depth are a cycle. */
const maxChain = 1000;

/** The plan of a simple type; made once. */
export function simplePlan(type: SimpleType): SimplePlan {
  return plans.get(type) ?? compileAll(type);
}

/** Makes the plans of the component types of a type before its own: a loop, since chains of types are longer than a stack. */
function compileAll(type: SimpleType): SimplePlan {
  const begun = new Set<SimpleType>();
  const open = [type];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    if (begun.has(top) || plans.has(top)) {
      if (!plans.has(top)) {
        plans.set(top, compile(top));
      }
      open.pop();
      continue;
    }
    begun.add(top);
    const { base, itemType, memberTypes = [] } = top;
    for (const part of [base, itemType, ...memberTypes]) {
      if (part !== undefined) {
        open.push(resolve(part));
      }
    }
  }
  return plans.get(type) as SimplePlan;
}

/** The type and its bases, nearest first. */
function chainOf(type: SimpleType): SimpleType[] {
  const chain = [type];
  for (let at = type; at.base !== undefined; ) {
    at = resolve(at.base);
    chain.push(at);
    if (chain.length > maxChain) {
      throw new TypeError(`simple type "${type.name}" restricts itself`);
    }
  }
  return chain;
}

/** True if a simple type may stand in for another by `xsi:type`: restricted from it, or a member of that union (Part 1, 3.14.6). */
export function isDerivedFrom(type: SimpleType, base: SimpleType): boolean {
  const same = (a: SimpleType, b: SimpleType): boolean =>
    a === b || (a.name !== '' && a.name === b.name && a.namespace === b.namespace);
  if (base.namespace === schemaNamespace && base.name === 'anySimpleType') {
    return true;
  }
  const chain = chainOf(type);
  if (base.namespace === schemaNamespace && base.name === 'anyAtomicType') {
    return chain.every(({ variety }) => variety === undefined || variety === 'atomic');
  }
  // The members of unions in the union, each once: types may be members at many places.
  const found = new Set([base]);
  for (const each of found) {
    if (chain.some((link) => same(link, each))) {
      return true;
    }
    for (const member of each.memberTypes ?? []) {
      found.add(resolve(member));
    }
  }
  return false;
}

/** The nearest definition of a member along the chain. */
function nearest<K extends keyof SimpleType>(chain: readonly SimpleType[], key: K): SimpleType[K] | undefined {
  for (const type of chain) {
    if (type[key] !== undefined) {
      return type[key];
    }
  }
  return undefined;
}

const stringTypes: ReadonlySet<string> = new Set(
  'string normalizedString token language Name NCName NMTOKEN ID IDREF ENTITY anyURI anySimpleType anyAtomicType'.split(
    ' ',
  ),
);

function compile(type: SimpleType): SimplePlan {
  const whole = chainOf(type);
  // A scalar mapping is where its own value space ends: bases below it have other values.
  const mapping = whole.findIndex((link) => link.mapped === true);
  const chain = mapping < 0 ? whole : whole.slice(0, mapping + 1);
  const below = mapping < 0 ? undefined : whole[mapping + 1];
  const facets = mergeFacets(type.facets, type.base && simplePlan(resolve(type.base)).facets);
  const variety = type.variety;
  const item = mapping < 0 ? nearest(whole, 'itemType') : undefined;
  const union = mapping < 0 ? whole.find((link) => link.memberTypes !== undefined) : undefined;
  const builtIn = chain.find((link) => link.namespace === schemaNamespace)?.name ?? '';
  const mapped = below === undefined ? undefined : simplePlan(below);
  const whiteSpace =
    variety === 'list'
      ? 'collapse'
      : (facets?.whiteSpace ?? mapped?.whiteSpace ?? (variety === 'union' ? 'preserve' : 'collapse'));
  const open = nearest(chain, 'open') === true;
  const stringLike = !open && variety === 'atomic' && stringTypes.has(builtIn);
  const constrained = Object.keys(facets ?? {}).some((facet) => facet !== 'whiteSpace');
  const plan: SimplePlan = {
    kind: 'simple',
    type,
    variety,
    whiteSpace,
    verbatim:
      whiteSpace === 'preserve' &&
      facets?.enumeration === undefined &&
      mapping < 0 &&
      (builtIn === 'string' || builtIn === 'anySimpleType' || builtIn === 'anyAtomicType'),
    loose: variety === 'atomic' && builtIn === 'base64Binary' && mapping < 0 && !constrained,
    builtIn,
    facets,
    constrained,
    open,
    texts: stringLike && facets?.enumeration !== undefined && mapping < 0 ? new Set(facets.enumeration) : undefined,
    mapped,
    ownTexts: nearest(chain, 'ownTexts') === true,
    item: item === undefined ? undefined : simplePlan(resolve(item)),
    members: union === undefined ? noMembers : union === type ? declaredMembers(union) : simplePlan(union).members,
    standard:
      mapping < 0 &&
      chain.find((link) => link.accepts !== undefined || link.format !== undefined)?.namespace === schemaNamespace,
    parse: nearest(chain, 'parse') ?? identity,
    format: nearest(chain, 'format') ?? String,
    accepts: nearest(chain, 'accepts') ?? (variety === 'atomic' ? isString : isAnything),
    compare: nearest(chain, 'compare'),
    equals: nearest(chain, 'equals') ?? sameValue,
    key: nearest(chain, 'key'),
    lengthOf: nearest(chain, 'lengthOf'),
  };
  return plan;
}

/**
 * The members of a union, each once. Restrictions of a union share them with it. The rest is computed when it is first
 * needed.
 */
export interface Members {
  readonly direct: readonly SimplePlan[];
  choices: readonly SimplePlan[] | undefined;
  leaves: readonly SimplePlan[] | undefined;
  nested: boolean | undefined;
}

function membersOf(direct: readonly SimplePlan[]): Members {
  return { direct, choices: undefined, leaves: undefined, nested: undefined };
}

const noMembers = membersOf([]);

function declaredMembers({ memberTypes = [] }: SimpleType): Members {
  return membersOf([...new Set(memberTypes.map((member) => simplePlan(resolve(member))))]);
}

/** Members of a union in order, each once, with those of unions without facets in the place of these (Part 2, 2.5.1.3). */
export function choicesOf({ members }: SimplePlan): readonly SimplePlan[] {
  members.choices ??= spread(members, isOpened);
  return members.choices;
}

/** The types of a union that are not unions themselves, in order, each once. Facets of unions between them are ignored. */
export function leavesOf({ members }: SimplePlan): readonly SimplePlan[] {
  members.leaves ??= spread(members, ({ variety }) => variety === 'union');
  return members.leaves;
}

/** True for a union of which a member is a union or a list of one, once those without facets are opened. */
export function isNested(plan: SimplePlan): boolean {
  const { members } = plan;
  members.nested ??= findsUnion(members);
  return members.nested;
}

/**
 * Stops at the first one found: lists of all members would need the square of their number, for unions that each contain the
 * one before.
 */
function findsUnion({ direct }: Members): boolean {
  const seen = new Set(direct);
  for (const member of seen) {
    if (!isOpened(member)) {
      if (holdsUnion(member)) {
        return true;
      }
      continue;
    }
    for (const inner of member.members.direct) {
      seen.add(inner);
    }
  }
  return false;
}

/** True for a union whose members are treated as members of the surrounding union. */
function isOpened({ facets, variety }: SimplePlan): boolean {
  return variety === 'union' && facets === undefined;
}

/** True for a union, and for a list of one or a scalar mapping of either. */
export function holdsUnion({ variety, item, mapped }: SimplePlan): boolean {
  return variety === 'union' || [item, mapped].some((inner) => inner !== undefined && holdsUnion(inner));
}

/** Members, with those of unions that are to be opened in the place of these. Each is visited once, however often it is a member. */
function spread({ direct }: Members, opens: (member: SimplePlan) => boolean): readonly SimplePlan[] {
  const seen = new Set<SimplePlan>();
  const found: SimplePlan[] = [];
  const open = [...direct].reverse();
  for (let member = open.pop(); member !== undefined; member = open.pop()) {
    if (seen.has(member)) {
      continue;
    }
    seen.add(member);
    if (!opens(member)) {
      found.push(member);
    } else {
      for (const inner of [...member.members.direct].reverse()) {
        open.push(inner);
      }
    }
  }
  return found;
}

/** Facets of a type and of its base, whose own bases are in them. */
function mergeFacets(near: Facets | undefined, far: Facets | undefined): Facets | undefined {
  if (near === undefined || far === undefined) {
    return near ?? far;
  }
  // Facets of a schema are effective already; of others, what a nearer type does not say, its base does.
  const patterns = near.patterns &&
    far.patterns && { ...near.patterns, groups: addPatterns(near.patterns.groups, far.patterns.groups) };
  return { ...far, ...near, ...(patterns && { patterns }) };
}

type PatternGroups = readonly (readonly string[])[];

function addPatterns(near: PatternGroups, far: PatternGroups): PatternGroups {
  const more = near.length - far.length;
  if (isAt(near, far, 0) || isAt(near, far, more)) {
    return near;
  }
  const known = new Set(near.map((group) => group.join('\0')));
  const added = far.filter((group) => !known.has(group.join('\0')));
  return added.length === 0 ? near : [...near, ...added];
}

/** True if the groups are among others from a place on. */
function isAt(groups: PatternGroups, part: PatternGroups, place: number): boolean {
  return place >= 0 && part.every((group, index) => isSameGroup(group, groups[place + index]));
}

function isSameGroup(a: readonly string[], b: readonly string[] | undefined): boolean {
  return a === b || (a.length === b?.length && a.every((pattern, index) => pattern === b[index]));
}

function identity(text: string): unknown {
  return text;
}

function isString(value: unknown): boolean {
  return typeof value === 'string';
}

function isAnything(): boolean {
  return true;
}

/** Identity of values without a definition of their own; NaN equals itself (Part 2, 3.2.4). */
function sameValue(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'number' && typeof b === 'number' && Number.isNaN(a) && Number.isNaN(b));
}

/** True if the value has the TypeScript type of the simple type. */
export function acceptsValue(plan: SimplePlan, value: unknown): boolean {
  switch (plan.variety) {
    case 'atomic':
      return plan.accepts(value);
    case 'list': {
      const { item } = plan;
      return Array.isArray(value) && item !== undefined && value.every((part: unknown) => acceptsValue(item, part));
    }
    case 'union':
      return leavesOf(plan).some((leaf) => acceptsValue(leaf, value));
  }
}

/** Equality in the value space. */
export function equalValues(plan: SimplePlan, a: unknown, b: unknown): boolean {
  switch (plan.variety) {
    case 'atomic':
      return plan.equals(a, b);
    case 'list': {
      const { item } = plan;
      if (!Array.isArray(a) || !Array.isArray(b) || item === undefined || a.length !== b.length) {
        return false;
      }
      return a.every((part: unknown, i) => equalValues(item, part, b[i]));
    }
    case 'union':
      return leavesOf(plan).some((leaf) => acceptsValue(leaf, a) && acceptsValue(leaf, b) && equalValues(leaf, a, b));
  }
}

/** Wording of a value of the wrong TypeScript type. */
export function wrongValue(plan: SimplePlan, value: unknown): string {
  const { type, builtIn } = plan.type.name === '' ? (plan.mapped ?? plan) : plan;
  const name = type.name === '' ? builtIn : type.name;
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return `${value} has lost digits; ${name} needs a bigint`;
  }
  const hint = rightForm(plan, value);
  const write = hint === undefined ? '' : `; write ${hint}`;
  return `${describe(value)} is not a value of type ${name === '' ? 'the schema' : name}${write}`;
}

/** The same value in the form that the type takes, as it is written in a program; undefined if there is none. */
function rightForm(plan: SimplePlan, value: unknown): string | undefined {
  const takes = (other: unknown): boolean => acceptsValue(plan, other);
  if (value instanceof Date) {
    return takes('2000-01-01T00:00:00.000Z') ? 'date.toISOString()' : undefined;
  }
  if (typeof value !== 'string') {
    const bigint = typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : undefined;
    const number = typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : undefined;
    const scalar = ['number', 'bigint', 'boolean'].includes(typeof value);
    const forms = [bigint, number, scalar ? String(value) : undefined];
    const form = forms.find((each) => each !== undefined && takes(each));
    return form === undefined ? undefined : describe(form);
  }
  if (/^-?\d{1,18}$/.test(value)) {
    return [Number(value), BigInt(value)].filter(takes).map(describe)[0];
  }
  return (value === 'true' || value === 'false') && takes(value === 'true') ? value : undefined;
}

/** Short description of a value for messages; never its whole content. */
export function describe(value: unknown): string {
  if (value === null) {
    return 'null';
  }
  if (typeof value === 'string') {
    return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  }
  if (typeof value === 'bigint') {
    return `${value}n`;
  }
  if (Array.isArray(value)) {
    return 'an array';
  }
  if (typeof value === 'object') {
    return value instanceof Date ? 'a Date' : 'an object';
  }
  return typeof value === 'function' ? 'a function' : String(value);
}
