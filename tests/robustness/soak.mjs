/**
 * Soaks a server: `node --expose-gc tests/robustness/soak.mjs [minutes] [callers]`. Callers in all bindings at once, with faults injected on both
 * sides, and requests of the families whose cost `cost.mjs` measures; fails when an answer is lost or belongs to another request.
 */
import { importSource } from '../support/bundle.mjs';

const [minutes = '1', callers = '32'] = process.argv.slice(2);
const { soak } = await importSource(new URL('soaking.ts', import.meta.url));
const result = await soak({ seconds: Number(minutes) * 60, callers: Number(callers) });
const { answered, wrong, lost, injected, heapMiB, heapPerRequest, closeMs, seconds } = result;
const [early, end] = heapMiB.map((value) => value.toFixed(1));
console.log(
  `${seconds} s, ${callers} callers: ${answered} answers compared, ${wrong.length} wrong, ${lost.length} lost`,
);
console.log(
  `injected: ${Object.entries(injected)
    .map(([kind, count]) => `${kind} ${count}`)
    .join(', ')}`,
);
console.log(
  `heap ${early} MiB after a tenth of the time, ${end} MiB at the end, ${heapPerRequest.toFixed(1)} bytes a request; closed in ${closeMs.toFixed(0)} ms`,
);
for (const line of [...wrong, ...lost].slice(0, 20)) {
  console.log(`  ${line}`);
}
process.exit(wrong.length + lost.length > 0 || answered === 0 ? 1 : 0);
