import { Readable } from 'node:stream';
import { main } from '../../generator/cli.js';
import type { Terminal } from '../../generator/commands/terminal.js';

/** The output of a run of the command within this process. */
export interface Ran {
  readonly status: number;
  readonly out: string;
  readonly err: string;
  /** The questions that were asked; those for secrets begin with `hidden `. */
  readonly questions: readonly string[];
}

/** What is there besides the arguments. */
export interface Surroundings {
  readonly environment?: Readonly<Record<string, string>>;
  /** Standard input. */
  readonly input?: string;
  /** Answers to questions, by the beginning of these; the terminal is one only if there are some. */
  readonly answers?: Readonly<Record<string, string>>;
}

/** Runs the command in a folder. */
export async function run(folder: string, args: readonly string[], surroundings: Surroundings = {}): Promise<Ran> {
  let out = '';
  let err = '';
  const questions: string[] = [];
  const { environment = {}, input, answers } = surroundings;
  const answer = async (question: string): Promise<string> =>
    Object.entries(answers ?? {}).find(([beginning]) => question.startsWith(beginning))?.[1] ?? '';
  const asking: Partial<Terminal> = {
    ask: (question) => {
      questions.push(question);
      return answer(question);
    },
    askSecret: (question) => {
      questions.push(`hidden ${question}`);
      return answer(question);
    },
  };
  const status = await main(args, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    isInteractive: false,
    environment,
    workingFolder: folder,
    ...(input !== undefined && { input: () => Readable.from([Buffer.from(input)]) }),
    ...(answers && asking),
  });
  return { status, out, err, questions };
}

/** A pattern for what standard error says of a diagnostic. */
export function finding(code: string, rest = ''): RegExp {
  return new RegExp(`${code}: ${rest}`);
}
