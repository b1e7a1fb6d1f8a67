import type { Diagnostic, Severity } from './diagnostic.js';
import { diagnosticAddress, sortDiagnostics } from './format.js';

const levels: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' };

/** Diagnostics in the format that code hosts show beside the lines of a change (SARIF 2.1.0). */
export function diagnosticsToSarif(diagnostics: readonly Diagnostic[], version: string, site?: string): object {
  const sorted = sortDiagnostics(diagnostics);
  const rules = [...new Set(sorted.map(({ code }) => code))].map((id) => ({
    id,
    ...(site !== undefined && { helpUri: diagnosticAddress(id, site) }),
  }));
  const results = sorted.map(({ code, severity, message, help, span }) => ({
    ruleId: code,
    level: levels[severity],
    message: { text: help === '' ? message : `${message} ${help}` },
    ...(span && {
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: encodeURI(span.file) },
            region: { startLine: span.line, startColumn: span.column },
          },
        },
      ],
    }),
  }));
  const driver = { name: 'wsdl-codegen', version, ...(site !== undefined && { informationUri: site }), rules };
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, results }],
  };
}
