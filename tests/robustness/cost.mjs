/**
 * Measures what inputs cost as they grow.
 *
 *     node tests/robustness/cost.mjs --table              measures every family with care and prints a table
 *     node tests/robustness/cost.mjs --families [name]    measures the families whose name contains a text
 *     node tests/robustness/cost.mjs --sizes name size...     the same at sizes of your own, in characters
 *
 * Fails when anything grows faster than its input.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { importSource } from '../support/bundle.mjs';

const { flags } = JSON.parse(readFileSync(new URL('cost/flags.json', import.meta.url), 'utf8'));

/** Where the process that measures says which case it is at. */
const folder = fileURLToPath(new URL('../../node_modules/.cache/robustness/', import.meta.url));
/** Milliseconds after which a case counts as one without end. */
const patienceMs = 120_000;

/** Runs this file again in a process of its own with the flags, and ends it when it is stuck. */
function measureElsewhere() {
  const current = `${folder}cost-${process.pid}.json`;
  mkdirSync(folder, { recursive: true });
  const command = [...flags, fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const child = spawn(process.execPath, command, { stdio: 'inherit', env: { ...process.env, COST_CURRENT: current } });
  const timer = setInterval(() => {
    const begun = statSync(current, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - begun < patienceMs) {
      return;
    }
    console.error(`FAIL no end of ${readFileSync(current, 'utf8')}`);
    child.kill('SIGKILL');
  }, 5000);
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => child.kill('SIGKILL'));
  }
  child.on('close', (code) => {
    clearInterval(timer);
    rmSync(current, { force: true });
    process.exit(code ?? 1);
  });
}

if (globalThis.gc === undefined) {
  measureElsewhere();
} else {
  const { main } = await importSource(new URL('cost/main.ts', import.meta.url));
  process.exit(await main(process.argv.slice(2)));
}
