import type { ts } from 'ts-morph';
import {
  type Diagnostic,
  type DiagnosticNote,
  type DiagnosticParameters,
  diagnostic,
  type Span,
} from '../../diagnostics/diagnostic.js';
import { ImportEdits } from './imports.js';
import { type MethodSurroundings, methodSignature } from './methods.js';
import type { SkeletonMethod } from './service.js';

/** A part of a text. */
export interface SourceRange {
  readonly start: number;
  readonly length: number;
}

/** Something to say about a part of a text. */
export interface Finding extends SourceRange {
  readonly at: (span: Span) => Diagnostic;
}

/** A finding about a part of a text. */
export function findingAt<C extends Diagnostic['code']>(
  { start, length }: SourceRange,
  code: C,
  parameters: DiagnosticParameters<C>,
  notes: readonly DiagnosticNote[] = [],
): Finding {
  return { start, length, at: (span) => diagnostic(code, parameters, span, notes) };
}

/** The diagnostics of findings in a text. */
export function diagnosticsOf(findings: readonly Finding[], path: string, text: string): readonly Diagnostic[] {
  return findings.map(({ start, length, at }) => at(spanAt(text, path, start, length)));
}

/** The place of a part of a text, which has no byte order mark. */
export function spanAt(text: string, path: string, start: number, length: number): Span {
  const lines = text.slice(0, start).split(/\r\n?|\n/);
  const [line = ''] = text.slice(start, start + length).split(/[\r\n]/, 1);
  return { file: path, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, length: line.length };
}

/** The code that the user has to write if codegen does not: the imports, then the head of each method. */
export function whatToWrite(
  file: ts.SourceFile,
  methods: readonly SkeletonMethod[],
  surroundings: MethodSurroundings,
): readonly DiagnosticNote[] {
  const imports = new ImportEdits(surroundings.compiler, file, surroundings.style);
  const heads = methods.map((method) => methodSignature(method, { ...surroundings, imports }));
  return [...imports.declarations(), ...heads].map((line) => ({ message: line.replace(/\s+/g, ' ') }));
}
