import { readFileSync } from 'node:fs';

/**
 * What other stacks cannot do: `known-limits.json`, one entry a limit with its reason. A failure that no entry names fails the run, and so does
 * an entry that nothing meets.
 */
export function readKnown() {
  const entries = JSON.parse(readFileSync(new URL('./known-limits.json', import.meta.url), 'utf8'));
  const known = entries.map((entry) => ({ ...entry, pattern: new RegExp(`^(?:${entry.case})$`), met: 0 }));
  return {
    /** The entry for a failure, counted. */
    find(check) {
      const entry = known.find(
        (e) =>
          e.side === check.side &&
          (e.stack === '*' || e.stack === check.stack) &&
          (e.bindings === undefined || e.bindings.includes(check.binding)) &&
          (e.service === undefined || e.service === check.service) &&
          e.what === check.what &&
          e.pattern.test(check.name),
      );
      if (entry !== undefined) {
        entry.met++;
        entry.evidence ??= check.evidence;
        entry.example ??= `${check.stack}, ${check.binding}, ${check.operation}, ${check.name}: ${check.problem}`;
      }
      return entry;
    },
    /** Entries of stacks that ran, which nothing met. */
    unmet: (ran) =>
      known.filter((e) => e.met === 0 && (e.stack === '*' ? ran.size > 0 : ran.has(`${e.side} ${e.stack}`))),
    met: () => known.filter((e) => e.met > 0),
  };
}
