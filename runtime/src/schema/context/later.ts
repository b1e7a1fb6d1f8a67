import type { ElementPlan } from '../plan/plan.js';
import type { SimplePlan } from '../plan/simple-plan.js';
import type { Encoder } from './encoder.js';

/** Takes lists and binary content that come later. Outputs that write a document as it is made bring it. */
export interface LaterEngine {
  /** Takes a list; `write` writes one of its items. False for a value that is not a list that comes later. */
  items(encoder: Encoder, source: unknown, write: (item: unknown) => void): boolean;
  /** Takes binary content; false as for `items`. An empty element is read as `fallback`. */
  bytes(encoder: Encoder, source: unknown, builtIn: string, fallback: string | undefined): boolean;
}

/**
 * Writes a value of a binary type outside the document (XOP 1.0), or leaves a gap for it; false for a value that is written as text in its element.
 * Types that have such values bring it.
 */
export type OctetEngine = (
  encoder: Encoder,
  element: ElementPlan | undefined,
  plan: SimplePlan,
  value: unknown,
) => boolean;

/** The engine of the present output; undefined where everything is there already. */
export function laterEngine({ output, encoding }: Encoder): LaterEngine | undefined {
  return encoding === undefined ? (output.later as LaterEngine | undefined) : undefined;
}
