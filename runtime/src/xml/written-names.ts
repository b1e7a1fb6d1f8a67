import { describe } from '../describe.js';
import { isNCName } from './characters.js';
import { XmlWriteError } from './errors.js';
import { escapeAttribute } from './escape.js';
import { declarationFault } from './namespaces.js';

/** The text of a declaration of a prefix. Throws `XmlWriteError` for one that is not allowed. */
export function declarationText(prefix: string, wire: string): string {
  if (prefix !== '') {
    checkName(prefix);
  }
  const fault = declarationFault(prefix, wire);
  if (fault !== undefined) {
    throw new XmlWriteError(fault);
  }
  return prefix === '' ? ` xmlns="${escapeAttribute(wire)}"` : ` xmlns:${prefix}="${escapeAttribute(wire)}"`;
}

/** Throws `XmlWriteError` for a text that is not a name, or has a colon. */
export function checkName(name: string): void {
  if (typeof name !== 'string' || !isNCName(name)) {
    throw new XmlWriteError(`${describe(name)} is not an XML name without a colon`);
  }
}
