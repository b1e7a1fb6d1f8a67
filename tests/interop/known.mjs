import { readFileSync } from 'node:fs';

/**
 * Limits of other stacks: `known-limits.json` has one entry for each limit with its reason, for one stack, several or all
 * (`*`). A failure that no entry names fails the run, and so does an entry without a failure.
 */
export function readKnown() {
  const entries = JSON.parse(readFileSync(new URL('./known-limits.json', import.meta.url), 'utf8'));
  const known = entries.map((entry) => ({ ...entry, pattern: new RegExp(`^(?:${entry.case})$`), met: 0 }));
  return {
    /** The entry for a failure, counted. */
    find(check) {
      const entry = known.find((e) => e.what === check.what && covers(e, check));
      if (entry !== undefined) {
        entry.met++;
        entry.evidence ??= check.evidence;
        entry.example ??= `${check.stack}, ${check.binding}, ${check.operation}, ${check.name}: ${check.problem}`;
      }
      return entry;
    },
    /** Entries that nothing met, though calls were made which they are about. */
    unmet: (checks) => known.filter((e) => e.met === 0 && checks.some((check) => covers(e, check))),
    met: () => known.filter((e) => e.met > 0),
  };
}

function covers(entry, check) {
  return (
    entry.side === check.side &&
    (entry.stack === '*' || [entry.stack].flat().includes(check.stack)) &&
    (entry.bindings === undefined || entry.bindings.includes(check.binding)) &&
    (entry.service === undefined || entry.service === check.service) &&
    entry.pattern.test(check.name)
  );
}
