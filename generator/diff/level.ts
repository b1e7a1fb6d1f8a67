/** The weight of a change in the sense of Semantic Versioning. */
export type ChangeLevel = 'none' | 'patch' | 'minor' | 'major';

/** All levels, the lightest first. */
export const changeLevels: readonly ChangeLevel[] = ['none', 'patch', 'minor', 'major'];

/** The heavier of two changeLevels. */
export function heavier(a: ChangeLevel, b: ChangeLevel): ChangeLevel {
  return changeLevels.indexOf(a) < changeLevels.indexOf(b) ? b : a;
}
