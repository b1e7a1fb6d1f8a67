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
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Absolute path that relative paths of the command line start from. */
  readonly workingFolder: string;
}

/** Shows a progress line if standard error is a terminal. The function that it returns removes the line. */
export function progress(terminal: Terminal, text: string): () => void {
  if (!terminal.isInteractive) {
    return () => undefined;
  }
  terminal.err(`${text}…`);
  return () => terminal.err('\r\u001b[K');
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
