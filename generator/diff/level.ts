/** The weight of a change in the sense of Semantic Versioning. */
export type ChangeLevel = 'none' | 'patch' | 'minor' | 'major';

/** All levels, the lightest first. */
export const changeLevels: readonly ChangeLevel[] = ['none', 'patch', 'minor', 'major'];

/** The level of one change: besides the others `unused`, for a type or an element that no message contains. */
export type ReportedLevel = Exclude<ChangeLevel, 'none'> | 'unused';

/** The levels of changes in the order in which reports list them. */
export const reportedLevels: readonly ReportedLevel[] = ['major', 'minor', 'patch', 'unused'];

/** The heavier of two changeLevels. */
export function heavier(a: ChangeLevel, b: ChangeLevel): ChangeLevel {
  return changeLevels.indexOf(a) < changeLevels.indexOf(b) ? b : a;
}
