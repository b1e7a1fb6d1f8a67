/**
 * True in `npm run test:all`: every case runs, as often as it is written, and the packages of `tests/package.json` are there. `npm test`
 * has each promise at least once, in the time that a person waits. A file that is only for the former is called `x.all.test.ts`.
 */
export const thorough: boolean = process.env.TEST_ALL === '1';

/** A test for `npm run test:all`. */
export const itInAll: jest.It = thorough ? it : it.skip;

/** A group of tests for `npm run test:all`. */
export const describeInAll: jest.Describe = thorough ? describe : describe.skip;
