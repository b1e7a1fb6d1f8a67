import { element } from '../schema/construct/construct.js';
import type { ValidationIssue } from '../schema/context/encoder.js';
import type { ElementDescriptor } from '../schema/descriptor/descriptor.js';
import { validate as validateValue } from '../schema/document/document.js';
import { validateXml } from '../schema/document/validate-xml.js';
import type { ValidateOptions } from '../schema/validate/validate.js';
import type { XmlReaderOptions } from '../xml/interfaces/reader.js';
import { XmlSyntaxError } from '../xml/text/errors.js';
import { documentReading, textOf } from './document-options.js';
import { type ElementRoot, elementOfText, type TypeRoot } from './roots.js';

/**
 * Every breach of the schema by a document (its text or bytes), each with line, column, path and rule, in the order of the document; or by a value, each
 * with its path inside the value. Nothing is found in what is valid. A value that is itself a text or octets, of a root with a simple type, is for the function
 * `validate` of the entry `schema`.
 */
export function validate<T>(
  root: ElementRoot<T> | TypeRoot<T>,
  documentOrValue: unknown,
  given: ValidateOptions & XmlReaderOptions = {},
): readonly ValidationIssue[] {
  if (typeof documentOrValue !== 'string' && !ArrayBuffer.isView(documentOrValue)) {
    return validateValue(root, documentOrValue, given);
  }
  const options = { ...documentReading, ...given };
  const text = textOf(documentOrValue as string | Uint8Array);
  return validateXml(root.kind === 'element' ? root : elementOf(root, text, options), text, options);
}

/** A document that is not well-formed is reported by what reads the whole of it. */
function elementOf<T>(type: TypeRoot<T>, text: string, options: XmlReaderOptions): ElementDescriptor<T> {
  try {
    return elementOfText(type, text, options);
  } catch (error) {
    if (error instanceof XmlSyntaxError) {
      return element('', 'root', () => type);
    }
    throw error;
  }
}
