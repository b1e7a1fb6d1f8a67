import { collect } from './collect.mjs';

/** Microseconds of processor time of this process so far, all threads. */
function used() {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/**
 * Makes a contender for `rounds` of a function: it is called until it has taken `turnMs` of processor time, and gives microseconds a call. The number of
 * calls is found at the first turn, which warms up and takes longer. Undefined if the function throws.
 */
export function turnOf(work, turnMs) {
  let calls = 0;
  return () => {
    collect();
    if (calls === 0) {
      calls = callsIn(work, turnMs * 3);
      calls = Math.max(1, Math.round(calls / 3));
    }
    const start = used();
    for (let i = 0; i < calls; i++) {
      work();
    }
    return (used() - start) / calls;
  };
}

/** How many calls take so many milliseconds, once the code is compiled. */
function callsIn(work, milliseconds) {
  const end = used() + milliseconds * 1000;
  let calls = 0;
  let start = used();
  let counted = 0;
  while (used() < end) {
    work();
    calls++;
    if (calls === 1 || used() < end - (milliseconds * 1000) / 2) {
      start = used();
      counted = 0;
    } else {
      counted++;
    }
  }
  const each = counted === 0 ? used() - start : (used() - start) / counted;
  return counted === 0 ? 1 : Math.max(1, Math.round((milliseconds * 1000) / each));
}

/** True if a function returns without an error. */
export function works(work) {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}
