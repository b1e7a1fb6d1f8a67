import type { SourceElement } from '../source/document.js';
import { expandedName, xsdNamespace } from '../source/names.js';
import { listItems, resolveQName } from '../source/qualified-names.js';
import { attributeValue, referringAttributes } from '../source/references.js';
import type { SchemaUnit } from './units.js';

const defaults = ['elementFormDefault', 'attributeFormDefault', 'blockDefault', 'finalDefault'] as const;

/**
 * A text that two definitions share exactly when they say the same: prefixes, white space, order of attributes, `id`s and
 * annotations left out.
 */
export function signature(element: SourceElement, unit: SchemaUnit): string {
  const own = describe(element, unit);
  // The schema's defaults matter only to the components inside.
  if (!element.children.some((child) => child.kind === 'element')) {
    return own;
  }
  return `${defaults.map((name) => attributeValue(unit.schema, name) ?? '').join(' ')} ${own}`;
}

function describe(element: SourceElement, unit: SchemaUnit): string {
  const attributes: string[] = [];
  for (const { namespace, local, value } of element.attributes) {
    if (namespace === '' && local === 'id') {
      continue;
    }
    const text = namespace === '' && isReference(local) ? expand(value, element, unit) : value.trim();
    if (!isDefault(local, text)) {
      attributes.push(`{${namespace}}${local}=${JSON.stringify(text)}`);
    }
  }
  attributes.sort();
  const children = element.children.flatMap((child) =>
    child.kind === 'element' && !(child.namespace === xsdNamespace && child.local === 'annotation')
      ? [describe(child, unit)]
      : [],
  );
  return `<${element.local} ${attributes.join(' ')}>${children.join('')}</>`;
}

function isReference(local: string): boolean {
  return referringAttributes.has(local) || local === 'refer';
}

/** Attributes that only repeat the default. */
function isDefault(local: string, value: string): boolean {
  if (local === 'minOccurs' || local === 'maxOccurs') {
    return value === '1';
  }
  return (local === 'nillable' || local === 'abstract' || local === 'mixed') && (value === 'false' || value === '0');
}

function expand(value: string, element: SourceElement, unit: SchemaUnit): string {
  return listItems(value)
    .map((name) => {
      const { namespace, local } = resolveQName(name, element);
      return expandedName(namespace || (unit.chameleon ? unit.targetNamespace : ''), local);
    })
    .join(' ');
}
