import type { SourceElement, SourceNode } from '../source/document.js';

/**
 * Text of the `documentation` children of an element's annotation (or of the element itself, in WSDL): the outer blank
 * lines and the common indentation removed, several separated by a blank line.
 */
export function readDocumentation(element: SourceElement): string | undefined {
  let text: string | undefined;
  for (const child of element.children) {
    if (child.kind !== 'element' || child.namespace !== element.namespace || child.local !== 'annotation') {
      continue;
    }
    for (const part of child.children) {
      if (part.kind !== 'element' || part.namespace !== element.namespace || part.local !== 'documentation') {
        continue;
      }
      const own = trimDocumentation(textOf(part.children));
      if (own !== '') {
        text = text === undefined ? own : `${text}\n\n${own}`;
      }
    }
  }
  return text;
}

function textOf(nodes: readonly SourceNode[]): string {
  let text = '';
  for (const node of nodes) {
    text += node.kind === 'text' ? node.value : textOf(node.children);
  }
  return text;
}

/** A text as it is shown: without blank lines around it, and without the indentation that its lines share. */
function trimDocumentation(text: string): string {
  if (!text.includes('\n')) {
    return text.trim();
  }
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trimEnd());
  // A line directly after the tag has no indentation of its own.
  const first = lines[0] === '' ? 0 : 1;
  const indents = lines.slice(first).flatMap((line) => (line === '' ? [] : [line.length - line.trimStart().length]));
  const indent = indents.reduce((least, own) => Math.min(least, own), indents[0] ?? 0);
  const moved = lines.map((line, index) => (index < first ? line.trimStart() : line.slice(indent)));
  const from = moved.findIndex((line) => line !== '');
  return moved.slice(Math.max(0, from), moved.findLastIndex((line) => line !== '') + 1).join('\n');
}
