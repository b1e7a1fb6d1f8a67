import { type Catalogue, catalogue, type DiagnosticCode } from './catalogue/index.js';

export type Severity = 'error' | 'warning' | 'info';

/** A place in a source document. Lines and columns count from 1, columns in UTF-16 code units. */
export interface Span {
  /** As the user gave it, relative to the working folder where possible. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** In UTF-16 code units, on that line; 0 when unknown. */
  readonly length: number;
}

/** One finding about the user's input. Its wording stands in the catalogue alone. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** One sentence: what is wrong. */
  readonly message: string;
  /** One sentence: what to do. */
  readonly help: string;
  readonly span?: Span;
  readonly notes?: readonly DiagnosticNote[];
}

/** A further place that explains a finding. */
export interface DiagnosticNote {
  readonly message: string;
  readonly span?: Span;
}

/** What a stage returns: a value that is always usable, and what was found on the way. */
export type Result<T> = readonly [value: T, diagnostics: readonly Diagnostic[]];

/** The parameters that the wording of a code needs. */
export type DiagnosticParameters<C extends DiagnosticCode> = Parameters<Catalogue[C]['message']>[0];

/** Makes a diagnostic from its code and the parameters of its wording. */
export function diagnostic<C extends DiagnosticCode>(
  code: C,
  parameters: DiagnosticParameters<C>,
  span?: Span,
  notes?: readonly DiagnosticNote[],
): Diagnostic {
  const entry = catalogue[code] as unknown as {
    readonly severity: Severity;
    readonly message: (parameters: unknown) => string;
    readonly help: (parameters: unknown) => string;
  };
  return {
    code,
    severity: entry.severity,
    message: entry.message(parameters),
    help: entry.help(parameters),
    ...(span && { span }),
    ...(notes && notes.length > 0 && { notes }),
  };
}

/** True when any of them is an error. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((d) => d.severity === 'error');
}
