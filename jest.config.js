import { env } from 'node:process';

/** Tests run on the sources: packages of this repository resolve through their `wsdl-codegen-source` export condition. */
export default {
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
    ...(env.TEST_ALL === '1' ? [] : ['\\.all\\.test\\.ts$']),
  ],
  modulePaths: ['<rootDir>/tests/node_modules'],
  // Repositories of their own, whose packages have the same names.
  modulePathIgnorePatterns: ['<rootDir>/examples/monorepos'],
  transform: { '\\.[cm]?[jt]sx?$': '<rootDir>/tests/support/transform.mjs' },
  transformIgnorePatterns: ['/node_modules/(?!(commander|oxc-transform)/)'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^wsdl-codegen$': '<rootDir>/generator/index.ts',
    '^wallet-api$': '<rootDir>/generated/wallet-api/src/index.ts',
    '^address-locator$': '<rootDir>/generated/address-locator/src/index.ts',
  },
  ci: true,
  maxWorkers: '100%',
  // Tests are not timed: a busy machine must not fail them.
  testTimeout: 60_000,
};
