import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { configHash } from '../config/config-hash.js';
import type { Job, JobOptions } from '../config/jobs.js';
import type { Result } from '../diagnostics/diagnostic.js';
import { compileWorkerModule } from '../generator-module.js';
import { disk } from '../output/disk.js';
import { type CompiledJob, type CompiledPackage, type CompileOptions, compileJob } from './compile.js';
import { unknownPlaceholders } from './placeholders.js';

/** Milliseconds after which further threads help: starting them is not worth it for a run that is almost over. */
const soloTime = 400;

/** Threads beside the main one: a generator needs about 200 MB, and few configs have more than some dozen packages. */
const mostWorkers = 7;

/** The jobs to compile, and where they come from. */
export interface JobsToCompile {
  readonly suspects: readonly Job[];
  /** All jobs of the run, from which a thread that evaluates the config again picks. */
  readonly jobs: readonly Job[];
  /** The options that the jobs were found with. */
  readonly options: JobOptions;
  /** The texts of documents of packages that are not compiled in this run: their placeholders are known, too. */
  readonly otherTexts: () => readonly string[];
}

/** Called before a package is compiled: its name, its number from 1, and the number of all. */
export type CompileProgress = (name: string, number: number, total: number) => void;

/** The packages of all jobs, in their order, and the files that were read, also for jobs with errors. */
export interface CompiledJobs {
  readonly packages: readonly CompiledPackage[];
  readonly read: readonly string[];
}

/** The task of a thread. */
export interface WorkerTask {
  readonly options: JobOptions;
  readonly compile: CompileOptions;
  /** For each package to compile, its index among the jobs of the config and the hash of its settings. */
  readonly suspects: readonly { readonly index: number; readonly config: string }[];
  /** The number of packages that a thread has begun: 32 bits, shared by all threads. */
  readonly begun: SharedArrayBuffer;
}

/** The result of a thread for one package: all but the job, whose settings may contain functions. */
export interface WorkerResult extends Omit<CompiledJob, 'compiled'> {
  /** Index among the packages to compile. */
  readonly at: number;
  readonly compiled?: Omit<CompiledPackage, 'job'>;
}

/**
 * Runs the pipeline for each job; a job with errors has no package as its result. Nothing is written. A run that takes longer
 * uses several threads. The result is the same: each package depends on its own inputs and settings only.
 */
export async function compileAll(
  toCompile: JobsToCompile,
  compile: CompileOptions,
  onProgress: CompileProgress = () => undefined,
): Promise<Result<CompiledJobs>> {
  const { suspects, otherTexts } = toCompile;
  const results = await new Compilation(toCompile, compile, onProgress).run();
  const packages = results.flatMap(({ compiled }) => compiled ?? []);
  const read = [...new Set(results.flatMap((result) => result.read))];
  const unknown = unknownPlaceholders(suspects, results, otherTexts);
  return [{ packages, read }, [...unknown, ...results.flatMap(({ diagnostics }) => diagnostics)]];
}

/**
 * False if there is no core to spare: one thread, with its compiler and collector of garbage, keeps up to two busy. Windows has no figure of the load: there cores
 * count as idle.
 */
function hasIdleCore(): boolean {
  const [load = 0] = loadavg();
  return load + 2 <= availableParallelism();
}

class Compilation {
  readonly #jobs: JobsToCompile;
  readonly #compile: CompileOptions;
  readonly #onProgress: CompileProgress;
  readonly #results: (CompiledJob | undefined)[] = [];
  readonly #begun = new SharedArrayBuffer(4);
  readonly #workers: Promise<void>[] = [];

  constructor(jobs: JobsToCompile, compile: CompileOptions, onProgress: CompileProgress) {
    this.#jobs = jobs;
    this.#compile = compile;
    this.#onProgress = onProgress;
  }

  async run(): Promise<readonly CompiledJob[]> {
    const start = performance.now();
    const total = this.#jobs.suspects.length;
    for (let at = this.#take(); at < total; at = this.#take()) {
      this.#startWorkers(total - at, performance.now() - start);
      await this.#compileAt(at);
    }
    await Promise.all(this.#workers);
    // A thread may have failed, or have found another config than the main thread.
    for (let at = 0; at < total; at++) {
      if (this.#results[at] === undefined) {
        await this.#compileAt(at);
      }
    }
    return this.#results.flatMap((result) => result ?? []);
  }

  #take(): number {
    return Atomics.add(new Int32Array(this.#begun), 0, 1);
  }

  async #compileAt(at: number): Promise<void> {
    const job = this.#jobs.suspects[at] as Job;
    this.#onProgress(job.settings.name, at + 1, this.#jobs.suspects.length);
    this.#results[at] = await compileJob(job, this.#compile);
  }

  /** Starts threads once if the run has taken a while, and packages are left for them. */
  #startWorkers(left: number, elapsed: number): void {
    const { suspects } = this.#jobs;
    const wanted = Math.min(left - 1, availableParallelism() - 1, mostWorkers);
    // Plug-ins may keep data between packages, so they stay in one thread.
    const isPlain = suspects.every(({ settings: { plugins = [] } }) => plugins.length === 0);
    // Credentials and the like are functions, too. Where no core is idle, a thread only costs what it takes to warm up.
    const mayShare = isPlain && this.#compile.access === undefined && hasIdleCore();
    if (
      elapsed < soloTime ||
      this.#workers.length > 0 ||
      !mayShare ||
      disk.entry(fileURLToPath(compileWorkerModule)) === undefined
    ) {
      return;
    }
    for (let i = 0; i < wanted; i++) {
      this.#workers.push(this.#work());
    }
  }

  /** Resolves when the thread has ended, whatever its end. */
  #work(): Promise<void> {
    const { suspects, jobs, options } = this.#jobs;
    const task: WorkerTask = {
      options,
      compile: this.#compile,
      suspects: suspects.map((job) => ({ index: jobs.indexOf(job), config: configHash(job) })),
      begun: this.#begun,
    };
    const worker = new Worker(new URL(compileWorkerModule), { workerData: task });
    worker.on('message', ({ at, compiled, ...rest }: WorkerResult) => {
      const job = suspects[at] as Job;
      this.#onProgress(job.settings.name, at + 1, suspects.length);
      this.#results[at] = { ...rest, ...(compiled && { compiled: { ...compiled, job } }) };
    });
    return new Promise((resolve) => {
      // Without its result, the package is compiled in the main thread, which says what is wrong.
      worker.on('error', () => resolve());
      worker.on('exit', () => resolve());
    });
  }
}
