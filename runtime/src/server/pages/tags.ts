/** A double- or single-quoted attribute in a start tag. */
export interface TagAttribute {
  /** As written, with its prefix. */
  readonly name: string;
  /** Value as written, references not replaced. */
  readonly value: string;
}

/**
 * Goes over the start tags of a well-formed document and replaces attribute values; everything else, white space and comments included, stays as
 * it is. `replace` returns the new value as it is to be written (escaped), or undefined to keep the old one. Takes time in proportion to the length.
 */
export function rewriteAttributes(
  text: string,
  replace: (element: string, attribute: TagAttribute) => string | undefined,
): string {
  let result = '';
  let kept = 0;
  let at = text.indexOf('<');
  while (at >= 0) {
    const end = endOfOther(text, at);
    if (end !== undefined) {
      at = text.indexOf('<', end);
      continue;
    }
    const name = /[^\s/>]*/y;
    name.lastIndex = at + 1;
    const element = name.exec(text)?.[0] ?? '';
    let position = at + 1 + element.length;
    for (;;) {
      const attribute = readAttribute(text, position);
      if (attribute === undefined) {
        break;
      }
      const value = replace(element, { name: attribute.name, value: text.slice(attribute.start, attribute.end) });
      if (value !== undefined) {
        result += text.slice(kept, attribute.start) + value;
        kept = attribute.end;
      }
      position = attribute.end + 1;
    }
    at = text.indexOf('<', position);
  }
  return result + text.slice(kept);
}

/** End of a comment, CDATA section, processing instruction or end tag that starts here; undefined for a start tag. */
function endOfOther(text: string, start: number): number | undefined {
  const terminator = text.startsWith('<!--', start)
    ? '-->'
    : text.startsWith('<![CDATA[', start)
      ? ']]>'
      : text.startsWith('<?', start)
        ? '?>'
        : text.startsWith('</', start) || text.startsWith('<!', start)
          ? '>'
          : undefined;
  if (terminator === undefined) {
    return undefined;
  }
  const end = text.indexOf(terminator, start + 2);
  return end < 0 ? text.length : end + terminator.length;
}

const attributeStart = /\s+([^\s=/>]+)\s*=\s*(["'])/y;

function readAttribute(
  text: string,
  position: number,
): { readonly name: string; readonly start: number; readonly end: number } | undefined {
  attributeStart.lastIndex = position;
  const match = attributeStart.exec(text);
  if (match === null) {
    return undefined;
  }
  const start = attributeStart.lastIndex;
  const end = text.indexOf(match[2] ?? '"', start);
  return end < 0 ? undefined : { name: match[1] ?? '', start, end };
}
