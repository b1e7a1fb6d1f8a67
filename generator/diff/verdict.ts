import type { Contract } from '../contract/model.js';
import type { Audience, ContractChange } from './change.js';
import { type ChangeLevel, changeLevels, heavier } from './level.js';

/**
 * The audiences whose breaks make a change major, unless a user names others: those who upgrade clients, and the clients that
 * are in use when the service changes. A new client is deployed when its service is; a class that implements a service is
 * completed by the command.
 */
export const verdictAudiences: readonly Audience[] = ['callers', 'oldClients'];

/** Those of documents: who reads them and who writes them are seldom the same, and nobody knows which side the user is on. */
const documentAudiences: readonly Audience[] = ['readers', 'writers'];

/** True for the contract of schemas alone: nothing is called, and documents are read and written. */
export function isOfDocuments({ services }: Contract): boolean {
  return services.every(({ operations }) => operations.length === 0);
}

/** The audiences whose breaks make a change of documents major: those that a user names among them, else all. */
export function audiencesOfDocuments(named: readonly Audience[] = []): readonly Audience[] {
  const own = named.filter((audience) => documentAudiences.includes(audience));
  return own.length > 0 ? own : documentAudiences;
}

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
