/**
 * True in `npm run test:all`: every case runs, as often as it is written, and the packages of `tests/package.json` are there. `npm test`
 * has each promise at least once, in the time that a person waits. A file that is only for the former is called `x.all.test.ts`.
 */
export const thorough: boolean = process.env.TEST_ALL === '1';

/** How often a property is tried: in `npm test` an eighth of what `npm run test:all` does. */
export const runs = (all: number): number => (thorough ? all : Math.ceil(all / 8));

/** Rows of a table of cases: in `npm test` every `step`th. */
export function someOf<Row>(rows: readonly Row[], step: number): readonly Row[] {
  return thorough ? rows : rows.filter((_, index) => index % step === step - 1);
}
