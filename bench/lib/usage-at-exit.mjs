/** Preloaded into a process to be measured: writes CPU time (ms) and the largest resident set (KiB) to fd 3 when it ends. */
import { writeSync } from 'node:fs';

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeSync(3, JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1000, memory: maxRSS }));
});
