/** What a file is that is no XML document, in words; `undefined` for one that may be XML. */
export function otherFormat(bytes: Uint8Array, text: string): string | undefined {
  const [a, b, c, d] = bytes;
  if (a === 0x1f && b === 0x8b) {
    return 'compressed with gzip';
  }
  if (a === 0x50 && b === 0x4b && c === 3 && d === 4) {
    return 'a ZIP archive';
  }
  const head = text.slice(0, 4096);
  if (!/^\s*(?:<!--(?:[^-]|-(?!-))*-->\s*)*<(?:!doctype\s+html|html)[\s>]/i.test(head)) {
    return undefined;
  }
  const title = titleOf(head);
  return title ? `an HTML page, "${title.slice(0, 80)}"` : 'an HTML page';
}

/** What a document is that has no element at all, in words; `undefined` for one that may be XML with mistakes. */
export function textOnly(text: string): string | undefined {
  if (text.trim() === '') {
    return 'an empty file';
  }
  if (text.startsWith('%PDF-')) {
    return 'a PDF document';
  }
  if (/^\ufeff?\s*[{[]/.test(text)) {
    return 'JSON';
  }
  return text.includes('<') ? undefined : 'text without an element';
}

/** The text of the first `title` element. Found by searches one after the other: an expression for all of it takes quadratic time. */
function titleOf(head: string): string | undefined {
  const start = head.search(/<title[\s>]/i);
  const from = start === -1 ? -1 : head.indexOf('>', start);
  const to = from === -1 ? -1 : head.indexOf('<', from);
  return to === -1
    ? undefined
    : head
        .slice(from + 1, to)
        .replace(/\s+/g, ' ')
        .trim();
}
