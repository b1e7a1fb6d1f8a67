/** Where a command's words go. Tests pass their own. */
export interface Terminal {
  /** Results: standard output. */
  readonly out: (text: string) => void;
  /** Findings and progress: standard error. */
  readonly err: (text: string) => void;
  /** Whether a person looks at standard error: only then there is progress, and by default colour. */
  readonly isInteractive: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Absolute path that relative paths of the command line start from. */
  readonly workingFolder: string;
}

/** Shows what is being done while it lasts, to a person only. The function that it returns takes the line away. */
export function progress(terminal: Terminal, text: string): () => void {
  if (!terminal.isInteractive) {
    return () => undefined;
  }
  terminal.err(`${text}…`);
  return () => terminal.err('\r\u001b[K');
}
