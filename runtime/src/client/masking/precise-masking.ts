import { fullExcerpts } from '../full-excerpts.js';
import type { MaskOption } from './call-masker.js';
import { CallMaskers } from './masker.js';
import type { CallMaskerSource } from './masker-source.js';

/** The masking that hides each credential by itself, so that bodies can be shown. */
class PreciseMasking extends CallMaskers implements CallMaskerSource {
  readonly excerpts = fullExcerpts;
}

/**
 * The masking that clients have on Node, for the option `mask` of those in browsers and workers: `mask: preciseMasking({ words: ['customerNumber'] })`. It hides
 * each credential by itself, and errors show headers and bodies with it, at the cost of about 12 KB of gzip in a bundle.
 */
export function preciseMasking(option: MaskOption = {}): CallMaskerSource {
  return new PreciseMasking(option);
}

const known = new WeakMap<CallMaskerSource, CallMaskers>();

/** The maskers of a client that hide each credential by itself, whatever masking it has for its errors. */
export function preciseMaskers(source: CallMaskerSource): CallMaskers {
  if (source instanceof CallMaskers) {
    return source;
  }
  const maskers = known.get(source) ?? new CallMaskers(source.option);
  known.set(source, maskers);
  return maskers;
}
