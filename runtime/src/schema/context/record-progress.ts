import { writeProperty } from '../descriptor/resolve.js';
import type { ChildName } from '../match/child-names.js';
import type { ComplexPlan, ElementNode } from '../plan/plan.js';
import type { Decoder } from './decoder.js';

/** A record that is being read, and how far. */
export interface RecordProgress {
  readonly decoder: Decoder;
  readonly plan: ComplexPlan;
  readonly result: Record<string, unknown>;
  /** The children so far, where their order is checked. */
  readonly names: ChildName[] | undefined;
  /** Fields before this one have been passed; a field from here on cannot be set yet. */
  next: number;
  /** How many required fields have been found. */
  found: number;
}

/** The list of a field; created if absent. */
export function listAt(result: Record<string, unknown>, { property }: ElementNode, isFresh: boolean): unknown[] {
  const known =
    isFresh && property in Object.prototype && !Object.hasOwn(result, property) ? undefined : result[property];
  if (Array.isArray(known)) {
    return known;
  }
  const list: unknown[] = [];
  writeProperty(result, property, list);
  return list;
}

/** Passes fields up to one. Lists among them without an item are empty. */
export function closeFields(progress: RecordProgress, end: number): void {
  const { plan, result } = progress;
  for (; progress.next < end; progress.next++) {
    const { list, property } = plan.fields[progress.next] as ElementNode;
    if (list && !Object.hasOwn(result, property)) {
      writeProperty(result, property, []);
    }
  }
}
