import { env } from 'node:process';
import config from './jest.config.js';
import { testFiles } from './tests/groups/groups.mjs';

/** `npm test`: files whose tests do not disturb each other run together, because most of the time went into loading the same modules 450 times. */
export default {
  ...config,
  testMatch: [
    '<rootDir>/tests/groups/*.test.ts',
    ...testFiles(env.TEST_ALL === '1').alone.map((path) => `<rootDir>/${path}`),
  ],
  testPathIgnorePatterns: ['/node_modules/'],
};
