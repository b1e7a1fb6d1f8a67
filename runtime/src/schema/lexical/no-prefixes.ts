import type { LexicalContext } from '../descriptor/descriptor.js';
import { LexicalError } from '../descriptor/errors.js';

/** A context in which no prefix is declared, for texts without a document. Names in them are in expanded form. */
export const noPrefixes: LexicalContext = {
  resolvePrefix: (prefix) => (prefix === '' ? '' : undefined),
  prefixFor: (namespace) => {
    if (namespace === '') {
      return '';
    }
    throw new LexicalError(`no prefix can be declared for ${JSON.stringify(namespace)} here`);
  },
};
