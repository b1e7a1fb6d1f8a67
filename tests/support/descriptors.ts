import { buildContract } from '../../generator/contract/build.js';
import type { Contract } from '../../generator/contract/model.js';
import type { ContractPositions } from '../../generator/contract/positions.js';
import type { Diagnostic } from '../../generator/diagnostics/diagnostic.js';
import type { DefinitionsSet } from '../../generator/wsdl/components.js';
import { readDefinitions } from '../../generator/wsdl/read.js';
import { readSchemas } from '../../generator/xsd/schemas.js';
import { loadSources } from './load-sources.js';

export { repository, textOf } from './repository.js';

/** The result of the first three stages for some documents. */
export interface ReadContract {
  readonly contract: Contract;
  readonly positions: ContractPositions;
  readonly definitions: DefinitionsSet;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads documents held in memory, by name; all of them, or the `inputs` among them, are the ones a user names. */
export async function contractOf(
  files: Readonly<Record<string, string>>,
  inputs: readonly string[] = Object.keys(files),
): Promise<ReadContract> {
  const byPath = new Map(Object.entries(files).map(([name, text]) => [`/in/${name}`, text]));
  const [sources, loading] = await loadSources(inputs, {
    workingFolder: '/in',
    read: async (path) => {
      const text = byPath.get(path);
      return text === undefined ? { kind: 'missing' } : { kind: 'found', bytes: new TextEncoder().encode(text) };
    },
  });
  const [schemas, reading] = readSchemas(sources);
  const [definitions, defining] = readDefinitions(sources);
  const [{ contract, positions }, building] = buildContract(schemas, definitions);
  return { contract, positions, definitions, diagnostics: [...loading, ...reading, ...defining, ...building] };
}

/** Each finding as `code line:column`, without those of the informational kind. */
export function found(diagnostics: readonly Diagnostic[]): readonly string[] {
  return diagnostics.filter((d) => d.severity !== 'info').map((d) => `${d.code} ${d.span?.line}:${d.span?.column}`);
}

/** A WSDL document around some content: one namespace `urn:t` (prefix `t`), schema prefix `x`, SOAP `soap`, HTTP `http`, MIME `mime`. */
export function wsdl(content: string, schema = ''): string {
  return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t" xmlns:x="http://www.w3.org/2001/XMLSchema"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/"
  xmlns:http="http://schemas.xmlsoap.org/wsdl/http/" xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/" targetNamespace="urn:t">
<types><x:schema targetNamespace="urn:t" elementFormDefault="qualified">${schema}</x:schema></types>
${content}
</definitions>`;
}
