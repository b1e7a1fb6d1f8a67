import { thorough } from './thorough.js';

// Apart from `thorough.ts`, which programs without jest load as well.

/** A test for `npm run test:all`. */
export const itInAll: jest.It = thorough ? it : it.skip;

/** A group of tests for `npm run test:all`. */
export const describeInAll: jest.Describe = thorough ? describe : describe.skip;
