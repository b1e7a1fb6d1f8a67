import { dirname, join, relative, resolve } from 'node:path';
import type { Disk } from './disk.js';
import { type FileChange, type FileOutcome, fileParts, finishFile, isAsFound, prepareFile } from './file-change.js';
import { type Journal, type Neighbour, parseJournal } from './journal.js';
import { type Change, finishFolder, folderParts, prepareFolder } from './transaction.js';
import {
  examineWorkspace,
  ForeignLeftOver,
  journalName,
  type LeftOverFinding,
  type Prepared,
  placeOf,
  removeWorkspace,
  type WorkspacePlace,
  workspacesFor,
} from './workspace.js';

/**
 * Changes of folders and files that are made together or not at all. Each is prepared in a workspace of its own. One of them
 * leads: its journal, which appears in one step, decides for all. The journals of the others only count while the leader's is
 * there, and it goes last. The next run finishes what was decided and discards what was not.
 */
export interface Changes {
  readonly folders: readonly Change[];
  readonly files: readonly FileChange[];
}

/** The result for the left-overs of an earlier run. */
export type Recovery = 'nothing' | 'completed' | 'discarded';

/**
 * Makes the changes. There must be no left-overs of an earlier run: call `recover` first. Throws errors of the disk; call
 * `recover` then, too.
 *
 * @returns The files that somebody changed in the meantime. If there are any before the decision, nothing is changed at all;
 * afterwards only they are left alone.
 */
export function commit(disk: Disk, { folders, files }: Changes): readonly FileChange[] {
  const prepared = [
    ...files.map((change) => prepareFile(disk, change)),
    ...folders.map((change) => prepareFolder(disk, change)),
  ];
  const [leader] = prepared.slice(-1);
  if (leader === undefined) {
    return [];
  }
  const members = prepared.slice(0, -1);
  for (const member of members) {
    writeJournal(disk, member, { leader: neighbour(member, leader) });
  }
  const changed = files.filter((change) => !isAsFound(disk, change));
  if (changed.length > 0) {
    for (const { workspace } of prepared) {
      removeWorkspace(disk, workspace);
    }
    return changed;
  }
  const others = members.map((member) => neighbour(leader, member));
  writeJournal(disk, leader, others.length > 0 ? { members: others } : {});
  const outcomes = prepared.map((change) => finish(disk, change));
  const lost = folders.find((_, i) => outcomes[files.length + i] === 'outdated');
  if (lost) {
    throw Object.assign(new Error('the folder has been replaced'), { code: 'EEXIST', path: lost.root });
  }
  return files.filter((_, i) => outcomes[i] === 'outdated');
}

function neighbour(from: Prepared, to: Prepared): Neighbour {
  return { workspace: relative(dirname(from.workspace), to.workspace), evidence: to.journal.workspace };
}

function writeJournal(disk: Disk, { workspace, journal }: Prepared, membership: object): void {
  disk.write(join(workspace, `${journalName}.new`), JSON.stringify({ ...journal, ...membership }));
  disk.rename(join(workspace, `${journalName}.new`), join(workspace, journalName));
  disk.flush(workspace);
}

/** Finishes one change, and removes its workspace. `outdated`: the present content is not the one that was to be changed. */
function finish(disk: Disk, { workspace, journal }: Prepared): FileOutcome {
  const path = placeOf(workspace);
  const { outcome, obstacle } = finishOne(disk, path, workspace, journal);
  disk.removeFile(join(workspace, journalName));
  removeWorkspace(disk, workspace);
  if (obstacle === undefined) {
    return outcome;
  }
  throw Object.assign(new Error('it was replaced in the meantime'), { code: 'EREPLACED', path: join(path, obstacle) });
}

function finishOne(
  disk: Disk,
  path: string,
  workspace: string,
  journal: Journal,
): { readonly outcome: FileOutcome; readonly obstacle?: string | undefined } {
  if (journal.kind === 'file') {
    return { outcome: finishFile(disk, path, workspace, journal) };
  }
  const { done, obstacle } = finishFolder(disk, path, workspace, journal);
  return { outcome: done ? 'done' : 'outdated', obstacle };
}

/** The places that are recovered together with one. Left-overs that cannot be trusted do not name any. */
export function relatedPlaces(disk: Disk, place: WorkspacePlace): readonly WorkspacePlace[] {
  const found = new Map([[place.path, place]]);
  // Iterating over a map includes entries that are added on the way.
  for (const [, next] of found) {
    for (const other of neighbours(disk, next)) {
      if (!found.has(other.path)) {
        found.set(other.path, other);
      }
    }
  }
  found.delete(place.path);
  return [...found.values()];
}

function neighbours(disk: Disk, place: WorkspacePlace): readonly WorkspacePlace[] {
  return workspacesFor(place).flatMap((workspace) => {
    const { leader, members = [] } = journalIn(disk, workspace, place.kind) ?? {};
    return [...(leader ? [leader] : []), ...members].flatMap((other) => {
      const prepared = preparedAt(disk, workspace, other);
      return prepared ? [{ kind: prepared.journal.kind, path: placeOf(prepared.workspace) }] : [];
    });
  });
}

/**
 * Ends the work that an earlier run left: completes it if it had been decided, discards it otherwise. Changes that were
 * decided together are completed together.
 *
 * @throws ForeignLeftOver if anything in the place of a left-over is not provably one; then nothing is changed.
 */
export function recover(disk: Disk, place: WorkspacePlace): Recovery {
  const found = workspacesFor(place).map((workspace) => ({ workspace, ...leftOver(disk, workspace, place.kind) }));
  let outcome: Recovery = 'nothing';
  for (const { workspace, kind, journal } of found) {
    if (kind === 'nothing') {
      continue;
    }
    if (journal !== undefined && isDecided(disk, workspace, journal)) {
      for (const member of journal.members ?? []) {
        finishMember(disk, workspace, journal, member);
      }
      outcome = finish(disk, { workspace, journal }) === 'done' ? 'completed' : 'discarded';
    } else {
      removeWorkspace(disk, workspace);
      outcome = 'discarded';
    }
  }
  return outcome;
}

interface LeftOver {
  readonly kind: LeftOverFinding['kind'];
  readonly journal?: Journal;
}

function leftOver(disk: Disk, workspace: string, kind: WorkspacePlace['kind']): LeftOver {
  const finding = examineWorkspace(disk, workspace, kind === 'folder' ? folderParts : fileParts);
  if (finding.kind === 'foreign') {
    throw new ForeignLeftOver(workspace, finding.reason);
  }
  const text = finding.kind === 'ours' ? disk.read(join(workspace, journalName)) : undefined;
  if (finding.kind !== 'ours' || text === undefined) {
    return finding;
  }
  const journal = parseJournal(text, finding.evidence);
  if (typeof journal === 'string') {
    throw new ForeignLeftOver(workspace, journal);
  }
  if (journal.kind !== kind) {
    throw new ForeignLeftOver(workspace, 'its journal is of another kind');
  }
  return { kind: 'ours', journal };
}

/** A journal that can be trusted; `undefined` if there is none. */
function journalIn(disk: Disk, workspace: string, kind: WorkspacePlace['kind']): Journal | undefined {
  try {
    return leftOver(disk, workspace, kind).journal;
  } catch (error) {
    if (error instanceof ForeignLeftOver) {
      return undefined;
    }
    throw error;
  }
}

/** The files that a journal names, as long as the journal exists and is the same. */
function preparedAt(disk: Disk, from: string, { workspace, evidence }: Neighbour): Prepared | undefined {
  const path = resolve(dirname(from), workspace);
  for (const kind of ['file', 'folder'] as const) {
    const journal = journalIn(disk, path, kind);
    if (journal?.workspace === evidence) {
      return { workspace: path, journal };
    }
  }
  return undefined;
}

/** A journal decides by itself, or together with that of its leader. */
function isDecided(disk: Disk, workspace: string, { leader, workspace: evidence }: Journal): boolean {
  if (leader === undefined) {
    return true;
  }
  const { members = [] } = preparedAt(disk, workspace, leader)?.journal ?? {};
  return members.some((member) => member.evidence === evidence);
}

function finishMember(disk: Disk, leader: string, { workspace: evidence }: Journal, member: Neighbour): void {
  const prepared = preparedAt(disk, leader, member);
  if (prepared?.journal.leader?.evidence === evidence) {
    finish(disk, prepared);
  }
}
