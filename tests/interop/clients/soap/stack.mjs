import { createRequire } from 'node:module';

/** The npm package `soap`. */
export default {
  name: 'npm soap',
  packages: [],
  bindings: ['soap11', 'soap12'],
  prepare: ({ here }) => ({
    version: createRequire(import.meta.url)('soap/package.json').version,
    command: process.execPath,
    args: [`${here}/client.mjs`],
  }),
};
