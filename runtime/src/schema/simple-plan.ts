import type { Facets, LexicalContext, SimpleType } from './descriptor.js';
import type { WhiteSpace } from './lexical/whitespace.js';
import { resolve, XS } from './resolve.js';

export { noPrefixes } from './lexical/names.js';

/** What the engine needs to know of a simple type, gathered once from the chain of its bases. */
export interface SimplePlan {
  readonly kind: 'simple';
  readonly type: SimpleType;
  readonly variety: 'atomic' | 'list' | 'union';
  readonly whiteSpace: WhiteSpace;
  /** True when every text is its own value (`xs:string` without enumeration). */
  readonly verbatim: boolean;
  /** Local name of the built-in type nearest up the chain; `''` when there is none (unions, lists, mapped types). */
  readonly builtIn: string;
  readonly facets: Facets | undefined;
  /** Texts of an enumeration over strings. */
  readonly texts: ReadonlySet<string> | undefined;
  /** Plan of the type that a scalar mapping stands on: texts and facets are its own. */
  readonly mapped: SimplePlan | undefined;
  readonly item: SimplePlan | undefined;
  readonly members: readonly SimplePlan[];
  readonly parse: (text: string, context: LexicalContext) => unknown;
  readonly format: (value: unknown, context: LexicalContext) => string;
  readonly accepts: (value: unknown) => boolean;
  readonly compare: ((a: unknown, b: unknown) => number | undefined) | undefined;
  readonly equals: (a: unknown, b: unknown) => boolean;
  readonly lengthOf: ((value: unknown) => number) | undefined;
}

const plans = new WeakMap<SimpleType, SimplePlan>();
/** Restrictions of restrictions beyond this depth are a cycle. */
const MAX_CHAIN = 1000;

/** The plan of a simple type; made once. */
export function simplePlan(type: SimpleType): SimplePlan {
  let plan = plans.get(type);
  if (plan === undefined) {
    plan = compile(type);
    plans.set(type, plan);
  }
  return plan;
}

/** The type and its bases, nearest first. */
function chainOf(type: SimpleType): SimpleType[] {
  const chain = [type];
  for (let at = type; at.base !== undefined; ) {
    at = resolve(at.base);
    chain.push(at);
    if (chain.length > MAX_CHAIN) throw new TypeError(`simple type "${type.name}" restricts itself`);
  }
  return chain;
}

/** True when a simple type may stand in for another by `xsi:type`: restricted from it, or a member of that union (Part 1, 3.14.6). */
export function isDerivedFrom(type: SimpleType, base: SimpleType): boolean {
  const same = (a: SimpleType, b: SimpleType): boolean =>
    a === b || (a.name !== '' && a.name === b.name && a.namespace === b.namespace);
  if (base.namespace === XS && base.name === 'anySimpleType') return true;
  if (chainOf(type).some((link) => same(link, base))) return true;
  return (base.memberTypes ?? []).some((member) => isDerivedFrom(type, resolve(member)));
}

/** The nearest definition of a member along the chain. */
function nearest<K extends keyof SimpleType>(chain: readonly SimpleType[], key: K): SimpleType[K] | undefined {
  for (const type of chain) if (type[key] !== undefined) return type[key];
  return undefined;
}

const STRING_TYPES: ReadonlySet<string> = new Set(
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
  const facets = mergeFacets(whole);
  const variety = type.variety;
  const item = mapping < 0 ? nearest(whole, 'itemType') : undefined;
  const members = mapping < 0 ? nearest(whole, 'memberTypes') : undefined;
  const builtIn = chain.find((link) => link.namespace === XS)?.name ?? '';
  const mapped = below === undefined ? undefined : simplePlan(below);
  const whiteSpace =
    variety === 'list'
      ? 'collapse'
      : (facets?.whiteSpace ?? mapped?.whiteSpace ?? (variety === 'union' ? 'preserve' : 'collapse'));
  const stringLike = variety === 'atomic' && STRING_TYPES.has(builtIn);
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
    builtIn,
    facets,
    texts: stringLike && facets?.enumeration !== undefined && mapping < 0 ? new Set(facets.enumeration) : undefined,
    mapped,
    item: item === undefined ? undefined : simplePlan(resolve(item)),
    members: members === undefined ? [] : members.map((member) => simplePlan(resolve(member))),
    parse: nearest(chain, 'parse') ?? identity,
    format: nearest(chain, 'format') ?? String,
    accepts: nearest(chain, 'accepts') ?? (variety === 'atomic' ? isString : isAnything),
    compare: nearest(chain, 'compare'),
    equals: nearest(chain, 'equals') ?? sameValue,
    lengthOf: nearest(chain, 'lengthOf'),
  };
  return plan;
}

function mergeFacets(chain: readonly SimpleType[]): Facets | undefined {
  let merged: Facets | undefined;
  for (const { facets } of chain) {
    if (facets === undefined) continue;
    // Facets are effective already; what a nearer type does not say, its base does.
    const patterns =
      merged?.patterns === undefined || facets.patterns === undefined
        ? undefined
        : addPatterns(merged.patterns, facets.patterns);
    merged = merged === undefined ? facets : { ...facets, ...merged, ...(patterns === undefined ? {} : { patterns }) };
  }
  return merged;
}

function addPatterns(
  near: readonly (readonly string[])[],
  far: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  const known = new Set(near.map((group) => group.join('\0')));
  const added = far.filter((group) => !known.has(group.join('\0')));
  return added.length === 0 ? near : [...near, ...added];
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

/** True when the value has the TypeScript type of the simple type. */
export function acceptsValue(plan: SimplePlan, value: unknown): boolean {
  switch (plan.variety) {
    case 'atomic':
      return plan.accepts(value);
    case 'list': {
      const { item } = plan;
      return Array.isArray(value) && item !== undefined && value.every((part: unknown) => acceptsValue(item, part));
    }
    case 'union':
      return plan.members.some((member) => acceptsValue(member, value));
  }
}

/** Equality in the value space. */
export function equalValues(plan: SimplePlan, a: unknown, b: unknown): boolean {
  switch (plan.variety) {
    case 'atomic':
      return plan.equals(a, b);
    case 'list': {
      const { item } = plan;
      if (!Array.isArray(a) || !Array.isArray(b) || item === undefined || a.length !== b.length) return false;
      return a.every((part: unknown, i) => equalValues(item, part, b[i]));
    }
    case 'union':
      return plan.members.some(
        (member) => acceptsValue(member, a) && acceptsValue(member, b) && equalValues(member, a, b),
      );
  }
}

/** Wording of a value of the wrong TypeScript type. */
export function wrongValue(plan: SimplePlan, value: unknown): string {
  const { type, builtIn } = plan.type.name === '' ? (plan.mapped ?? plan) : plan;
  const name = type.name === '' ? builtIn : type.name;
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return `${value} has lost digits; ${name} needs a bigint`;
  }
  return `${describe(value)} is not a value of type ${name === '' ? 'the schema' : name}`;
}

/** Short description of a value for messages; never its whole content. */
export function describe(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'function' ? 'a function' : String(value);
}
