import { standInOf } from '../plan/derived-types.js';
import { type ElementPlan, type TypePlan, targetOf } from '../plan/plan.js';
import { alternativeEngine } from './attribute-engine.js';
import type { Encoder } from './encoder.js';

/** The type of a value that is being written: the one that it names, the one that its attributes select, or the declared one. */
export function typeToWrite(encoder: Encoder, element: ElementPlan, value: unknown): TypePlan {
  return (
    (element.standIns && standInOf(element, value)) ??
    alternativeEngine(element)?.typeOf(encoder, element, value) ??
    targetOf(element)
  );
}
