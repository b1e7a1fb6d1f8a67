import type { Command } from 'commander';
import { type Suggestion, suggest } from '../completion/suggest.js';
import type { Contract } from '../contract/model.js';
import { namedVersion, plainJob } from './versions.js';

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
  const operationsOf = async (input: string): Promise<readonly Suggestion[]> => {
    const [version] = await namedVersion(input, plainJob(workingFolder, {}, []), {
      workingFolder,
    });
    return version ? operationNames(version.contract) : [];
  };
  const found = await suggest(program, words, { defaultCommand, operationsOf });
  const lines = found.words.map(({ word, description }) => `${word}\t${description.replace(/\s+/g, ' ')}`);
  return [...lines, ...(found.files ? [':files'] : [])].map((line) => `${line}\n`).join('');
}

/** Names of operations: with that of the service where several services have one of the name. */
function operationNames({ services }: Contract): readonly Suggestion[] {
  const all = services.flatMap((service) => service.operations.map(({ name }) => ({ service: service.name, name })));
  const count = (name: string): number => all.filter((each) => each.name === name).length;
  return all.map(({ service, name }) => ({
    word: count(name) > 1 ? `${service}.${name}` : name,
    description: service,
  }));
}
