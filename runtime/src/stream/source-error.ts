import { RecognizedError } from '../base/recognized-error.js';

/** A source of a stream threw, in the middle of a message. `cause` is what it threw. */
export class SourceError extends RecognizedError {
  static override readonly $mark: string = 'SourceError';
  override readonly name = 'SourceError';
  /** Place in the value: `/Orders/order`. */
  readonly path: string;
  /** Items, or pieces of binary content, that came before. */
  readonly count: number;

  constructor(path: string, count: number, cause: unknown) {
    super(`${path}: the source failed after ${count} of its items: ${messageOf(cause)}`, { cause });
    this.path = path;
    this.count = count;
  }
}

function messageOf(cause: unknown): string {
  try {
    return cause instanceof Error ? cause.message : String(cause);
  } catch {
    return 'it threw something without words';
  }
}
