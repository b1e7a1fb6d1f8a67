import type { Contract } from '../contract/model.js';
import { byCodeUnits } from '../contract/names.js';
import type { ContractChange } from './change.js';
import { ElementChanges } from './collect/element-changes.js';
import { ChangeRecorder, type DiffOptions } from './collect/recorder.js';
import { ServiceChanges } from './collect/service-changes.js';
import { TypeChanges } from './collect/type-changes.js';
import { type Comparison, sideOf } from './context.js';
import { type ChangeLevel, reportedLevels } from './level.js';
import { compareNames } from './names.js';
import { renamedNamespaces, withNamespaceKeys, withNamespaces } from './namespaces.js';
import { renamedTypes } from './renames.js';
import { isOfDocuments, verdictOf } from './verdict.js';

/** The result of a comparison. */
export interface ContractDiff {
  /** The verdict in the sense of Semantic Versioning. */
  readonly verdict: ChangeLevel;
  /** The heaviest first, then by subject, code and message. */
  readonly changes: readonly ContractChange[];
}

/**
 * The changes from one contract to another: what they are, where, whom they break. Renamed types, elements and operations are
 * recognised where the rest of them is the same. The order of things that has no meaning counts for nothing.
 */
export function diffContracts(old: Contract, now: Contract, options: DiffOptions = {}): ContractDiff {
  const namespaces = renamedNamespaces(old, now);
  const ofDocuments = isOfDocuments(old) && isOfDocuments(now);
  const [before, after] = [sideOf(withNamespaces(old, namespaces), ofDocuments), sideOf(now, ofDocuments)];
  const comparison: Comparison = { old: before, now: after, renamed: renamedTypes(before, after), ofDocuments };
  const { oldPositions } = options;
  const recorder = new ChangeRecorder(comparison, {
    ...options,
    ...(oldPositions && { oldPositions: withNamespaceKeys(oldPositions, namespaces) }),
  });
  const services = new ServiceChanges(recorder);
  services.namespaces(namespaces, old);
  services.services();
  new TypeChanges(recorder).types();
  new ElementChanges(recorder).elements();
  addNames(recorder);
  const changes = [...recorder.changes].sort(byWeight);
  return { verdict: verdictOf(changes), changes };
}

function byWeight(a: ContractChange, b: ContractChange): number {
  return (
    reportedLevels.indexOf(a.level) - reportedLevels.indexOf(b.level) ||
    byCodeUnits(a.subject, b.subject) ||
    byCodeUnits(a.code, b.code) ||
    byCodeUnits(a.message, b.message)
  );
}

/** Names in TypeScript that changed although what they name did not. */
function addNames(recorder: ChangeRecorder): void {
  const changes = compareNames(recorder.shapes.old, recorder.shapes.now, recorder.comparison);
  for (const { subject, message, effects, isUnused } of changes) {
    recorder.of(subject, { isUnused }).add({ code: 'typescript-name-changed', message }, effects);
  }
}
