import type { XmlWriterOptions } from './writer.js';

/** As `withoutDefault`, where size counts: without any preferred prefix, whatever the error was. If it had another cause, the second try throws it again. */
export function withoutPrefixes({ prefixes, ...options }: XmlWriterOptions): XmlWriterOptions {
  return options;
}
