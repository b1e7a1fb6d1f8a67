import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { given } from '../config/given.js';
import { configFileNames, findConfig } from '../config/load.js';
import { relativeModules } from '../config/relative-modules.js';
import { changeOf, existing } from '../config/watch.js';
import { watchWorkerModule } from '../generator-module.js';
import { internalErrorText } from '../internal-error.js';
import type { GenerateCommandOptions } from './options.js';
import type { FinishedRun } from './outcomes.js';
import type { Terminal } from './terminal.js';

/** What a thread is told: the command as the user gave it. */
export interface WatchTask {
  readonly options: GenerateCommandOptions;
  readonly terminal: Omit<Terminal, 'out' | 'err'>;
}

/** What a thread says: text for the user, or the end of its run. */
export type WatchMessage =
  | { readonly kind: 'out' | 'err'; readonly text: string }
  | { readonly kind: 'finished'; readonly run: FinishedRun };

/**
 * `codegen generate --watch`: generates again whenever a file changes that the last run read. Each run has a thread of its own:
 * a config and its modules, plug-ins and templates are always loaded anew, and nothing that happens in a run ends the watch.
 */
export async function watchAndGenerate(options: GenerateCommandOptions, terminal: Terminal): Promise<never> {
  let read: readonly string[] = [];
  let files: readonly string[] = [];
  for (;;) {
    const start = Date.now();
    const existed = existing(files);
    const run = await runInThread(options, terminal);
    // After a run without an end, what the one before read is the best that is known.
    read = run?.read ?? read;
    const own = new Set(run?.wrote);
    files = [...read, ...(await configFiles(options, terminal.workingFolder))];
    terminal.err('watching for changes (press Ctrl+C to stop)\n');
    await changeOf(files, { since: start, except: own, existed });
  }
}

/** The config and the modules that it imports; every name that a config may have, if there is none. */
async function configFiles({ config, inputs }: GenerateCommandOptions, folder: string): Promise<readonly string[]> {
  if (inputs?.length) {
    return [];
  }
  const file = config === undefined ? findConfig(folder) : resolve(folder, config);
  return file === undefined ? configFileNames.map((name) => resolve(folder, name)) : relativeModules(file);
}

/** Generates in a thread. `undefined` if the run did not come to its end: then the user knows why. */
async function runInThread(options: GenerateCommandOptions, terminal: Terminal): Promise<FinishedRun | undefined> {
  const { isInteractive, environment, workingFolder, site } = terminal;
  const own = { isInteractive, environment: { ...environment }, workingFolder, ...given({ site }) };
  const task: WatchTask = { options, terminal: own };
  const worker = new Worker(new URL(watchWorkerModule), { workerData: task });
  let run: FinishedRun | undefined;
  worker.on('message', (message: WatchMessage) => {
    if (message.kind === 'finished') {
      run = message.run;
    } else {
      terminal[message.kind](message.text);
    }
  });
  const failure = await new Promise<unknown>((done) => {
    worker.on('error', (error) => done(error));
    worker.on('exit', () => done(undefined));
  });
  if (failure !== undefined) {
    terminal.err(await internalErrorText(failure, Boolean(environment.DEBUG)));
  }
  return run;
}
