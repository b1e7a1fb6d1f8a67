import { indexOfInvalidCharacter } from '../../xml/characters.js';
import type { XmlOutput } from '../../xml/writer.js';
import { LexicalError } from '../descriptor/errors.js';

/** Takes a document and keeps nothing: what a value is written to when it is only to be checked. */
export const nullOutput: XmlOutput = {
  declaration: nothing,
  startElement: nothing,
  declare: nothing,
  attribute: (_namespace, _name, value) => requireCharacters(value),
  text: requireCharacters,
  endElement: nothing,
  prefixFor: (namespace) => (namespace === '' ? '' : 'p'),
  programNamespace: (namespace) => namespace,
  resolvePrefix: () => undefined,
  toString: () => '',
};

function nothing(): void {
  // Nothing is kept.
}

function requireCharacters(text: string): void {
  const index = indexOfInvalidCharacter(text);
  if (index >= 0) {
    throw new LexicalError(`the character at index ${index} cannot be written in XML`);
  }
}
