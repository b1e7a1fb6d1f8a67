import { DefaultNamespaceError } from './errors.js';
import type { XmlWriterOptions } from './writer.js';

/**
 * The options to write a document with once more, after `error`: without a default namespace, if a name in no namespace has
 * to be in its scope. Throws every other error, and one that these options would cause again.
 */
export function withoutDefault(options: XmlWriterOptions, error: unknown): XmlWriterOptions {
  if (!(error instanceof DefaultNamespaceError) || options.prefixes === undefined) {
    throw error;
  }
  const prefixes = new Map([...options.prefixes].filter(([, prefix]) => prefix !== ''));
  if (prefixes.size === options.prefixes.size) {
    throw error;
  }
  const { chosen } = options;
  const declared = chosen?.declared.filter(([prefix]) => prefix !== '');
  return { ...options, prefixes, ...(chosen && declared && { chosen: { ...chosen, declared } }) };
}
