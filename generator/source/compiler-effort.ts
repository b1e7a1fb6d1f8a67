import v8 from 'node:v8';

/** Bytes of inputs from which on the optimising compiler is worth its cost. */
const worthwhileSize = 200_000;

let seen = 0;
let saved = false;

/**
 * For a process that runs only briefly: V8 leaves its optimising compiler off, which takes a sixth of the process time of a
 * small run for code that never gets hot, until `readBytes` has counted enough input.
 */
export function saveCompilerEffort(): void {
  saved = true;
  v8.setFlagsFromString('--no-opt');
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
