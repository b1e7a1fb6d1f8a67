import { ErrorCollector } from '../../runtime/src/schema/context/error-collector.js';
import { decodeStrictly } from '../../runtime/src/schema/decode/decode.js';
import { readWith, withBuiltIns } from '../../runtime/src/schema/document/document.js';
import {
  type Declarations,
  type ElementDescriptor,
  parseXml,
  type ValidationIssue,
  validateXml,
  XmlDecodeError,
} from '../../runtime/src/schema/index.js';
import { validateValue } from '../../runtime/src/schema/validate/validate.js';
import { XmlReader, XmlSyntaxError } from '../../runtime/src/xml/index.js';

/** What is said of a document in three ways, which must be the same. */
export interface Verdicts {
  /** Of `validateXml`, which reads valid documents at full speed. */
  readonly issues: readonly ValidationIssue[];
  /** True if an element by element reading with every check, and all checks of its value, find nothing. */
  readonly isValid: boolean;
  /** True if strict reading takes it. */
  readonly isRead: boolean;
}

/** What is said of a document whose root is the element. */
export function verdictsOf(element: ElementDescriptor, text: string, declarations: Declarations): Verdicts {
  return {
    issues: validateXml(element, text, { declarations }),
    isValid: holds(() => isValid(element, text, declarations)),
    isRead: holds(() => parseXml(element, text, { strict: true, declarations }) !== undefined),
  };
}

function isValid(element: ElementDescriptor, text: string, declarations: Declarations): boolean {
  const checked = withBuiltIns({ declarations });
  const collector = new ErrorCollector();
  const { value } = readWith(element, new XmlReader(text), (at) => decodeStrictly(element, at, checked, collector));
  return collector.errors.length === 0 && validateValue(element, value, { ...checked, patterns: false }).length === 0;
}

function holds(check: () => boolean): boolean {
  try {
    return check();
  } catch (error) {
    if (error instanceof XmlDecodeError || error instanceof XmlSyntaxError) {
      return false;
    }
    throw error;
  }
}
