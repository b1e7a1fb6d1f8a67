/** Known failures: one per line, `check name -- reason`, sorted. */

/** Reads the file. Throws `Error` for a line without a reason, or out of order. */
export function parseKnownFailures(text: string): ReadonlyMap<string, string> {
  const known = new Map<string, string>();
  let previous = '';
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) {
      continue;
    }
    const cut = line.indexOf(' -- ');
    const id = line.slice(0, cut);
    if (cut <= 0 || line.slice(cut + 4).trim() === '') {
      throw new Error(`known failure without a reason: ${line}`);
    }
    if (id <= previous) {
      throw new Error(`known failures are not sorted, or named twice: ${id}`);
    }
    previous = id;
    known.set(id, line.slice(cut + 4));
  }
  return known;
}

/** The failures that the ratchet finds. */
export interface RatchetFindings {
  /** Failures that nobody knows of. */
  readonly unknown: readonly string[];
  /** Entries that passed: to be removed. */
  readonly passing: readonly string[];
  /** Entries that were never met: to be removed. */
  readonly unmet: readonly string[];
}

/** Compares what happened with what is known. Entries are asked for only when the whole of their data set was run. */
export function applyRatchet(
  known: ReadonlyMap<string, string>,
  outcomes: ReadonlyMap<string, boolean>,
  complete: (id: string) => boolean,
): RatchetFindings {
  const ids = [...known.keys()];
  return {
    unknown: [...outcomes]
      .filter(([id, passed]) => !passed && !known.has(id) && !known.has(inMemory(id)))
      .map(([id]) => id),
    passing: ids.filter((id) => outcomes.get(id) === true),
    unmet: ids.filter((id) => !outcomes.has(id) && complete(id)),
  };
}

/** A case that fails with descriptors in memory fails with generated code, too, if it is in the sample. */
function inMemory(id: string): string {
  return id.replace(/^valid-emitted /, 'valid ');
}
