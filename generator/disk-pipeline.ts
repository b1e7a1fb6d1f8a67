import type { Selection } from './contract/select.js';
import type { Result } from './diagnostics/diagnostic.js';
import { loadTemplates } from './emit/templates.js';
import * as pipeline from './pipeline.js';
import { mendContract } from './plugins/mend.js';
import { diskResolver } from './source/disk-resolver.js';
import { hashInput } from './source/hash-input.js';
import type { LoadOptions } from './source/outside-access.js';

/** The pipeline with disk and network, the templates of the program, and plug-ins. */

/** The contract and its documents. */
export interface HashedReading extends Omit<pipeline.Reading, 'texts'> {
  /** SHA-256 of the text of every file and download that was read, by its display name. */
  readonly hashes: Readonly<Record<string, string>>;
}

/** From inputs on the disk or in the network to a contract. */
export async function readContract(
  inputs: readonly string[],
  selection: Selection,
  options: LoadOptions & pipeline.ReadingOptions,
): Promise<Result<HashedReading>> {
  const [{ texts, ...reading }, found] = await pipeline.readContract(inputs, selection, diskResolver(options), options);
  const hashes = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, hashInput(text)]));
  return [{ ...reading, hashes }, found];
}

/** From a contract to the files of a package. */
export function renderContract(
  reading: HashedReading,
  settings: pipeline.RenderSettings,
): Promise<Result<pipeline.Rendering>> {
  return pipeline.renderContract(reading, settings, { loadTemplates, mendContract });
}
