import { type Catalogue, catalogue, type DiagnosticCode } from './catalogue/index.js';
import { publicAddress, publicText } from './public-address.js';

/** How grave a diagnostic is: nothing is generated after an `error`. */
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

/** One finding about the user's input. Its wording is only in the catalogue. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** One sentence: what is wrong. */
  readonly message: string;
  /** One sentence: what to do. Empty where the message says it. */
  readonly help: string;
  readonly span?: Span;
  readonly notes?: readonly DiagnosticNote[];
}

/** A further place that explains a finding. */
export interface DiagnosticNote {
  readonly message: string;
  readonly span?: Span;
}

/** The result of a stage: a value that is always usable, and the diagnostics on the way. */
export type Result<T> = readonly [value: T, diagnostics: readonly Diagnostic[]];

/** The parameters that the wording of a code needs. */
export type DiagnosticParameters<C extends DiagnosticCode> = Parameters<Catalogue[C]['message']>[0];

/** Makes a diagnostic from its code and the parameters of its wording. Addresses in them are shown in their public form. */
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
  const shown = publicParameters(parameters);
  return {
    code,
    severity: entry.severity,
    message: entry.message(shown),
    help: entry.help(shown),
    ...(span && { span }),
    ...(notes && notes.length > 0 && { notes: notes.map((note) => ({ ...note, message: publicText(note.message) })) }),
  };
}

/** Each parameter separately: in a sentence, the end of a malformed address cannot be found. */
function publicParameters(value: unknown, name = ''): unknown {
  if (typeof value === 'string') {
    return name === 'location' ? publicAddress(value) : publicText(value);
  }
  if (Array.isArray(value)) {
    return value.map((item) => publicParameters(item, name));
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, publicParameters(part, key)]));
}

/** True if any of them is an error. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((d) => d.severity === 'error');
}
