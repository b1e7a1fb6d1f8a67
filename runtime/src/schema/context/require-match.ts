import type { ChildName } from '../match/child-names.js';
import { matchRecord } from '../match/match-record.js';
import type { ComplexPlan } from '../plan/plan.js';
import { contentEngine } from './content-engine.js';
import { type Decoder, refuse } from './decoder.js';

/** Refuses children that do not fit the content model. `offsets` are their places in the document, if errors are collected. */
export function requireMatch(
  decoder: Decoder,
  plan: ComplexPlan,
  children: readonly ChildName[],
  offsets: readonly number[] = [],
): void {
  const engine = contentEngine(plan);
  const mismatch = engine === undefined ? matchRecord(plan.fields, children) : engine.match(plan, children);
  if (mismatch === undefined || decoder.collector?.isMisfitted(decoder.path) === true) {
    return;
  }
  const child = children[mismatch.index];
  const expected = mismatch.expected.length === 0 ? 'nothing' : mismatch.expected.join(', ');
  const message = child === undefined ? 'the content ends too early' : `element "${child.name}" does not fit here`;
  refuse(decoder, decoder.error('content-model', `${message}; expected ${expected}`), offsets[mismatch.index]);
}
