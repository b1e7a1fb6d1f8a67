import type { SourceElement } from '../../source/document.js';

/** How markup that is not a start tag begins, and how it ends. */
const markup: readonly (readonly [start: string, end: string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['</', '>'],
];
const startTag = /<(?:"[^"]*"|'[^']*'|[^<>"'])*>/y;

/**
 * A document's text without some of its elements, which must not be nested in each other, and without the lines that become
 * empty.
 */
export function cutElements(text: string, elements: readonly SourceElement[]): string {
  if (elements.length === 0) {
    return text;
  }
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

/** Offsets of the lines of a text, in which `\r\n` counts as one line end, as `decodeXml` reads it. */
export function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    starts.push(at + 1);
  }
  return starts;
}

/** Where the element that starts there ends. */
function endOf(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at >= 0; at = text.indexOf('<', at)) {
    const [opening = '', closing] = markup.find(([opening]) => text.startsWith(opening, at)) ?? [];
    const end = closing === undefined ? endOfTag(text, at) : indexAfter(text, closing, at + opening.length);
    if (opening === '</') {
      depth--;
    } else if (closing === undefined && !text.startsWith('/>', end - 2)) {
      depth++;
    }
    if (depth === 0) {
      return end;
    }
    at = end;
  }
  return text.length;
}

function endOfTag(text: string, start: number): number {
  startTag.lastIndex = start;
  return startTag.test(text) ? startTag.lastIndex : text.length;
}

function indexAfter(text: string, wanted: string, from: number): number {
  const at = text.indexOf(wanted, from);
  return at < 0 ? text.length : at + wanted.length;
}
