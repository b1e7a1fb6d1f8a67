/** Runs the benchmarks, each in a process of its own: those named, or all but `fairness`, `stream` and `scale`, which take many minutes. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const names =
  process.argv.length > 2
    ? process.argv.slice(2)
    : ['generate', 'shapes', 'codec', 'unusual', 'call', 'server', 'growth'];
for (const name of names) {
  const { status } = spawnSync(process.execPath, [fileURLToPath(new URL(`${name}.mjs`, import.meta.url))], {
    stdio: 'inherit',
  });
  if (status !== 0) {
    process.exit(status ?? 1);
  }
}
