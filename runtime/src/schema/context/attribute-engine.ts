import type { XmlAttribute } from '../../xml/interfaces/tree.js';
import {
  type AttributePreparation,
  type ComplexPlan,
  type ElementPlan,
  type TypePlan,
  targetOf,
} from '../plan/plan.js';
import type { Decoder } from './decoder.js';
import type { Encoder } from './encoder.js';

/** Reads and writes the attributes that types declare. `attribute` brings it. */
export interface AttributeEngine extends AttributePreparation {
  /** The properties that values of a type have for them. */
  properties(plan: ComplexPlan): readonly string[];
  /** Writes those of an object into the open element. */
  encode(encoder: Encoder, plan: ComplexPlan, value: Record<string, unknown>): void;
}

/** The engine of a type; undefined for one without attributes. */
export function attributeEngine(plan: ComplexPlan): AttributeEngine | undefined {
  return plan.attributeEngine as AttributeEngine | undefined;
}

type Attributes = readonly XmlAttribute[];

/** Chooses the type of an element by attributes: see `type-alternatives.ts`. `alternative` brings it. */
export interface AlternativeEngine {
  decodedType(decoder: Decoder, element: ElementPlan): TypePlan;
  encodedType(element: ElementPlan, value: unknown, inherited: Attributes): TypePlan | undefined;
  /** The type of a value that is being written; reports a problem if it does not fit any. */
  typeOf(encoder: Encoder, element: ElementPlan, value: unknown): TypePlan;
}

/** Finds the attributes that elements inside inherit. `inheritableAttribute` brings it. */
export interface Inheritance {
  fromStart(decoder: Decoder, plan: ComplexPlan): Attributes;
  fromValue(plan: ComplexPlan, value: unknown, outer: Attributes): Attributes;
}

/** The engine that chooses among the alternatives of an element; undefined if it has none. */
export function alternativeEngine({ alternatives }: ElementPlan): AlternativeEngine | undefined {
  return alternatives?.[0]?.engine as AlternativeEngine | undefined;
}

/** The type of the element at whose start the cursor is. */
export function decodedType(decoder: Decoder, element: ElementPlan): TypePlan {
  return alternativeEngine(element)?.decodedType(decoder, element) ?? targetOf(element);
}

/** The type of a value to be written: the one that its own attributes select; undefined if it does not fit any. */
export function encodedType(element: ElementPlan, value: unknown, inherited: Attributes): TypePlan | undefined {
  const engine = alternativeEngine(element);
  return engine === undefined ? targetOf(element) : engine.encodedType(element, value, inherited);
}

/** The engine for the attributes that elements inside a type inherit; undefined if it passes nothing on. */
export function inheritanceOf(plan: ComplexPlan): Inheritance | undefined {
  return plan.inheritance as Inheritance | undefined;
}
