/** Elements taken out of their documents. */
import { attributeText, qualified } from '../xml/canonicalize.js';
import { type PlacedElement, scopeAround } from '../xml/document.js';

/** An element as it is written, with the declarations that are in force around it: what it was signed with stays the same. */
export function textInScope(element: PlacedElement, document: string): string {
  const own = new Set(element.declarations.map(([prefix]) => prefix));
  const around = [...scopeAround(element)]
    .filter(([prefix, namespace]) => !own.has(prefix) && (prefix !== '' || namespace !== ''))
    .map(([prefix, namespace]) => ` xmlns${prefix === '' ? '' : `:${prefix}`}="${attributeText(namespace)}"`);
  const at = element.start + 1 + qualified(element).length;
  return document.slice(element.start, at) + around.join('') + document.slice(at, element.end);
}
