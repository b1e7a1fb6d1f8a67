import type { XmlWriterOptions } from './writer.js';

/** As `withoutDefault`, where size counts: without any preferred prefix, whatever the error was, which is thrown again if it was another. */
export function withoutPrefixes({ prefixes, ...options }: XmlWriterOptions): XmlWriterOptions {
  return options;
}
