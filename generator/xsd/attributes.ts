import type { Span } from '../diagnostics/diagnostic.js';
import { type SourceElement, spanAt } from '../source/document.js';
import { attributeOf } from '../source/references.js';

/** The place of an attribute's value (the element when it has no such attribute). */
export function attributeSpan(element: SourceElement, local: string): Span {
  const attribute = attributeOf(element, local);
  return attribute ? spanAt(attribute.position, attribute.value.length) : elementSpan(element);
}

/** The place of an element's name. */
export function elementSpan(element: SourceElement): Span {
  const name = element.prefix === '' ? element.local.length : element.prefix.length + 1 + element.local.length;
  return spanAt(element.position, name + 1);
}
