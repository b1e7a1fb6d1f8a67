import type { Facets, SimpleType } from '../descriptor/descriptor.js';
import { schemaNamespace } from '../descriptor/resolve.js';
import { chainOf } from '../plan/simple-derivation.js';
import { knownPlan, type Members, type SimpleEngine, type SimplePlan, simplePlan } from '../plan/simple-plan.js';
import { derivedForms } from './derived-forms.js';

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

/** The plan of any simple type. The functions that construct types which are no built-in atomic ones give it to them. */
export function planDerived(type: SimpleType): SimplePlan {
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
  const usual = variety === 'union' ? 'preserve' : 'collapse';
  const whiteSpace = variety === 'list' ? 'collapse' : (facets?.whiteSpace ?? mapped?.whiteSpace ?? usual);
  const constrained = Object.keys(facets ?? {}).some((facet) => facet !== 'whiteSpace');
  if (engine === undefined && (constrained || variety !== 'atomic')) {
    throw new TypeError(`the simple type "${type.name}" is not made by restriction, enumeration, list or union`);
  }
  // A property that a type does not have is that of its nearest base.
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
    derived: constrained || mapped !== undefined || variety !== 'atomic' ? derivedForms : undefined,
    compare: facts.compare,
    equals: facts.equals ?? sameValue,
    key: facts.key,
    lengthOf: facts.lengthOf,
    octets: variety === 'atomic' ? facts.octets : undefined,
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
    const known = knownPlan(link);
    const far = (known ?? link).facets;
    const patterns = facets?.patterns && far?.patterns && engine?.join(facets.patterns, far.patterns);
    facets =
      facets && far && far !== facets ? Object.assign({}, far, facets, patterns && { patterns }) : (facets ?? far);
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
