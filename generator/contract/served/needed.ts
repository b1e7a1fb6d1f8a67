import { append } from '../../diagnostics/append.js';
import type { SourceElement } from '../../source/document.js';
import { attributeValue, childElements, referredNames } from '../../source/references.js';
import { groupBy } from '../grouping.js';
import { expandedName } from '../names.js';

/** A global component of a schema in a document. The namespace is absent where an including schema decides it. */
export interface GlobalComponent {
  readonly uri: string;
  readonly namespace: string | undefined;
  readonly element: SourceElement;
}

/** The components that some names and some elements refer to, and all that these refer to in turn. */
export function neededComponents<C extends GlobalComponent>(
  components: readonly C[],
  names: readonly { readonly namespace: string; readonly local: string }[],
  elements: readonly SourceElement[],
): ReadonlySet<C> {
  const byName = groupBy(components, ({ namespace, element }) => keyOf(namespace, nameOf(element)));
  const needed = new Set<C>();
  const waiting: SourceElement[] = [...elements];
  const need = (namespace: string, local: string): void => {
    for (const key of [keyOf(namespace, local), keyOf(undefined, local)]) {
      for (const component of byName.get(key) ?? []) {
        if (needed.has(component)) {
          continue;
        }
        needed.add(component);
        waiting.push(component.element);
      }
    }
  };
  for (const { namespace, local } of names) {
    need(namespace, local);
  }
  for (let element = waiting.pop(); element; element = waiting.pop()) {
    for (const { namespace, local } of referredNames(element)) {
      need(namespace, local.replace(/\[.*/s, ''));
    }
    append(waiting, childElements(element));
  }
  return needed;
}

function keyOf(namespace: string | undefined, local: string): string {
  return namespace === undefined ? local : expandedName(namespace, local);
}

function nameOf(element: SourceElement): string {
  return attributeValue(element, 'name') ?? '';
}
