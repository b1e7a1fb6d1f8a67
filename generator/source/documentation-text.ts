import type { SourceNode } from './document.js';

/** All text in nodes, whatever elements are around it. */
export function textOf(nodes: readonly SourceNode[]): string {
  let text = '';
  for (const node of nodes) {
    text += node.kind === 'text' ? node.value : textOf(node.children);
  }
  return text;
}

/** A text as it is shown: without blank lines around it, and without the indentation that its lines share. */
export function trimDocumentation(text: string): string {
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
