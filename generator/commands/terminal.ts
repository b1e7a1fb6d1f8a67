/** Where a command's words go. Tests pass their own. */
export interface Terminal {
  /** Results: standard output. */
  readonly out: (text: string) => void;
  /** Findings and progress: standard error. */
  readonly err: (text: string) => void;
  /** Whether standard error is a terminal: only then is there progress and, by default, colour. */
  readonly isInteractive: boolean;
  /** Asks a question and returns the answer, which is not shown while it is typed; absent where nobody can answer. */
  readonly askSecret?: (question: string) => Promise<string>;
  /** Aborted to end a command that runs until it is stopped; it also ends with Ctrl+C. */
  readonly stop?: AbortSignal;
  /** Asks a question and returns the answer; absent where nobody can answer. */
  readonly ask?: (question: string) => Promise<string>;
  /** Standard input, piece by piece; it can be read once. */
  readonly input?: () => AsyncIterable<Uint8Array>;
  /** Results that are not text: standard output. */
  readonly outBytes?: (bytes: Uint8Array) => void;
  /** Address of the site of the documentation, with a slash at its end, if it is known: it has a page for each diagnostic. */
  readonly site?: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Absolute path that relative paths of the command line start from. */
  readonly workingFolder: string;
}

/** The whole of standard input; undefined where there is none. */
export async function standardInput({ input }: Terminal): Promise<Uint8Array | undefined> {
  if (input === undefined) {
    return undefined;
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of input()) {
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** A line that says what the command is doing, on a terminal only. */
export interface ProgressLine {
  /** Replaces what the line says. */
  readonly show: (text: string) => void;
  /** Removes the line. */
  readonly done: () => void;
}

/** Shows a progress line if standard error is a terminal. */
export function progress(terminal: Terminal, text: string): ProgressLine {
  if (!terminal.isInteractive) {
    return { show: () => undefined, done: () => undefined };
  }
  const clear = '\r\u001b[K';
  const show = (now: string): void => terminal.err(`${clear}${now}…`);
  show(text);
  return { show, done: () => terminal.err(clear) };
}

/** Shows the name and the number of the package that is being compiled, if there are several. */
export function packageProgress(
  line: ProgressLine,
  verb: string,
): (name: string, number: number, total: number) => void {
  return (name, number, total) => {
    if (total > 1) {
      line.show(`${verb} ${number} of ${total}: ${name}`);
    }
  };
}

/** The same terminal, which asks each question only once. */
export function rememberingAnswers(terminal: Terminal): Terminal {
  const { askSecret } = terminal;
  if (!askSecret) {
    return terminal;
  }
  const answers = new Map<string, Promise<string>>();
  return {
    ...terminal,
    askSecret: (question) => {
      const answer = answers.get(question) ?? askSecret(question);
      answers.set(question, answer);
      return answer;
    },
  };
}
