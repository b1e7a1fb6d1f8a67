import type { Effects } from './change.js';
import type { ContractDifference } from './context.js';
import { type Direction, effectsOfAll, type Shift } from './relation.js';

/** Both sides must change together; code stays as it is. */
export const wireBreaks: Effects = { oldClients: 'breaks', newClients: 'breaks' };

/** A finding of an operation: its effects are known at once, because its directions are. */
export type OperationDifference = ContractDifference & { readonly effects: Effects };

/** A finding whose effects are known. */
export function plain(code: ContractDifference['code'], message: string, effects: Effects = {}): OperationDifference {
  return { code, message, effects };
}

/** A finding in messages of one direction. */
export function shifted(
  code: ContractDifference['code'],
  message: string,
  shifts: readonly Shift[],
  direction: Direction,
): OperationDifference {
  return { code, message, effects: effectsOfAll(shifts, new Set([direction])) };
}
