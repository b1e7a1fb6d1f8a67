import type { Command } from 'commander';
import { listedOperations } from '../calls/operations.js';
import { type Suggestion, suggest } from '../completion/suggest.js';
import { findConfig } from '../config/load.js';
import { rootNames } from '../documents/sample-documents.js';
import { descriptorsOf } from '../memory/descriptors.js';
import { readServices } from './called-services.js';
import type { Terminal } from './terminal.js';

const silent: Omit<Terminal, 'workingFolder'> = {
  out: () => undefined,
  err: () => undefined,
  isInteractive: false,
  environment: {},
};

/**
 * The lines that a completion script reads: each word that may come next with its description after a tab, and `:files` if file
 * names may come as well. An input that cannot be read has no operations.
 */
export async function complete(
  program: Command,
  defaultCommand: string,
  words: readonly string[],
  workingFolder: string,
): Promise<string> {
  const operationsOf = async (command: string, input?: string): Promise<readonly Suggestion[]> => {
    // Nobody expects a config to run while a word is typed.
    if (input === undefined && !findConfig(workingFolder)?.endsWith('.json')) {
      return [];
    }
    const [read] = await readServices(input === undefined ? {} : { input }, { ...silent, workingFolder });
    const operations = read.flatMap(({ contract }) => listedOperations(descriptorsOf(contract).services));
    const roots = command === 'sample' ? read.flatMap(({ contract }) => rootNames(contract)) : [];
    return [
      ...operations.map(({ name, service }) => ({ word: name, description: service })),
      ...roots.map(({ name, namespace }) => ({ word: name, description: namespace })),
    ];
  };
  const found = await suggest(program, words, { defaultCommand, operationsOf });
  const lines = found.words.map(({ word, description }) => `${word}\t${description.replace(/\s+/g, ' ')}`);
  return [...lines, ...(found.files ? [':files'] : [])].map((line) => `${line}\n`).join('');
}
