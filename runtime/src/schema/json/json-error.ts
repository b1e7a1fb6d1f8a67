import { brief } from '../../base/describe.js';
import { RecognizedError } from '../../base/recognized-error.js';
import type { ValidationIssue } from '../context/encoder.js';
import { formatPath, type ValuePath } from '../descriptor/errors.js';

/** A JSON value that does not fit its descriptor, or a value that has no JSON form. */
export class JsonError extends RecognizedError {
  static override readonly $mark: string = 'JsonError';
  override readonly name = 'JsonError';
  /** Stable code of the rule that was broken, such as `wrong-type`; of the first problem. */
  declare readonly code: string;
  /** Text form of the path, beginning with the root element: `/Exchange/amountToPay`. */
  declare readonly path: string;
  /** Path inside the value. */
  declare readonly segments: ValuePath;
  /** The message without path. */
  declare readonly reason: string;
  /** All problems, each with its path; the first is the one that the error names. */
  declare readonly issues: readonly ValidationIssue[];

  constructor(root: string, issues: readonly [ValidationIssue, ...ValidationIssue[]]) {
    const [{ code, message, path: segments }, ...others] = issues;
    const path = formatPath(root, segments);
    const reason = brief(message);
    super(`${brief(path)}: ${reason}${others.length === 0 ? '' : ` (and ${others.length} more)`}`);
    this.code = code;
    this.path = path;
    this.segments = segments;
    this.reason = reason;
    this.issues = issues;
  }
}

/** The JSON pointer (RFC 6901) of a path, such as that of an issue of `JsonError`: `/lines/2/amount`; `''` for the whole value. */
export function jsonPointer(path: ValuePath): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
