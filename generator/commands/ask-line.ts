import { createInterface } from 'node:readline/promises';

/** Asks on a terminal. Control-C and Control-D end the process as Control-C does elsewhere. */
export async function askLine(
  question: string,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  end: () => void,
): Promise<string> {
  const lines = createInterface({ input, output });
  return new Promise((done) => {
    const stop = (): void => {
      output.write('\n');
      end();
    };
    lines.once('SIGINT', () => lines.close());
    lines.once('close', stop);
    const answered = (answer: string): void => {
      lines.off('close', stop);
      lines.close();
      done(answer);
    };
    // Control-D gives no answer either.
    lines.question(question).then(answered, () => lines.close());
  });
}
