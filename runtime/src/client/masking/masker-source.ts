import type { Excerpts } from '../excerpts.js';
import type { CallMasker, MaskedCall, MaskOption } from './call-masker.js';

/** The maskers of a client's calls. */
export interface CallMaskerSource {
  /** The names that are secret. */
  readonly option: MaskOption;
  /** The parts of messages that errors show. */
  readonly excerpts: Excerpts;
  /** Recognises credentials only by their names. */
  readonly common: CallMasker;
  /** Knows the credentials that a call sends as well. */
  of(call: MaskedCall): CallMasker;
}
