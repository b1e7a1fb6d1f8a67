const whiteSpaceRun = /[ \t\n\r]+/g;
const anySpace = /[ \t\n\r]/;
/** In longer texts an expression is faster than a loop. */
const shortText = 8;
/** In texts that are longer, such as base64, a native search is several times as fast as either. */
const longText = 100;

/** Runs of white space become one space, none is left at the ends. Most texts have nothing to change: they come back as the same string. */
export function collapse(text: string): string {
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
