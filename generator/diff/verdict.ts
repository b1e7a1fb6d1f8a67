import type { Audience, ContractChange } from './change.js';
import { type ChangeLevel, changeLevels, heavier } from './level.js';

/**
 * The audiences whose breaks make a change major, unless a user names others: those who upgrade clients, and the clients that
 * are in use when the service changes. A new client is deployed when its service is; a class that implements a service is
 * completed by the command.
 */
export const verdictAudiences: readonly Audience[] = ['callers', 'oldClients'];

/**
 * The verdict of a comparison in the sense of Semantic Versioning: that of its heaviest change. What no message contains
 * weighs as little as documentation.
 */
export function verdictOf(changes: readonly ContractChange[]): ChangeLevel {
  return heaviest(changes.map(({ level }) => (level === 'unused' ? 'patch' : level)));
}

/** Whether a verdict is at least as heavy as a level. */
export function isAtLeast(verdict: ChangeLevel, level: ChangeLevel): boolean {
  return changeLevels.indexOf(verdict) >= changeLevels.indexOf(level);
}

/** The heaviest of some verdicts. */
export function heaviest(verdicts: readonly ChangeLevel[]): ChangeLevel {
  return verdicts.reduce<ChangeLevel>(heavier, 'none');
}
