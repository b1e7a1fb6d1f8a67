import { brief } from '../brief.js';
import { RecognizedError } from '../recognized-error.js';

/** A document that is not well-formed, breaks XML namespaces, contains a DOCTYPE, or exceeds a limit. */
export class XmlSyntaxError extends RecognizedError {
  static override readonly $mark: string = 'XmlSyntaxError';
  declare readonly name: string;
  /** 1-based. */
  declare readonly line: number;
  /** 1-based, in UTF-16 code units. */
  declare readonly column: number;
  /** Index into the text, in UTF-16 code units. */
  declare readonly offset: number;

  constructor(message: string, position: { readonly line: number; readonly column: number; readonly offset: number }) {
    const { line, column, offset } = position;
    super(`${brief(message)} (line ${line}, column ${column})`, undefined, { line, column, offset });
  }
}

/** A limit of the reader was passed: the document may be well-formed, but is not read. */
export class XmlLimitError extends XmlSyntaxError {
  static override readonly $mark: string = 'XmlLimitError';
  declare readonly name: 'XmlLimitError';
}

/** A name or value that XML 1.0 has no way to write, or calls of a writer that do not make a document. */
export class XmlWriteError extends RecognizedError {
  static override readonly $mark: string = 'XmlWriteError';
  declare readonly name: string;
}

/** A name in no namespace has to be written without a prefix, but its element makes another namespace the default one. */
export class DefaultNamespaceError extends XmlWriteError {
  static override readonly $mark: string = 'DefaultNamespaceError';
  declare readonly name: 'DefaultNamespaceError';
}

/** The error for a value with a character that XML 1.0 does not allow. */
export function unwritable(value: string, index: number): XmlWriteError {
  const code = characterCode(value, index);
  return new XmlWriteError(`XML 1.0 has no way to write the character ${code} (at index ${index} of the value)`);
}

/** The code of a unit of a text, such as `U+0007`. */
export function characterCode(text: string, index: number): string {
  return `U+${text.charCodeAt(index).toString(16).toUpperCase().padStart(4, '0')}`;
}
