// What jest runs: each module as CommonJS, compiled by esbuild, which builds the packages as well.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { transformSync, version } from 'esbuild';

const key = [version, process.version, readFileSync(new URL(import.meta.url), 'utf8')].join('\0');

/** `import.meta` of a module, which scripts do not have. */
const meta = {
  define: { 'import.meta': 'importMeta$' },
  banner: `const importMeta$ = { url: require('node:url').pathToFileURL(__filename).href, dirname: __dirname };`,
};

/** Calls of `jest.mock` at the top level of a module, as esbuild prints them. */
const mocks = /^jest\.mock\([\s\S]*?\);$(?!\n[ \t}])/gm;

/** Mocks are made before anything is imported. Every other statement keeps its line, for stack traces. */
function withMocksFirst(code) {
  const made = code.match(mocks) ?? [];
  const rest = code.replace(mocks, (statement) => statement.replace(/[^\n]/g, ''));
  return [...made.map((statement) => statement.replaceAll('\n', ' ')), rest].join('');
}

/** A module of JavaScript or TypeScript as CommonJS. */
export function commonJs(text, path) {
  const { code, map } = transformSync(text, {
    loader: /\.[cm]?ts$/.test(path) ? 'ts' : 'js',
    format: 'cjs',
    target: 'es2022',
    // jest has no import() for scripts.
    supported: { 'dynamic-import': false },
    sourcefile: path,
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'error',
    ...(text.includes('import.meta') && meta),
  });
  return { code: code.replace(copied, live), map };
}

// What `import *` gives of an ES module is the module itself: a copy would lack what a module that imports it again exports later.
const copied = /^(var __toESM = \(mod, isNodeMode, target\) => )\(/m;
const live = '$1mod?.__esModule ? mod : (';

export default {
  getCacheKey(text, path, { configString }) {
    return createHash('sha256').update([key, configString, path, text].join('\0')).digest('hex').slice(0, 32);
  },

  process(text, path) {
    const { code, map } = commonJs(text, path);
    return { code: withMocksFirst(code), map };
  },
};
