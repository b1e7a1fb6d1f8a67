import type { Diagnostic } from '../diagnostics/diagnostic.js';

/** Most mistakes that the message names. */
const maxShown = 5;

/** Schemas cannot be used: they have mistakes, or documents are missing. */
export class SchemaSetError extends Error {
  override readonly name = 'SchemaSetError';
  /** Each mistake, with its place and what to do. */
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    const shown = diagnostics.slice(0, maxShown).map(lineOf);
    const more = diagnostics.length - shown.length;
    super(['The schemas cannot be used.', ...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'));
    this.diagnostics = diagnostics;
  }
}

function lineOf({ span, message, help }: Diagnostic): string {
  const place = span ? `${span.file}:${span.line}:${span.column}: ` : '';
  return `${place}${message}${help ? ` To correct it: ${help}` : ''}`;
}
