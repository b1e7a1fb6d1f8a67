import { quote } from './quote.js';

/** Columns of a line before a text is broken. */
const lineWidth = 120;

/**
 * The text of a property of prose, with what stands before it: a string literal on the line of the name where it fits, or else
 * literals that are joined, broken at spaces, on lines of their own. `nameLength` is the length of the name before the colon.
 */
export function quoteSentences(text: string, indent: string, nameLength: number): string {
  const line = quote(text);
  if (indent.length + nameLength + line.length + ': ,'.length <= lineWidth) {
    return ` ${line}`;
  }
  const start = `\n${indent}  `;
  return (
    start +
    brokenAtSpaces(text, lineWidth - start.length - 2)
      .map(quote)
      .join(` +${start}`)
  );
}

/** Parts of a text whose literals are no longer than `width`, apart from longer words. */
function brokenAtSpaces(text: string, width: number): readonly string[] {
  const parts: string[] = [];
  for (const word of text.split(/(?<= )(?! )/)) {
    const last = parts.at(-1);
    if (last !== undefined && quote(last + word).length <= width) {
      parts[parts.length - 1] = last + word;
    } else {
      parts.push(word);
    }
  }
  return parts;
}
