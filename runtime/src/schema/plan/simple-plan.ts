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
  let plan = plans.get(type);
  if (plan === undefined) {
    plan = compile(type);
    plans.set(type, plan);
  }
  return plan;
}

/** True once the plan of a type is made. */
export function isPlanned(type: SimpleType): boolean {
  return plans.has(type);
}

/** The type and its bases, nearest first. */
export function chainOf(type: SimpleType): SimpleType[] {
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

function compile(type: SimpleType): SimplePlan {
  const whole = chainOf(type);
  // A scalar mapping is where its own value space ends: bases below it have other values.
  const mapping = whole.findIndex((link) => link.mapped === true);
  const chain = mapping < 0 ? whole : whole.slice(0, mapping + 1);
  const below = mapping < 0 ? undefined : whole[mapping + 1];
  // The variety of a restriction is that of its base.
  const variety = whole.find((link) => Object.hasOwn(link, 'variety'))?.variety ?? 'atomic';
  const engine = engineOf(whole, variety);
  const facets = facetsOf(whole, engine);
  const parts = mapping < 0 ? engine?.varieties?.partsOf(whole) : undefined;
  const builtIn = chain.find((link) => link.namespace === schemaNamespace)?.name ?? '';
  const mapped = below && simplePlan(below);
  const whiteSpace =
    variety === 'list'
      ? 'collapse'
      : (facets?.whiteSpace ?? mapped?.whiteSpace ?? (variety === 'union' ? 'preserve' : 'collapse'));
  const constrained = Object.keys(facets ?? {}).some((facet) => facet !== 'whiteSpace');
  if (engine === undefined && (constrained || variety !== 'atomic')) {
    throw new TypeError(`the simple type "${type.name}" is not made by restriction, enumeration, list or union`);
  }
  // What a type does not say, the nearest of its bases says.
  const facts: SimpleType = Object.assign({}, ...chain.slice().reverse());
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
    open: facts.open === true,
    texts: undefined,
    mapped,
    ownTexts: facts.ownTexts === true,
    item: parts?.item,
    members: parts?.members ?? noMembers,
    standard:
      mapping < 0 &&
      chain.find((link) => link.accepts !== undefined || link.format !== undefined)?.namespace === schemaNamespace,
    parse: facts.parse ?? identity,
    format: facts.format ?? String,
    accepts: facts.accepts ?? (variety === 'atomic' ? isString : isAnything),
    compare: facts.compare,
    equals: facts.equals ?? sameValue,
    key: facts.key,
    lengthOf: facts.lengthOf,
  };
  // All plans have one shape.
  plan.texts = constrained ? engine?.textsOf(plan) : undefined;
  return plan;
}

const noMembers: Members = { direct: [], choices: undefined, leaves: undefined, nested: undefined };

/** The facets of a type and of its bases: those of a schema are effective already; of others, what a nearer type does not say, its base does. */
function facetsOf(chain: readonly SimpleType[], engine: SimpleEngine | undefined): Facets | undefined {
  let facets: Facets | undefined;
  for (const link of chain) {
    const known = plans.get(link);
    const far = (known ?? link).facets;
    const patterns = facets?.patterns && far?.patterns && engine?.join(facets.patterns, far.patterns);
    facets = facets && far ? Object.assign({}, far, facets, patterns && { patterns }) : (facets ?? far);
    if (known !== undefined) {
      break;
    }
  }
  return facets;
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
