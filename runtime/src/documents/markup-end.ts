const sections = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<![CDATA[', ']]>'],
] as const;
/** A tag or a DOCTYPE without declarations, which may have `>` in quotes. */
const quoting = /(?:"[^"]*"|'[^']*'|[^>"'])*>/y;

/** Index after the markup that starts at an index of a document, which is known to be well-formed. */
export function markupEnd(text: string, start: number): number {
  for (const [begin, end] of sections) {
    if (text.startsWith(begin, start)) {
      return text.indexOf(end, start + begin.length) + end.length;
    }
  }
  quoting.lastIndex = start;
  quoting.test(text);
  return quoting.lastIndex;
}
