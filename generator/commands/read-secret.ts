import { emitKeypressEvents } from 'node:readline';
import type { ReadStream, WriteStream } from 'node:tty';

/** Reads a line from a terminal without showing it. Control-C ends the process, as it does elsewhere. */
export function readSecret(
  question: string,
  input: Pick<ReadStream, 'setRawMode' | 'on' | 'off' | 'pause' | 'resume'>,
  output: Pick<WriteStream, 'write'>,
): Promise<string> {
  return new Promise((done) => {
    let text = '';
    const end = (): void => {
      input.off('keypress', typed);
      input.setRawMode(false);
      input.pause();
      output.write('\n');
    };
    const typed = (characters: string | undefined, key: { readonly name?: string; readonly ctrl?: boolean }): void => {
      if (key.ctrl && key.name === 'c') {
        end();
        process.kill(process.pid, 'SIGINT');
      } else if (key.name === 'return' || key.name === 'enter' || (key.ctrl && key.name === 'd')) {
        end();
        done(text);
      } else if (key.name === 'backspace') {
        text = [...text].slice(0, -1).join('');
      } else if (characters !== undefined && !key.ctrl) {
        text += characters;
      }
    };
    output.write(question);
    emitKeypressEvents(input as unknown as NodeJS.ReadableStream);
    input.setRawMode(true);
    input.on('keypress', typed);
    input.resume();
  });
}
