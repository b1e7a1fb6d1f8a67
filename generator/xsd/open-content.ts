import type { SourceElement } from '../source/document.js';
import type { XsdOpenContent } from './components.js';
import type { SchemaReader } from './reader.js';
import { readWildcard } from './wildcards.js';

/**
 * `xs:openContent` among the children of a complex type, an extension or a restriction, else the schema's
 * `xs:defaultOpenContent` (XML Schema 1.1, Part 1, 3.4.2.3.3).
 */
export function readOpenContent(reader: SchemaReader, element: SourceElement): XsdOpenContent | undefined {
  const own = reader.children(element).find((child) => child.local === 'openContent');
  if (own) {
    return read(reader, own, reader.choice(own, 'mode', modes, 'interleave'), true);
  }
  const byDefault = reader.defaultOpenContent;
  if (!byDefault) {
    return undefined;
  }
  const mode = reader.choice(byDefault, 'mode', ['interleave', 'suffix'], 'interleave');
  return read(reader, byDefault, mode, reader.boolean(byDefault, 'appliesToEmpty'));
}

const modes = ['none', 'interleave', 'suffix'] as const;

function read(
  reader: SchemaReader,
  element: SourceElement,
  mode: XsdOpenContent['mode'],
  appliesToEmpty: boolean,
): XsdOpenContent | undefined {
  if (mode === 'none') {
    return { mode };
  }
  const any = reader.children(element).find((child) => child.local === 'any');
  return any && { mode, wildcard: readWildcard(reader, any), appliesToEmpty };
}
