const whiteSpaceRun = /[ \t\n\r]+/g;
const anySpace = /[ \t\n\r]/;
/** In longer texts an expression is faster than a loop. */
const shortText = 8;
/** In texts that are longer, such as base64, a native search is several times as fast as either. */
const longText = 100;

/** White space normalisation (Part 2, 4.3.6). */
export type WhiteSpace = 'preserve' | 'replace' | 'collapse';

/** Runs of white space become one space, none is left at the ends. Most texts have nothing to change: they come back as the same string. */
export function collapseWhiteSpace(text: string): string {
  const length = text.length;
  if (length > shortText && !hasSpace(text)) {
    return text;
  }
  let previousIsSpace = true;
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x20) {
      previousIsSpace = false;
    } else if (code === 0x20 ? previousIsSpace : code === 9 || code === 10 || code === 13) {
      return slowCollapse(text);
    } else {
      previousIsSpace = true;
    }
  }
  return previousIsSpace && length > 0 ? slowCollapse(text) : text;
}

function hasSpace(text: string): boolean {
  return text.length > longText
    ? text.includes(' ') || text.includes('\n') || text.includes('\t') || text.includes('\r')
    : anySpace.test(text);
}

function slowCollapse(text: string): string {
  const collapsed = text.replace(whiteSpaceRun, ' ');
  const start = collapsed.charCodeAt(0) === 0x20 ? 1 : 0;
  const end = collapsed.length > start && collapsed.endsWith(' ') ? collapsed.length - 1 : collapsed.length;
  return collapsed.slice(start, end);
}

/** Applies the facet; `replace` makes spaces of tab, line feed and carriage return. */
export function normaliseWhiteSpace(text: string, mode: WhiteSpace): string {
  switch (mode) {
    case 'preserve':
      return text;
    case 'replace':
      return text.replace(/[\t\n\r]/g, ' ');
    case 'collapse':
      return collapseWhiteSpace(text);
  }
}

/** True if the text contains only white space. */
export function isWhiteSpace(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code !== 0x20 && code !== 9 && code !== 10 && code !== 13) {
      return false;
    }
  }
  return true;
}

/** What `read` makes of each item of a list (Part 2, 2.5.1.2). */
export function readList<Item>(text: string, read: (item: string) => Item): Item[] {
  const collapsed = collapseWhiteSpace(text);
  if (collapsed === '') {
    return [];
  }
  // Faster than `split` and `map`.
  const items: Item[] = [];
  let start = 0;
  for (let end = collapsed.indexOf(' '); end >= 0; end = collapsed.indexOf(' ', start)) {
    items.push(read(collapsed.slice(start, end)));
    start = end + 1;
  }
  items.push(read(collapsed.slice(start)));
  return items;
}
