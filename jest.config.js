import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';

// Compiled modules stay on the disk, for the next run.
const cacheDirectory = join(tmpdir(), 'wsdl-codegen-jest');

// Tests write many small files and wait for the disk at each: memory is an eighth faster, where there is enough of it.
const memory = '/dev/shm';
if (env.TMPDIR === undefined && existsSync(memory)) {
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize > 4 * 2 ** 30) {
    env.TMPDIR = memory;
  }
}

/** Tests run on the sources: packages of this repository resolve through their `wsdl-codegen-source` export condition. */
export default {
  cacheDirectory,
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['wsdl-codegen-source', 'node', 'require', 'default'] },
  roots: [
    '<rootDir>/generator',
    '<rootDir>/runtime/src',
    '<rootDir>/packages',
    '<rootDir>/tests',
    '<rootDir>/examples',
  ],
  testMatch: ['**/*.test.ts'],
  // What needs more time or packages than a person waits for: `npm run test:all`.
  testPathIgnorePatterns: [
    '/node_modules/',
    '<rootDir>/tests/groups/',
    // `npm run test:clients` installs what it needs.
    '<rootDir>/tests/collections/clients/',
    ...(env.TEST_ALL === '1' ? [] : ['\\.all\\.test\\.ts$']),
  ],
  modulePaths: ['<rootDir>/tests/node_modules'],
  // Repositories of their own, whose packages have the same names.
  modulePathIgnorePatterns: ['<rootDir>/examples/monorepos'],
  transform: { '\\.[cm]?[jt]sx?$': '<rootDir>/tests/support/transform.mjs' },
  transformIgnorePatterns: ['/node_modules/(?!(commander|oxc-transform|@seriousme)/)'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^wsdl-codegen$': '<rootDir>/generator/index.ts',
    '^wsdl-codegen/(.*)$': '<rootDir>/generator/$1/index.ts',
    '^wallet-api$': '<rootDir>/generated/wallet-api/src/index.ts',
    '^address-locator$': '<rootDir>/generated/address-locator/src/index.ts',
  },
  ci: true,
  maxWorkers: '100%',
  // Tests are not timed: a busy machine must not fail them.
  testTimeout: 60_000,
};
