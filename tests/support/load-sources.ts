import type { Result } from '../../generator/diagnostics/diagnostic.js';
import { diskResolver } from '../../generator/source/disk-resolver.js';
import type { SourceSet } from '../../generator/source/document.js';
import { loadDocuments } from '../../generator/source/load.js';
import type { LoadOptions } from '../../generator/source/outside-access.js';

/** The first stage with disk and network, relative to `options.workingFolder`. */
export function loadSources(inputs: readonly string[], options: LoadOptions): Promise<Result<SourceSet>> {
  return loadDocuments(inputs, diskResolver(options), options);
}
