import type { SourceElement, SourceNode } from '../source/document.js';

/** Markup of text, which is no structure. */
const xhtml = 'http://www.w3.org/1999/xhtml';

/**
 * Text of the `documentation` children of an element's annotation (or of the element itself, in WSDL): the outer blank
 * lines and the common indentation removed, several separated by a blank line. Structured documentation, such as that of CCTS in UBL, has a line for each field:
 * its definition, then the others with their names, without those whose text another one has.
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
      const own = isStructured(part.children) ? fieldsOf(part.children) : trimDocumentation(textOf(part.children));
      if (own !== '') {
        text = text === undefined ? own : `${text}\n\n${own}`;
      }
    }
  }
  return text;
}

function isStructured(nodes: readonly SourceNode[]): boolean {
  return (
    nodes.some(({ kind }) => kind === 'element') &&
    nodes.every((node) =>
      node.kind === 'text' ? node.value.trim() === '' : node.namespace !== '' && node.namespace !== xhtml,
    )
  );
}

function fieldsOf(nodes: readonly SourceNode[]): string {
  const all = leavesOf(nodes).map(({ local, children }) => ({
    local,
    text: textOf(children).replace(/\s+/g, ' ').trim(),
  }));
  // A name that is put together of others says them all.
  const fields = all.filter(
    ({ text }) => text !== '' && !all.some((other) => other.text.length > text.length && other.text.includes(text)),
  );
  const isDefinition = ({ local }: { readonly local: string }): boolean => /^(?:definition|description)$/i.test(local);
  return [
    ...fields.filter(isDefinition).map(({ text }) => text),
    ...fields.filter((field) => !isDefinition(field)).map(({ local, text }) => `${labelOf(local)}: ${text}`),
  ].join('\n');
}

function leavesOf(nodes: readonly SourceNode[]): readonly SourceElement[] {
  return nodes.flatMap((node) =>
    node.kind === 'text' ? [] : isStructured(node.children) ? leavesOf(node.children) : [node],
  );
}

/** `DictionaryEntryName` is "Dictionary entry name". */
function labelOf(name: string): string {
  const words = name.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[^\p{Lu}]+/gu) ?? [name];
  const text = words.map((word) => (/^\p{Lu}{2}/u.test(word) ? word : word.toLowerCase())).join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
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
