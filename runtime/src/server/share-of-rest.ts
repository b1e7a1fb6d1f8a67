/** A caller may have so many times what is left. */
const timesLeft = 4;

/**
 * True if a caller that has `own` of something may have more while `left` of it is left: one caller gets four fifths of all, two get four ninths each, and there is
 * always some left for the next.
 */
export function leavesRoom(own: number, left: number): boolean {
  return own < timesLeft * left;
}
