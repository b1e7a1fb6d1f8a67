import v8 from 'node:v8';

/** Bytes of inputs and documents from which on the optimising compiler is worth its cost. */
const worthwhileSize = 200_000;

/**
 * What makes V8 take longer to call a function hot, by its major version: a run of some seconds is over before most of what its other threads optimise
 * has paid for itself, and takes a third less processor time. An unknown flag would be an error on the screen, so other versions get none.
 */
const laterFlags: ReadonlyMap<string, string> = new Map([
  ['11', '--interrupt-budget=1000000'],
  ['12', '--invocation-count-for-turbofan=30000'],
  ['13', '--invocation-count-for-turbofan=30000'],
]);

let seen = 0;
let saved = false;

/**
 * For a process that runs only briefly: V8 leaves its optimising compiler off, which takes a sixth of the process time of a
 * small run for code that never gets hot, until `readBytes` has counted enough of inputs and documents; then it optimises only what is hot for long.
 */
export function saveCompilerEffort(): void {
  saved = true;
  v8.setFlagsFromString('--no-opt');
  const later = laterFlags.get(process.versions.v8.split('.')[0] ?? '');
  if (later !== undefined) {
    v8.setFlagsFromString(later);
  }
}

/**
 * Counts the bytes read; large inputs switch the optimising compiler on. Does nothing in a process that did not request the
 * saving.
 */
export function readBytes(count: number): void {
  if (!saved) {
    return;
  }
  seen += count;
  if (seen < worthwhileSize) {
    return;
  }
  saved = false;
  v8.setFlagsFromString('--opt');
}
