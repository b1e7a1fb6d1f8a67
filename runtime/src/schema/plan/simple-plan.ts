import { rightForm } from '#schema-platform';
import type { Facets, SimpleType } from '../descriptor/descriptor.js';
import { resolve, schemaNamespace } from '../descriptor/resolve.js';
import type { Members, SimpleEngine, SimplePlan, VarietyEngine } from './simple-nodes.js';

export { noPrefixes } from '../lexical/names.js';

export type * from './simple-nodes.js';

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

/** The engine of a type: that of the list or union that it is or restricts, which knows facets as well. */
function engineOf(chain: readonly SimpleType[], variety: SimpleType['variety']): SimpleEngine | undefined {
  const engine =
    variety === 'atomic'
      ? (
          chain.find(({ engine }) => engine !== undefined && (engine as SimpleEngine).partial !== true) ??
          chain.find(({ engine }) => engine !== undefined)
        )?.engine
      : chain.find(({ itemType, memberTypes }) => (itemType ?? memberTypes) !== undefined)?.engine;
  return engine as SimpleEngine | undefined;
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
  const variety = type.variety;
  const engine = engineOf(whole, variety);
  const facets = mergeFacets(type.facets, type.base && simplePlan(resolve(type.base)).facets, engine);
  const parts = mapping < 0 ? (engine?.varieties as VarietyEngine | undefined)?.partsOf(whole) : undefined;
  const builtIn = chain.find((link) => link.namespace === schemaNamespace)?.name ?? '';
  const mapped = below === undefined ? undefined : simplePlan(below);
  const whiteSpace =
    variety === 'list'
      ? 'collapse'
      : (facets?.whiteSpace ?? mapped?.whiteSpace ?? (variety === 'union' ? 'preserve' : 'collapse'));
  const open = nearest(chain, 'open') === true;
  const stringLike = !open && variety === 'atomic' && stringTypes.has(builtIn);
  const constrained = Object.keys(facets ?? {}).some((facet) => facet !== 'whiteSpace');
  if (engine === undefined && (constrained || variety !== 'atomic')) {
    throw new TypeError(`the simple type "${type.name}" is not made by restriction, enumeration, list or union`);
  }
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
    engine,
    constrained,
    open,
    texts: stringLike && facets?.enumeration !== undefined && mapping < 0 ? new Set(facets.enumeration) : undefined,
    mapped,
    ownTexts: nearest(chain, 'ownTexts') === true,
    item: parts?.item,
    members: parts?.members ?? noMembers,
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

const noMembers: Members = { direct: [], choices: undefined, leaves: undefined, nested: undefined };

/** Facets of a type and of its base, whose own bases are in them. */
function mergeFacets(
  near: Facets | undefined,
  far: Facets | undefined,
  engine: SimpleEngine | undefined,
): Facets | undefined {
  if (near === undefined || far === undefined) {
    return near ?? far;
  }
  // Facets of a schema are effective already; of others, what a nearer type does not say, its base does.
  const patterns = near.patterns && far.patterns && engine?.join(near.patterns, far.patterns);
  return { ...far, ...near, ...(patterns && { patterns }) };
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

/** What reads and writes a list or union. */
export function varietiesOf({ engine }: SimplePlan): VarietyEngine {
  return engine?.varieties as VarietyEngine;
}

/** True for QName and NOTATION, which length facets do not bind and whose facets hold expanded names. */
export function isNameType({ builtIn }: SimplePlan): boolean {
  return builtIn === 'QName' || builtIn === 'NOTATION';
}

/** True if the value has the TypeScript type of the simple type. */
export function acceptsValue(plan: SimplePlan, value: unknown): boolean {
  return plan.variety === 'atomic' ? plan.accepts(value) : varietiesOf(plan).accepts(plan, value);
}

/** Equality in the value space. */
export function equalValues(plan: SimplePlan, a: unknown, b: unknown): boolean {
  return plan.variety === 'atomic' ? plan.equals(a, b) : varietiesOf(plan).equals(plan, a, b);
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
