import { qualified } from '../../xml/names/element-tag.js';
import { isNCName } from '../../xml/text/characters.js';
import type { LexicalContext, QName } from '../descriptor/descriptor.js';
import { LexicalError } from '../descriptor/errors.js';
import { notA } from './numbers.js';

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

export { isNCName };

const languagePattern = /^[a-zA-Z]{1,8}(?:-[a-zA-Z0-9]{1,8})*$/;

/** True for a `Name`. */
export function isName(value: string): boolean {
  return isNCName(value.replaceAll(':', '_'));
}

/** True for an `NMTOKEN`. */
export function isNMTOKEN(value: string): boolean {
  return value !== '' && isName(`_${value}`);
}

/** True for a `language` (Part 2, 3.3.3). */
export function isLanguage(value: string): boolean {
  return languagePattern.test(value);
}

/** `xs:QName` and `xs:NOTATION` (Part 2, 3.2.18): the default namespace applies to a name without prefix. */
export function parseQName(text: string, context: LexicalContext): QName {
  if (context === noPrefixes && text.startsWith('{')) {
    return parseExpandedName(text);
  }
  const colon = text.indexOf(':');
  const prefix = colon < 0 ? '' : text.slice(0, colon);
  const name = text.slice(colon + 1);
  if (!isNCName(name) || (colon >= 0 && !isNCName(prefix))) {
    throw notA(text, 'QName');
  }
  return { namespace: namespaceOf(prefix, text, context), name };
}

/**
 * The name of a type in `xsi:type`: like `parseQName`, but everything after the prefix is the name. Types are published under
 * names that are not valid (`Outer$Inner`), and their senders write these.
 */
export function parseTypeName(text: string, context: LexicalContext): QName {
  const colon = text.indexOf(':');
  const prefix = colon < 0 ? '' : text.slice(0, colon);
  const name = text.slice(colon + 1);
  if (name === '' || name.includes(':') || (colon >= 0 && !isNCName(prefix))) {
    throw notA(text, 'QName');
  }
  return { namespace: namespaceOf(prefix, text, context), name };
}

function namespaceOf(prefix: string, text: string, context: LexicalContext): string {
  const namespace = context.resolvePrefix(prefix);
  if (namespace === undefined && prefix !== '') {
    throw new LexicalError(`the prefix of ${JSON.stringify(text)} is not declared`);
  }
  return namespace ?? '';
}

/** Writes a qualified name, with a prefix declared where needed. */
export function formatQName(value: QName, context: LexicalContext): string {
  return qualified(context.prefixFor(value.namespace), value.name);
}

/** True for a `QName` value. */
export function isQName(value: unknown): value is QName {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const { namespace, name } = value as { namespace?: unknown; name?: unknown };
  return typeof namespace === 'string' && typeof name === 'string' && isNCName(name);
}

/**
 * Reads the expanded form `{namespace}local`, or `local` alone, which facets, fixed and default values and open attributes use.
 * The last brace ends the namespace: it may hold placeholders in braces itself.
 */
export function parseExpandedName(text: string): QName {
  const end = text.lastIndexOf('}');
  return text.startsWith('{') && end > 0
    ? { namespace: text.slice(1, end), name: text.slice(end + 1) }
    : { namespace: '', name: text };
}
