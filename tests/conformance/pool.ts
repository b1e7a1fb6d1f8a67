import { type ChildProcess, fork } from 'node:child_process';
import type { Outcome, Task } from './cases.js';

/** The answer of a worker. */
export interface Answer {
  readonly outcomes: readonly Outcome[];
}

/** How a task ended without an answer. */
export type Loss = 'timeout' | 'crash';

/** The number of tasks after which a worker is replaced, so that its left-overs do not add up. */
const tasksAWorker = 150;

/**
 * Runs tasks in processes of their own, `size` at a time. A task that does not answer in `timeLimit` milliseconds, or kills
 * its process, is lost and its process replaced.
 */
export async function runTasks(
  worker: string,
  tasks: readonly Task[],
  options: { readonly size: number; readonly timeLimit: number; readonly onDone: (task: Task) => void },
): Promise<ReadonlyMap<Task, Answer | Loss>> {
  const results = new Map<Task, Answer | Loss>();
  const queue = [...tasks];
  const lane = async (): Promise<void> => {
    let child: ChildProcess | undefined;
    let done = 0;
    for (let task = queue.shift(); task; task = queue.shift()) {
      if (done >= tasksAWorker) {
        child?.kill();
        child = undefined;
        done = 0;
      }
      child ??= fork(worker, [], {
        execArgv: ['--enable-source-maps', '--stack-size=900'],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      const answer = await ask(child, task, options.timeLimit);
      if (typeof answer === 'string') {
        child.kill('SIGKILL');
        child = undefined;
        done = 0;
      }
      done += 1;
      results.set(task, answer);
      options.onDone(task);
    }
    child?.kill();
  };
  await Promise.all(Array.from({ length: Math.min(options.size, tasks.length) }, lane));
  return results;
}

function ask(child: ChildProcess, task: Task, timeLimit: number): Promise<Answer | Loss> {
  return new Promise((resolve) => {
    const finish = (answer: Answer | Loss): void => {
      clearTimeout(timer);
      child.removeAllListeners();
      resolve(answer);
    };
    const timer = setTimeout(() => finish('timeout'), timeLimit);
    child.once('message', (message) => finish(message as Answer));
    child.once('exit', () => finish('crash'));
    child.once('error', () => finish('crash'));
    child.send(task);
  });
}
