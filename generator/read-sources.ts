import { buildContract } from './contract/build.js';
import { declaredPrefixes } from './contract/declared-prefixes.js';
import { declaredVersions } from './contract/declared-versions.js';
import type { Contract } from './contract/model.js';
import type { ContractPositions } from './contract/positions.js';
import { standardRoots } from './contract/roots.js';
import { type Selection, selectParts } from './contract/select.js';
import type { Result } from './diagnostics/diagnostic.js';
import type { SourceSet } from './source/document.js';
import type { DefinitionsSet } from './wsdl/components.js';
import { readSchemas } from './xsd/schemas.js';
import { checkValidity } from './xsd/validity.js';

/** The contract of some documents. */
export interface SourceReading {
  readonly contract: Contract;
  readonly sources: SourceSet;
  /** Where the things of the contract are declared. */
  readonly positions: ContractPositions;
  /** True if the contract contains only a selection of the declarations in the inputs. */
  readonly isSelection?: boolean;
}

/**
 * From documents, and what was found while they were loaded, to a contract: stages 2 (xsd and wsdl) and 3 (contract). `readDefinitions` reads the components of WSDL; what
 * knows schemas alone need not have that code.
 */
export async function readSources(
  [sources, loaded]: Result<SourceSet>,
  selection: Selection,
  readDefinitions: (sources: SourceSet) => Result<DefinitionsSet>,
): Promise<Result<SourceReading>> {
  const [components, schemaFindings] = readSchemas(sources);
  const [schemas, validity] = await checkValidity(components);
  const [definitions, definitionFindings] = readDefinitions(sources);
  const [{ contract: whole, positions }, built] = buildContract(schemas, definitions);
  const [parts, selected] = selectParts(whole, selection, standardRoots(whole, sources, positions));
  const prefixes = declaredPrefixes(parts, sources);
  const versions = declaredVersions(parts, sources);
  const contract = { ...parts, ...(prefixes && { prefixes }), ...(versions && { versions }) };
  const diagnostics = [...loaded, ...schemaFindings, ...validity, ...definitionFindings, ...built, ...selected];
  // All that a document lacks follows from what it may not read.
  const isRefused = loaded.some(({ code }) => code === 'source/not-allowed');
  const reading = { contract, sources, positions, ...(parts !== whole && { isSelection: true }) };
  return [reading, isRefused ? loaded : diagnostics];
}
