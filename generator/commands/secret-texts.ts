import { resolve } from 'node:path';
import { disk } from '../output/disk.js';
import type { Terminal } from './terminal.js';

/** A secret that cannot be read, in words. */
export class SecretProblem extends Error {
  readonly wording: { readonly problem: string; readonly advice: string };

  constructor(problem: string, advice: string) {
    super(problem);
    this.wording = { problem, advice };
  }
}

/** A text of the command line with the secrets that it names in their places. */
export interface SecretText {
  readonly value: string;
  /** True if it names a secret. */
  readonly isSecret: boolean;
}

/**
 * Reads a text that may name secrets: `$NAME` and `${NAME}` are environment variables, `$$` is a dollar sign. The text, or its
 * last word as in `Bearer @token.txt`, may be `@prompt`, which is asked for on the terminal, or `@FILE`, the content of a file
 * without the line end at its end.
 *
 * @param name What the secret is, for the question.
 * @throws SecretProblem if a secret is not there.
 */
export async function readSecretText(text: string, name: string, terminal: Terminal): Promise<SecretText> {
  const [, before = '', source] = /^(|[^@]*\s)@(.+)$/s.exec(text) ?? [];
  if (source !== undefined) {
    const secret = source === 'prompt' ? await asked(name, terminal) : ofFile(source, terminal);
    return { value: withVariables(before, terminal).value + secret, isSecret: true };
  }
  return withVariables(text, terminal);
}

async function asked(name: string, { askSecret }: Terminal): Promise<string> {
  if (!askSecret) {
    throw new SecretProblem(
      `The ${name} cannot be asked for: this is not a terminal.`,
      'name an environment variable in single quotes, $NAME, or a file, @FILE.',
    );
  }
  return askSecret(`${name}: `);
}

function ofFile(path: string, { workingFolder }: Terminal): string {
  const bytes = disk.bytes(resolve(workingFolder, path));
  if (bytes === undefined) {
    throw new SecretProblem(`There is no file "${path}".`, 'check the path after @.');
  }
  return new TextDecoder().decode(bytes).replace(/\r?\n$/, '');
}

function withVariables(text: string, { environment }: Terminal): SecretText {
  let isSecret = false;
  const value = text.replace(/\$(?:\$|(\w+)|\{(\w+)\})/g, (all, bare?: string, braced?: string) => {
    const name = bare ?? braced;
    if (name === undefined) {
      return all === '$$' ? '$' : all;
    }
    const found = environment[name];
    if (found === undefined) {
      throw new SecretProblem(`The environment variable ${name} is not set.`, 'set it, or write $$ for a dollar sign.');
    }
    isSecret = true;
    return found;
  });
  return { value, isSecret };
}
