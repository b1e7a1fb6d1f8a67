/** The thread that runs cases. It is busy all the time, so that the process around it prints, and ends it when a case has no end. */
import { parentPort, workerData } from 'node:worker_threads';
import { importSource } from '../support/bundle.mjs';
import { builds } from './builds.mjs';

const surface = new URL('surface.ts', import.meta.url);
const forms = await Promise.all(
  builds.map(async ({ name, host }) => ({ name, ...(await importSource(surface, host)) })),
);
const { main } = await importSource(new URL('main.ts', import.meta.url));
const { args, counter } = workerData;
const counts = new Int32Array(counter);
const tell = (message) => parentPort.postMessage(message);
try {
  const code = await main(args, forms, {
    part: (part, seed) => {
      counts[0] = 0;
      tell({ part, seed });
    },
    begin: () => {
      counts[0]++;
    },
    print: (line) => tell({ line }),
  });
  tell({ code });
} catch (error) {
  tell({ line: String(error?.message ?? error), code: 2 });
}
