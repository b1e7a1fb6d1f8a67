import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const file = new URL('../dist/results.json', import.meta.url);

/** The results of the last runs, by benchmark. */
export function loadResults() {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** Keeps the result of a benchmark for `readme.mjs`. */
export function saveResults(name, results) {
  mkdirSync(new URL('.', file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ ...loadResults(), [name]: results }, undefined, 2)}\n`);
}
