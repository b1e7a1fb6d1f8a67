import type { XmlOutput } from '../../xml/writer.js';
import type { Type } from '../descriptor/descriptor.js';
import type { ElementPlan } from '../plan/plan.js';
import type { SimplePlan } from '../plan/simple-plan.js';
import type { EncodeOptions, Encoder } from './encoder.js';

/** What takes lists and binary content that come later. Outputs that write a document as it is made bring it. */
export interface LaterEngine {
  /** What writes values to such outputs. */
  readonly writing: Writing;
  /** Takes a list; `write` writes one of its items. False for what is no such list. */
  items(encoder: Encoder, source: unknown, write: (item: unknown) => void): boolean;
  /** Takes binary content; false as for `items`. An empty element is read as `fallback`. */
  bytes(encoder: Encoder, source: unknown, builtIn: string, fallback: string | undefined): boolean;
}

/** What writes values: with all that there is, or plainly. */
export interface Writing {
  /** Writes a value as an element. */
  element(element: ElementPlan, value: unknown, output: XmlOutput, options: EncodeOptions): void;
  /** Writes attributes and content of a value of a type into the element that is open. */
  content(type: Type, value: unknown, output: XmlOutput, options: EncodeOptions): void;
}

/**
 * Writes a value of a binary type outside the document (XOP 1.0), or leaves a gap for it; false where it is to be written in its place.
 * Types that have such values bring it.
 */
export type OctetEngine = (
  encoder: Encoder,
  element: ElementPlan | undefined,
  plan: SimplePlan,
  value: unknown,
) => boolean;

/** That of the present output, if it has one. */
export function laterEngine({ output, encoding }: Encoder): LaterEngine | undefined {
  return encoding === undefined ? (output.later as LaterEngine | undefined) : undefined;
}
