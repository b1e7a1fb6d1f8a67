import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import type { SkeletonUpdate } from '../../emit/skeleton/index.js';
import type { FileChange } from '../../output/file-change.js';
import type { SkeletonFile } from './read-skeleton.js';

/** A skeleton that has been read, with the demands of services on it. */
export interface OpenSkeleton {
  /** Absolute. */
  readonly path: string;
  /** The path as the user knows it. */
  readonly display: string;
  /** Absolute path with links followed. */
  readonly place: string;
  /** `undefined` when it does not exist. */
  readonly file: SkeletonFile | undefined;
  readonly visits: Visit[];
}

/** One service whose class may be in the file. */
export interface Visit {
  /** Looks at another text of the file. */
  readonly look: (existing: string | undefined) => Promise<SkeletonUpdate>;
  /** The analysis of the file in its present state. */
  readonly result: SkeletonUpdate;
}

/** The change to make to a file, and the messages about it. */
export interface SettledSkeleton {
  /** Absolute path with links followed. */
  readonly path: string;
  /** The path as the user knows it. */
  readonly display: string;
  readonly change: FileChange | undefined;
  readonly lacking: boolean;
  /** Why the change cannot be made. */
  readonly refusals: readonly Diagnostic[];
  readonly before: readonly Diagnostic[];
  readonly after: readonly Diagnostic[];
}

/** Combines the demands of services on a file. The user may keep the classes of several services in one file. */
export async function settle({ display, place, file, visits }: OpenSkeleton): Promise<SettledSkeleton> {
  const results = visits.map(({ result }) => result);
  const before = results.flatMap((result) => result.before);
  const lacking = results.some((result) => result.lacking);
  const settled = { path: place, display, lacking, refusals: [], before };
  const [first, ...rest] = visits;
  if (first === undefined || !results.some(({ changed }) => changed)) {
    return { ...settled, change: undefined, after: before };
  }
  let { text } = first.result;
  for (const { look } of rest) {
    text = (await look(text)).text;
  }
  const after = rest.length === 0 ? first.result.after : (await lookAgain(visits, text)).flatMap((r) => r.before);
  const bytes = (file?.encode ?? encodeUtf8)(text);
  const refused = diagnostic('output/write-failed', { path: display, reason: 'the file is read-only' });
  const refusals = file?.isReadOnly === true ? [refused] : [];
  return { ...settled, refusals, change: { path: place, display, before: file?.bytes, bytes }, after };
}

function lookAgain(visits: readonly Visit[], text: string): Promise<readonly SkeletonUpdate[]> {
  return Promise.all(visits.map(({ look }) => look(text)));
}

function encodeUtf8(text: string): Uint8Array {
  return Buffer.from(text, 'utf8');
}
