import { parentPort, workerData } from 'node:worker_threads';
import { type CompiledJob, compileJob } from './commands/compile.js';
import type { WorkerResult, WorkerTask } from './commands/compile-all.js';
import { configHash } from './config/config-hash.js';
import { findJobs } from './config/jobs.js';

// A thread of `codegen generate`: it evaluates the config again, because settings may contain functions, and compiles packages
// as long as some are left.

const { options, compile, suspects, begun } = workerData as WorkerTask;
const counter = new Int32Array(begun);
const [jobs] = await findJobs(options, compile.workingFolder);
for (let at = Atomics.add(counter, 0, 1); at < suspects.length; at = Atomics.add(counter, 0, 1)) {
  const wanted = suspects[at];
  const job = jobs[wanted?.index ?? -1];
  if (job === undefined || configHash(job) !== wanted?.config) {
    break;
  }
  parentPort?.postMessage(withoutJob(at, await compileJob(job, compile)));
}

function withoutJob(at: number, { compiled, ...result }: CompiledJob): WorkerResult {
  if (compiled === undefined) {
    return { at, ...result };
  }
  const { job, ...rest } = compiled;
  return { at, ...result, compiled: rest };
}
