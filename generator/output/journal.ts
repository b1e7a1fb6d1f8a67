import { MANIFEST_FILE } from './manifest.js';
import { isSafePath } from './paths.js';

/** The commit record of a change. */
export interface Journal {
  /** Evidence of the workspace that it belongs to. */
  readonly workspace: string;
  /** Part of the names of temporary files beside those that are replaced: no file of anybody else has such a name. */
  readonly nonce: string;
  /** Identity of the folder that is changed; `null` when it is new. */
  readonly original: string | null;
  readonly write: readonly string[];
  readonly remove: readonly string[];
}

/** Reads a journal; the reason when it cannot be believed. Its paths must be such as generated files have. */
export function parseJournal(text: string, workspace: string): Journal | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'its journal is not JSON';
  }
  if (typeof value !== 'object' || value === null) return 'its journal is not an object';
  const { nonce, original, write, remove, workspace: belongsTo } = value as Readonly<Record<string, unknown>>;
  if (belongsTo !== workspace) return 'its journal belongs to another folder';
  if (typeof nonce !== 'string' || !/^[0-9a-f]{16}$/.test(nonce)) return 'its journal has no valid nonce';
  if (original !== null && (typeof original !== 'string' || !/^\d+:\d+$/.test(original)))
    return 'its journal does not identify the output folder';
  if (!isPaths(write) || !isPaths(remove) || new Set([...write, ...remove]).size !== write.length + remove.length)
    return 'its journal does not list files as codegen writes them';
  return { workspace, nonce, original, write, remove };
}

function isPaths(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) &&
    value.every((path) => typeof path === 'string' && (path === MANIFEST_FILE || isSafePath(path)))
  );
}
