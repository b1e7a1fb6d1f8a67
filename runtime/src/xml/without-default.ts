import { DefaultNamespaceError, XmlEncodeError } from './errors.js';
import type { XmlWriterOptions } from './writer.js';

/**
 * The options to write a document with once more, after `error`: without a default namespace, if a name in no namespace has
 * to be in its scope. Throws every other error, and one that these options would cause again.
 */
export function withoutDefault(options: XmlWriterOptions, error: unknown): XmlWriterOptions {
  const { chosen, prefixes = new Map<string, string>() } = options;
  const others = new Map([...prefixes].filter(([, prefix]) => prefix));
  if (!hindersDefault(error) || others.size === prefixes.size) {
    throw error;
  }
  return { ...options, prefixes: others, ...(chosen && { chosen: chosen.withoutDefault() }) };
}

/** True for an error that a document without a default namespace may not have. */
export function hindersDefault(error: unknown): boolean {
  return (error instanceof XmlEncodeError ? error.cause : error) instanceof DefaultNamespaceError;
}
