import { parentPort, workerData } from 'node:worker_threads';
import { generateOnce } from './commands/generate.js';
import type { WatchMessage, WatchTask } from './commands/watch.js';

// A thread of `codegen generate --watch`: one run.

const { options, terminal } = workerData as WatchTask;
const send = (message: WatchMessage): void => parentPort?.postMessage(message);
const run = await generateOnce(options, {
  ...terminal,
  out: (text) => send({ kind: 'out', text }),
  err: (text) => send({ kind: 'err', text }),
});
send({ kind: 'finished', run });
