import type { SourceElement, SourceNode } from '../source/document.js';
import { wsdlChildren } from './elements.js';

/** Text of the `wsdl:documentation` children of an element, as an object to spread; empty if there are none. */
export function documentationOf(element: SourceElement): { readonly documentation?: string } {
  const texts = wsdlChildren(element, 'documentation').map((child) => tidyText(textOf(child)));
  const documentation = texts.filter((text) => text !== '').join('\n\n');
  return documentation === '' ? {} : { documentation };
}

function textOf(node: SourceNode): string {
  return node.kind === 'text' ? node.value : node.children.map(textOf).join('');
}

/** Removes white space around a text and the indentation that its lines share. */
function tidyText(text: string): string {
  const [first = '', ...rest] = text.replace(/\r\n?/g, '\n').trim().split('\n');
  const indents = rest.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const common = indents.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  return [first, ...rest.map((line) => line.slice(Math.min(common, line.length)))]
    .map((line) => line.trimEnd())
    .join('\n');
}
