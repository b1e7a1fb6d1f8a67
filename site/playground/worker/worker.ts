/** The worker of the playground: all that takes time. It has no access to the network: it has the policy of the page. */

import { jsonPointer } from '@wsdl-codegen/runtime/json';
import { JsonError } from '@wsdl-codegen/runtime/schema';
import type { Order, Outcome, TaskName, Tasks } from '../tasks.js';
import { open, zip } from './archives.js';
import { compare } from './compare.js';
import { generate } from './generate.js';
import { decode, encode, sample } from './messages.js';

type Does = {
  readonly [K in TaskName]: (given: Tasks[K]['given']) => Tasks[K]['answer'] | Promise<Tasks[K]['answer']>;
};

const tasks: Does = { open, generate, sample, encode, decode, compare, zip };

addEventListener('message', async ({ data }: MessageEvent<Order>) => {
  postMessage(await outcomeOf(data));
});

async function outcomeOf({ id, task, given }: Order): Promise<Outcome> {
  try {
    return { id, answer: await tasks[task](given as never) };
  } catch (error) {
    return { id, problem: problemOf(error) };
  }
}

function problemOf(error: unknown): string {
  if (error instanceof JsonError) {
    return error.issues.map(({ path, message }) => `${jsonPointer(path) || 'the value'}: ${message}`).join('\n');
  }
  return error instanceof Error ? error.message : String(error);
}
