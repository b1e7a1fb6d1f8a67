import { elementRoot } from '@wsdl-codegen/runtime/documents';
import type { ElementDescriptor } from '@wsdl-codegen/runtime/schema';
import type { Contract } from '../contract/model.js';

/** The namespace of `xsi:type`, under the prefix that everybody knows. */
const instance = ['http://www.w3.org/2001/XMLSchema-instance', 'xsi'] as const;

/** How the command writes documents. */
export interface DocumentLayout {
  /** Prefixes by namespace. */
  readonly prefixes?: Contract['prefixes'];
  /** Spaces of indentation a level; none for 0. */
  readonly indent?: number;
}

/**
 * The text of a document as people write it: the namespace of the root is the default one, unless elements in it have none; others have their usual prefixes, and the root declares those that
 * are needed. Throws `XmlEncodeError` for a value that does not fit.
 */
export function formatDocument(
  element: ElementDescriptor,
  value: unknown,
  { prefixes = {}, indent = 2 }: DocumentLayout,
): string {
  const root = elementRoot(element);
  const used = namespacesIn(root.format(value));
  const known = new Map([...Object.entries(prefixes), instance]);
  const written = (own: string): string => {
    const chosen = [...used].flatMap((namespace) => {
      const prefix = namespace === element.namespace ? own : known.get(namespace);
      return prefix === undefined ? [] : [[prefix, namespace] as const];
    });
    return `${root.format(value, { indent, prefixes: Object.fromEntries(chosen) })}\n`;
  };
  const text = written('');
  const isTaken = [...known.values()].includes(plainPrefix);
  return / xmlns=""/.test(text) ? written(known.get(element.namespace) ?? (isTaken ? 'root' : plainPrefix)) : text;
}

/** The prefix of a root whose namespace has none of its own. */
const plainPrefix = 'ns';

/** The namespaces that a document declares. A text that looks like a declaration costs one that nothing uses. */
function namespacesIn(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  const declaration = /\sxmlns(?::[^\s="]+)?="([^"&]+)"/g;
  for (let match = declaration.exec(text); match !== null; match = declaration.exec(text)) {
    found.add(match[1] as string);
  }
  return found;
}
