import type { XmlCursor } from '../../xml/interfaces/reader.js';
import type { XmlOutput } from '../../xml/interfaces/writer.js';
import type { ElementPlan } from '../plan/plan.js';
import type { SimplePlan } from '../plan/simple-plan.js';
import type { Decoder } from './decoder.js';
import type { Encoder, WriteElement } from './encoder.js';
import type { RecordProgress } from './record-progress.js';

/**
 * Reads and writes usual content at one go. Where it does not know better, it gives nothing, nothing has happened, and the general way decides: results are the
 * same with and without it. The folder `fast/` has it.
 */
export interface FastLayer {
  /** The text of the element that starts here, if it is nothing else; the cursor is at its end then. */
  readText(cursor: XmlCursor): string | undefined;
  /** The octets of the element that starts here, if it has a long text that is base64, and nothing else. */
  readOctets(cursor: XmlCursor, plan: SimplePlan): Uint8Array | undefined;
  /** True if fields of the record that starts here may be read at one go. */
  readsFields(decoder: Decoder): boolean;
  /** Reads the fields that come next, as far as they are as usual. */
  readFields(progress: RecordProgress): void;
  /** The state of writing into an output; undefined where everything is written in the general way. */
  writingInto(encoder: Encoder, output: XmlOutput): object | undefined;
  /** Writes a value as an element, by the state `fast` of the encoder; false if it was not written. */
  writeElement(encoder: Encoder, element: ElementPlan, value: unknown, write: WriteElement): boolean;
}

/** The fast layer, where the host or the program has installed it. */
export let fastLayer: FastLayer | undefined;

/** Lets everything from now on be read and written with the fast layer. */
export function installFastLayer(layer: FastLayer | undefined): void {
  fastLayer ??= layer;
}
