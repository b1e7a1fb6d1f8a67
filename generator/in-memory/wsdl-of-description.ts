import { readDescription } from '../description/read.js';
import { hasErrors } from '../diagnostics/diagnostic.js';
import { sortDiagnostics } from '../diagnostics/format.js';
import type { GenerateResult } from '../programmatic.js';

/**
 * The WSDL of each service of a description in YAML or JSON, as `codegen wsdl` writes it. Mistakes are diagnostics; there are no files if one is an error.
 *
 * @param name What the diagnostics call the description.
 */
export async function wsdlOfDescription(
  text: string,
  name = 'description.yaml',
): Promise<Pick<GenerateResult, 'files' | 'diagnostics'>> {
  const [{ services }, found] = await readDescription(text, name);
  const files = hasErrors(found)
    ? []
    : [...services].map(([service, document]) => [`${service}.wsdl`, document.text] as const);
  return { files: new Map(files), diagnostics: sortDiagnostics(found) };
}
