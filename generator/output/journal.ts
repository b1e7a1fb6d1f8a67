import { isRecord, type JsonRecord, parsedJson } from './json-text.js';
import { manifestFile } from './manifest.js';
import { isSafePath } from './safe-path.js';

/** A workspace that another one names, by its path relative to the folder that contains the other one. */
export interface Neighbour {
  readonly workspace: string;
  readonly evidence: string;
}

/** How a change belongs together with others. */
export interface Membership {
  /** The workspace whose journal decides about this change; absent when its own journal does. */
  readonly leader?: Neighbour;
  /** Workspaces of the changes that this journal decides about. */
  readonly members?: readonly Neighbour[];
}

/** The commit record of a change of a folder. */
export interface FolderJournal extends Membership {
  readonly kind: 'folder';
  /** Evidence of the workspace that it belongs to. */
  readonly workspace: string;
  /** Part of the names of temporary files next to those that are replaced: no other file has such a name. */
  readonly nonce: string;
  /** Identity of the folder that is changed; `null` if it is new. */
  readonly original: string | null;
  readonly write: readonly string[];
  readonly remove: readonly string[];
}

/** The commit record of a change of a single file. */
export interface FileJournal extends Membership {
  readonly kind: 'file';
  /** Evidence of the workspace that it belongs to. */
  readonly workspace: string;
  /** Hash of the file's content when the change was worked out; `null` if it did not exist. */
  readonly before: string | null;
  /** Hash of the new content. */
  readonly after: string;
}

/** The commit record of a change. */
export type Journal = FolderJournal | FileJournal;

/** Reads a journal; the reason when it cannot be believed. Its paths must be such as generated files have. */
export function parseJournal(text: string, workspace: string): Journal | string {
  const value = parsedJson(text);
  if (value === undefined) {
    return 'its journal is not JSON';
  }
  if (!isRecord(value)) {
    return 'its journal is not an object';
  }
  if (value.workspace !== workspace) {
    return 'its journal belongs to another folder';
  }
  const { leader, members } = value;
  if (leader !== undefined && !isNeighbour(leader)) {
    return 'its journal has no valid leader';
  }
  if (members !== undefined && !(Array.isArray(members) && members.every(isNeighbour))) {
    return 'its journal has no valid members';
  }
  const membership = { ...(leader && { leader }), ...(members && { members: members as readonly Neighbour[] }) };
  const journal = value.kind === 'file' ? fileJournal(value, workspace) : folderJournal(value, workspace);
  return typeof journal === 'string' ? journal : { ...journal, ...membership };
}

function folderJournal(
  { kind, nonce, original, write, remove }: JsonRecord,
  workspace: string,
): FolderJournal | string {
  if (kind !== 'folder') {
    return 'its journal has no valid kind';
  }
  if (typeof nonce !== 'string' || !/^[0-9a-f]{16}$/.test(nonce)) {
    return 'its journal has no valid nonce';
  }
  if (original !== null && (typeof original !== 'string' || !/^\d+:\d+$/.test(original))) {
    return 'its journal does not identify the output folder';
  }
  if (!isPaths(write) || !isPaths(remove) || new Set([...write, ...remove]).size !== write.length + remove.length) {
    return 'its journal does not list files as codegen writes them';
  }
  return { kind, workspace, nonce, original, write, remove };
}

function fileJournal({ before, after }: JsonRecord, workspace: string): FileJournal | string {
  if (!(before === null || isHash(before)) || !isHash(after)) {
    return 'its journal has no valid hashes';
  }
  return { kind: 'file', workspace, before, after };
}

function isNeighbour(value: unknown): value is Neighbour {
  if (!isRecord(value)) {
    return false;
  }
  const { workspace, evidence } = value;
  const isWorkspace = typeof workspace === 'string' && /(^|[\\/])\.[^\\/\0]*codegen$/.test(workspace);
  return isWorkspace && typeof evidence === 'string' && /^\d+-\d+$/.test(evidence);
}

function isHash(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}

function isPaths(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) &&
    value.every((path) => typeof path === 'string' && (path === manifestFile || isSafePath(path)))
  );
}
