import { brief, describe } from '../../base/describe.js';
import { RecognizedError } from '../../base/recognized-error.js';

/** A document that is not well-formed, breaks XML namespaces, contains a DOCTYPE, or exceeds a limit. */
export class XmlSyntaxError extends RecognizedError {
  static override readonly $mark: string = 'XmlSyntaxError';
  declare readonly name: string;
  /** 1-based. */
  declare readonly line: number;
  /** 1-based, in UTF-16 code units. */
  declare readonly column: number;
  /** Index into the text, in UTF-16 code units; a byte order mark does not count. */
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

/** The place of a value inside the value that was decoded, encoded or validated: property names and array indexes. */
export type ValuePath = readonly (string | number)[];

/**
 * `/Exchange/lines[2]/amount`: the name of the root element, then the path; indexes count from 0. Content without an element
 * of its own, such as several parts in a Body, has no root.
 */
export function formatPath(root: string, path: ValuePath): string {
  let text = root === '' ? '' : `/${root}`;
  for (const step of path) {
    text += typeof step === 'number' ? `[${step}]` : `/${step}`;
  }
  return text === '' ? '/' : text;
}

/** A value that cannot be written: it does not fit its schema, XML has no way to write it, or reading it failed. */
export class XmlEncodeError extends XmlWriteError {
  static override readonly $mark: string = 'XmlEncodeError';
  declare readonly name: 'XmlEncodeError';
  /** Stable code of the rule that was broken, such as `wrong-type`. */
  declare readonly code: string;
  /** Text form of the path, beginning with the root element: `/Exchange/amountToPay`. */
  declare readonly path: string;
  /** Path inside the value. */
  declare readonly segments: ValuePath;

  constructor(code: string, message: string, root: string, segments: ValuePath, cause?: unknown) {
    const path = formatPath(root, segments);
    super(`${brief(path)}: ${message}`, cause === undefined ? undefined : { cause }, {
      code,
      path,
      segments: [...segments],
    });
  }
}

/** A part of a value that is not what it has to be; `steps` lead to it. */
export class WrongPartError extends XmlWriteError {
  static override readonly $mark: string = 'WrongPartError';
  declare readonly steps: ValuePath;

  constructor(message: string, steps: ValuePath) {
    super(message, undefined, { steps });
  }
}

/** A document would be longer than it may be. */
export class OutputFullError extends Error {
  override readonly name = 'OutputFullError';
}

/** The `XmlEncodeError` for what was thrown while a value was written, whose place this is. Throws the others on: see `passOn`. */
export function encodeError(error: unknown, root: string, segments: ValuePath): XmlEncodeError {
  passOn(error);
  const [code, message, cause] = refusalOf(error);
  return new XmlEncodeError(code, message, root, segments, cause);
}

/** What `use` gives for a part of a value, whose place this is: the program that made it may have made anything. Throws `XmlEncodeError`. */
export function usePart<T>(root: string, segments: ValuePath, use: () => T): T {
  try {
    return use();
  } catch (error) {
    throw encodeError(error, root, error instanceof WrongPartError ? [...segments, ...error.steps] : segments);
  }
}

/** Throws what is no fault of a value that was being written: an error that says its place already, and a document that is full. */
export function passOn(error: unknown): void {
  if (error instanceof XmlEncodeError || error instanceof OutputFullError) {
    throw error;
  }
}

/** What was thrown while a value was written, by a writer or by the value itself, as the arguments of an `XmlEncodeError`. */
export function refusalOf(error: unknown): readonly [code: string, message: string, cause?: unknown] {
  if (error instanceof DefaultNamespaceError) {
    return ['not-writable', error.message, error];
  }
  if (error instanceof XmlWriteError) {
    return [error instanceof WrongPartError ? 'wrong-type' : 'not-writable', error.message];
  }
  const reason = error instanceof Error ? error.message : describe(error);
  return ['failed', `the value cannot be written: ${brief(reason)}`, error];
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

/** The error for a part of a value that is something else than it has to be. */
export function wrongPart(wanted: string, value: unknown, ...steps: ValuePath): WrongPartError {
  return new WrongPartError(`expected ${wanted}, got ${describe(value)}`, steps);
}

/** The error for what is no text. */
export function noText(value: unknown): XmlWriteError {
  return new XmlWriteError(`expected a string, got ${describe(value)}`);
}

/** The code of a unit of a text, such as `U+0007`. */
export function characterCode(text: string, index: number): string {
  return `U+${text.charCodeAt(index).toString(16).toUpperCase().padStart(4, '0')}`;
}
