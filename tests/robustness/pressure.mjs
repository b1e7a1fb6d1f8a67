/**
 * Presses a server whose process has a small heap: `node tests/robustness/pressure.mjs [requests] [callers] [handlerMs]
 * [heapMiB]`. Sends expensive requests of all kinds, together with harmless callers; fails if the process ends or a harmless
 * caller is not served.
 */
import { importSource } from '../support/bundle.mjs';

const [requests = '2000', callers = '50', handlerMs = '0', heapMiB = '256'] = process.argv.slice(2);
const { press } = await importSource(new URL('pressing.ts', import.meta.url));
const result = await press({
  requests: Number(requests),
  callers: Number(callers),
  handlerMs: Number(handlerMs),
  heapMiB: Number(heapMiB),
});
const { died, answers, waits, failed, rssMiB } = result;
const wait = (part) => `${(waits[Math.min(waits.length - 1, Math.floor(waits.length * part))] ?? 0).toFixed(0)} ms`;
console.log(`${requests} hostile requests of ${callers} callers: ${JSON.stringify(answers)}`);
console.log(`server: ${died ? 'died' : `alive, ${rssMiB} MiB at most`}`);
console.log(
  `${waits.length} harmless requests: ${failed.length} failed; half within ${wait(0.5)}, 99 % within ${wait(0.99)}, all within ${wait(1)}`,
);
process.exit(died || failed.length > 0 ? 1 : 0);
