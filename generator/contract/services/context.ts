import type { DiagnosticCode } from '../../diagnostics/catalogue/index.js';
import type { Diagnostic, DiagnosticParameters } from '../../diagnostics/diagnostic.js';
import { diagnostic } from '../../diagnostics/diagnostic.js';
import { type Position, spanAt, type ValuePosition } from '../../source/document.js';
import type { DefinitionsSet } from '../../wsdl/components.js';
import type { SchemaLookup } from './lookup.js';

/** State that the builders of services share. */
export interface ServicesContext {
  readonly definitions: DefinitionsSet;
  readonly lookup: SchemaLookup;
  /** Reports a finding; the same one at the same place is kept once. */
  readonly report: <C extends DiagnosticCode>(
    code: C,
    parameters: DiagnosticParameters<C>,
    position: Position | ValuePosition,
  ) => void;
}

/** Makes the context, and the list that its findings are collected in. */
export function servicesContext(
  definitions: DefinitionsSet,
  lookup: SchemaLookup,
): readonly [ServicesContext, readonly Diagnostic[]] {
  const found: Diagnostic[] = [];
  const seen = new Set<string>();
  return [
    {
      definitions,
      lookup,
      report(code, parameters, position) {
        const next = diagnostic(code, parameters, spanAt(position, 'length' in position ? position.length : 0));
        const key = `${position.uri}:${position.line}:${position.column} ${code} ${next.message}`;
        if (!seen.has(key)) {
          found.push(next);
        }
        seen.add(key);
      },
    },
    found,
  ];
}
