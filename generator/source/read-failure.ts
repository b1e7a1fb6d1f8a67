import { type Diagnostic, diagnostic, type Span } from '../diagnostics/diagnostic.js';
import type { LoadLimits, ReadOutcome } from './outside-access.js';
import { isRemote } from './places.js';

/** The diagnostic for a document that could not be read. */
export function readFailure(
  outcome: Exclude<ReadOutcome, { kind: 'found' }>,
  location: string,
  limits: Pick<LoadLimits, 'maxBytes'>,
  span?: Span,
): Diagnostic {
  switch (outcome.kind) {
    case 'missing':
      return outcome.status === undefined
        ? diagnostic('source/missing-file', { location }, span)
        : diagnostic('source/fetch-failed', { location, reason: `the server answered ${outcome.status}` }, span);
    // Nobody asked for a version.
    case 'notModified':
      return diagnostic('source/fetch-failed', { location, reason: 'the server answered 304' }, span);
    case 'tooLarge':
      return diagnostic('source/too-large', { location, limit: limits.maxBytes }, span);
    case 'outside':
      return isRemote(location)
        ? diagnostic('source/internal-host', { location }, span)
        : diagnostic('source/outside-root', { location }, span);
    case 'redirect':
      return diagnostic('source/fetch-failed', { location, reason: `it redirects to ${outcome.location}` }, span);
    case 'failed':
      return isRemote(location)
        ? diagnostic('source/fetch-failed', { location, reason: outcome.reason }, span)
        : diagnostic('source/unreadable-file', { location, reason: outcome.reason }, span);
  }
}
