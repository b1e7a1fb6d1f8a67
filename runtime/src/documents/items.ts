import type { ItemAt, ListPath } from '../stream/list/list-path.js';
import { type DocumentItems, type ReadItemsOptions, readItems } from '../stream/read/read-items.js';
import type { StreamSource } from '../stream/text/source.js';
import { documentReading } from './document-options.js';
import type { ElementRoot } from './roots.js';

/**
 * Reads a document of any length record by record, in memory that does not grow: the items of the list at a path, which are the properties on the way to
 * it, joined with dots. See `readItems` of the entry `stream`.
 */
export function items<T, Path extends ListPath<T>>(
  root: ElementRoot<T>,
  source: StreamSource,
  path: Path,
  options: Omit<ReadItemsOptions<Path>, 'items'> = {},
): DocumentItems<ItemAt<T, Path>, T> {
  return readItems<T, Path>(source, root, { ...documentReading, ...options, items: path });
}
