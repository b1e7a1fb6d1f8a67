import type { ComplexType } from '../descriptor/descriptor.js';
import { type ComplexPlan, type ElementPlan, type TypePlan, targetOf } from '../plan/plan.js';
import { alternativeEngine } from './attribute-engine.js';
import type { Decoder } from './decoder.js';
import type { Encoder } from './encoder.js';

/** A type in the place of the declared one. */
export interface NamedType {
  readonly plan: TypePlan;
  /** Its `$type`; undefined where the value needs none. */
  readonly typeName: string | undefined;
}

/** Reads and writes `xsi:type`, where other types may stand in for the declared one (Part 1, 2.6.1). `derivedTypes` brings it. */
export interface DerivationEngine {
  /** The type of the element at whose start the cursor is. Throws `XmlDecodeError` if that is abstract. */
  decoded(decoder: Decoder, element: ElementPlan, declared: TypePlan): NamedType;
  /** The type that `$type` of a value names in the place of the simple type of an element, if it names one. */
  standIn(element: ElementPlan, value: unknown): ComplexPlan | undefined;
  /** The type of a value, whose name is written if `$type` says it. Undefined, with a problem, if that type is not allowed. */
  encoded(
    encoder: Encoder,
    element: ElementPlan | undefined,
    declared: ComplexPlan,
    value: Record<string, unknown>,
  ): ComplexPlan | undefined;
}

/** The engine of an element; undefined if no other type may stand in for its own. */
export function derivationEngine(element: ElementPlan | undefined, declared: TypePlan): DerivationEngine | undefined {
  // Simple types have none.
  const { derived } = declared.type as Partial<ComplexType>;
  const types = element?.standIns ?? element?.derived ?? derived;
  return types?.engine as DerivationEngine | undefined;
}

/** The type of a value that is being written: the one that it names, the one that its attributes select, or the declared one. */
export function typeToWrite(encoder: Encoder, element: ElementPlan, value: unknown): TypePlan {
  return (
    (element.standIns?.engine as DerivationEngine | undefined)?.standIn(element, value) ??
    alternativeEngine(element)?.typeOf(encoder, element, value) ??
    targetOf(element)
  );
}
