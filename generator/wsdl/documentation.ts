import type { SourceElement } from '../source/document.js';
import { textOf, trimDocumentation } from '../source/documentation-text.js';
import { wsdlChildren } from './elements.js';

/** Text of the `wsdl:documentation` children of an element, as an object to spread; empty if there are none. */
export function documentationOf(element: SourceElement): { readonly documentation?: string } {
  const texts = wsdlChildren(element, 'documentation').map((child) => trimDocumentation(textOf(child.children)));
  const documentation = texts.filter((text) => text !== '').join('\n\n');
  return documentation === '' ? {} : { documentation };
}
