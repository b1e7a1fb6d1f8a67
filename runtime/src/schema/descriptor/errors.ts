import { brief } from '../../base/describe.js';
import { RecognizedError } from '../../base/recognized-error.js';
import { formatPath, type ValuePath } from '../../xml/text/errors.js';

export { formatPath, type ValuePath, XmlEncodeError } from '../../xml/text/errors.js';

/** A text that is not in the lexical space of a simple type, or a value that is not in its value space (Part 2, 2.2 and 2.3). */
export class LexicalError extends RecognizedError {
  static override readonly $mark: string = 'LexicalError';
  declare readonly name: 'LexicalError';

  constructor(message: string, options?: ErrorOptions) {
    super(brief(message), options);
  }
}

/** Where in the document a value could not be decoded; `line` and `column` are 1-based, 0 when unknown. */
export interface DecodePosition {
  readonly line: number;
  readonly column: number;
}

/** A document that does not fit its schema. */
export class XmlDecodeError extends RecognizedError {
  static override readonly $mark: string = 'XmlDecodeError';
  declare readonly name: 'XmlDecodeError';
  /** Stable code of the rule that was broken, such as `missing-element`. */
  declare readonly code: string;
  /** Text form of the path, beginning with the root element: `/Exchange/amountToPay`. */
  declare readonly path: string;
  /** Path inside the decoded value. */
  declare readonly segments: ValuePath;
  declare readonly line: number;
  declare readonly column: number;
  /** The message without path and position. */
  declare readonly reason: string;

  constructor(code: string, message: string, root: string, segments: ValuePath, position: DecodePosition) {
    const path = formatPath(root, segments);
    const reason = brief(message);
    const { line, column } = position;
    const facts = { code, path, segments: [...segments], line, column, reason };
    super(`${brief(path)}: ${reason}${line > 0 ? ` (line ${line}, column ${column})` : ''}`, undefined, facts);
  }
}
