import type { XmlCursor } from '../../xml/interfaces/reader.js';
import type { XmlAttribute, XmlElement } from '../../xml/interfaces/tree.js';
import type { TypeAlternativeDescriptor } from '../descriptor/descriptor.js';
import { isRecord, readProperty, resolve } from '../descriptor/resolve.js';
import { parseExpandedName } from '../lexical/names.js';
import { derivedOf } from '../plan/derived-types.js';
import { type ComplexPlan, complexPlan, type ElementPlan, planOf, type TypePlan, targetOf } from '../plan/plan.js';
import { acceptsValue, noPrefixes } from '../plan/simple-plan.js';
import { formatPlan } from '../simple/simple.js';
import type { AlternativeEngine, Inheritance } from './attribute-engine.js';
import type { Decoder } from './decoder.js';
import { type Encoder, isTree } from './encoder.js';

/** Conditional type assignment (XML Schema 1.1, Part 1, 3.3.4.6 and 3.12.4): attributes choose the type of their element. */

type Attributes = readonly XmlAttribute[];

function decodedType(decoder: Decoder, element: ElementPlan): TypePlan {
  const { alternatives } = element;
  if (alternatives === undefined) {
    return targetOf(element);
  }
  return chosenType(element, alternatives, joined(startAttributes(decoder.cursor), decoder.inherited));
}

function typeOf(encoder: Encoder, element: ElementPlan, value: unknown): TypePlan {
  const type = encodedType(element, value, encoder.inherited);
  if (type === undefined) {
    encoder.problem(
      'type-alternative',
      'the attributes select a type for the element that is not the type of the value',
    );
  }
  return type ?? targetOf(element);
}

/** The type of an element that is at hand as a tree. */
export function treeType(element: ElementPlan, tree: XmlElement, inherited: Attributes): TypePlan {
  const { alternatives } = element;
  return alternatives === undefined
    ? targetOf(element)
    : chosenType(element, alternatives, joined(tree.attributes, inherited));
}

function encodedType(element: ElementPlan, value: unknown, inherited: Attributes): TypePlan | undefined {
  const { alternatives } = element;
  if (alternatives === undefined) {
    return targetOf(element);
  }
  const candidates = new Set([...alternatives.map(({ type }) => planOf(resolve(type))), targetOf(element)]);
  for (const candidate of candidates) {
    const actual = actualType(candidate, value);
    if (actual === undefined) {
      continue;
    }
    const attributes = joined(valueAttributes(actual, value), inherited);
    if (chosenType(element, alternatives, attributes) === candidate) {
      return candidate;
    }
  }
  return undefined;
}

/** The types that attributes may choose for an element, its declared one included, each with attributes that may do so. */
export function typesOf(element: ElementPlan): readonly { readonly plan: TypePlan; readonly example: Attributes }[] {
  const chosen = (element.alternatives ?? []).map(({ type, example = [] }) => ({
    plan: planOf(resolve(type)),
    example,
  }));
  return [{ plan: targetOf(element), example: [] }, ...chosen];
}

function chosenType(
  element: ElementPlan,
  alternatives: readonly TypeAlternativeDescriptor[],
  attributes: Attributes,
): TypePlan {
  const chosen = alternatives.find(({ holds }) => holds === undefined || holds(attributes));
  return chosen === undefined ? targetOf(element) : planOf(resolve(chosen.type));
}

/**
 * The type of a value whose declared type is `declared`: that type or the one that `$type` names; undefined if the value fits
 * neither.
 */
function actualType(declared: TypePlan, value: unknown): TypePlan | undefined {
  if (declared.kind === 'simple') {
    return value === null || acceptsValue(declared, value) ? declared : undefined;
  }
  if (value === null || Array.isArray(value)) {
    return declared;
  }
  if (declared.mode === 'tree') {
    return isTree(value) ? declared : undefined;
  }
  if (!isRecord(value) || isTree(value)) {
    return undefined;
  }
  if (value.$type === undefined) {
    return declared;
  }
  const named = derivedOf(declared).byTypeName.get(value.$type as string);
  return named && complexPlan(named);
}

/** The attributes that a value is written with. */
function valueAttributes(plan: TypePlan, value: unknown): Attributes {
  if (plan.kind === 'simple' || !isRecord(value)) {
    return [];
  }
  if (plan.mode === 'tree') {
    return isTree(value) ? value.attributes : [];
  }
  const attributes: XmlAttribute[] = [];
  for (const { namespace, name, property, type } of plan.attributes) {
    const part = readProperty(value, property);
    if (part === undefined) {
      continue;
    }
    try {
      attributes.push({ namespace, name, value: formatPlan(type, part, noPrefixes) });
    } catch {
      // Values that cannot be written are reported elsewhere; a test cannot compare a name with a prefix.
    }
  }
  if (plan.anyAttribute !== undefined && isRecord(value.$anyAttribute)) {
    for (const [key, text] of Object.entries(value.$anyAttribute)) {
      attributes.push({ ...parseExpandedName(key), value: String(text) });
    }
  }
  return attributes;
}

function startAttributes(cursor: XmlCursor): Attributes {
  return Array.from({ length: cursor.attributeCount }, (_, i) => ({
    namespace: cursor.attributeNamespace(i),
    name: cursor.attributeName(i),
    value: cursor.attributeValue(i),
  }));
}

/** The attributes that elements inside the one at the cursor inherit. */
function inheritedFromStart(decoder: Decoder, plan: ComplexPlan): Attributes {
  return inherited(plan, startAttributes(decoder.cursor), decoder.inherited);
}

/** The attributes that elements inside a value inherit. */
function inheritedFromValue(plan: ComplexPlan, value: unknown, outer: Attributes): Attributes {
  return inherited(plan, valueAttributes(plan, value), outer);
}

function inherited(plan: ComplexPlan, own: Attributes, outer: Attributes): Attributes {
  const passed = own.filter(({ namespace, name }) =>
    plan.attributes.some((use) => use.inheritance !== undefined && use.name === name && use.namespace === namespace),
  );
  return joined(passed, outer);
}

/** Attributes, and those of another list that are not among them. */
function joined(own: Attributes, others: Attributes): Attributes {
  const isOwn = (other: XmlAttribute): boolean =>
    own.some(({ namespace, name }) => name === other.name && namespace === other.namespace);
  return others.length === 0 ? own : [...own, ...others.filter((other) => !isOwn(other))];
}

/** Chooses types by attributes. */
export const typeAlternatives: AlternativeEngine = { decodedType, encodedType, typeOf };

/** Has elements inherit attributes. */
export const attributeInheritance: Inheritance = { fromStart: inheritedFromStart, fromValue: inheritedFromValue };
