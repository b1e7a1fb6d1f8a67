import type { SourceElement } from '../../source/document.js';

/** Comments, CDATA sections, instructions, end tags and start tags; what stands between is text. */
const MARKUP =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<\/[^>]*>|<[A-Za-z_:](?:"[^"]*"|'[^']*'|[^<>"'])*>/g;

/** A document's text without some of its elements, which do not stand in each other, and without the lines that they leave empty. */
export function cutElements(text: string, elements: readonly SourceElement[]): string {
  if (elements.length === 0) return text;
  const lines = lineStarts(text);
  const spans = elements
    .map(({ position }) => (lines[position.line - 1] ?? 0) + position.column - 1)
    .sort((a, b) => a - b)
    .map((start) => [start, endOf(text, start)] as const);
  const pieces: string[] = [];
  let from = 0;
  for (const [start, end] of spans) {
    pieces.push(text.slice(from, start).replace(/\r?\n[ \t]*$/, ''));
    from = end;
  }
  return pieces.join('') + text.slice(from);
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Where the element that starts there ends. */
function endOf(text: string, start: number): number {
  MARKUP.lastIndex = start;
  let depth = 0;
  for (let match = MARKUP.exec(text); match; match = MARKUP.exec(text)) {
    const [tag] = match;
    if (tag.startsWith('</')) depth--;
    else if (!tag.startsWith('<!') && !tag.startsWith('<?') && !tag.endsWith('/>')) depth++;
    if (depth === 0) return MARKUP.lastIndex;
  }
  return text.length;
}
