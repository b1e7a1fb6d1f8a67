import { resolve } from 'node:path';
import { type NamedSecret, secretParts } from '../calls/secret-parts.js';
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
 * Reads a text that may name secrets, as `secretParts` says. A file counts without the line end at its end.
 *
 * @param name What the secret is, for the question.
 * @throws SecretProblem if a secret is not there.
 */
export async function readSecretText(text: string, name: string, terminal: Terminal): Promise<SecretText> {
  const parts = secretParts(text);
  let value = '';
  for (const part of parts) {
    value += typeof part === 'string' ? part : await secretOf(part, name, terminal);
  }
  return { value, isSecret: parts.some((part) => typeof part !== 'string') };
}

async function secretOf(secret: NamedSecret, name: string, terminal: Terminal): Promise<string> {
  const { askSecret, environment, workingFolder } = terminal;
  if ('variable' in secret) {
    const { variable } = secret;
    return (
      environment[variable] ??
      missing(`The environment variable ${variable} is not set.`, 'set it, or write $$ for a dollar sign.')
    );
  }
  if ('file' in secret) {
    const bytes = disk.bytes(resolve(workingFolder, secret.file));
    return bytes
      ? new TextDecoder().decode(bytes).replace(/\r?\n$/, '')
      : missing(`There is no file "${secret.file}".`, 'check the path after @.');
  }
  return askSecret
    ? askSecret(`${name}: `)
    : missing(
        `The ${name} cannot be asked for: this is not a terminal.`,
        'name an environment variable in single quotes, $NAME, or a file, @FILE.',
      );
}

function missing(problem: string, advice: string): never {
  throw new SecretProblem(problem, advice);
}
