/** A double- or single-quoted attribute in a start tag. */
export interface TagAttribute {
  /** As written, with its prefix. */
  readonly name: string;
  /** Value as written, references not replaced. */
  readonly value: string;
}

/**
 * Comments, CDATA sections, processing instructions and end tags as a whole, and of start tags the name and the attributes. What has no end goes on
 * to the end of the text, so that nothing is searched twice.
 */
const pieces =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<\?[\s\S]*?(?:\?>|$)|<[!/][^>]*|<([^\s/>]*)((?:\s+[^\s=/>]+\s*=\s*(?:"[^"]*"|'[^']*'))*)/g;
const attributePattern = /(\s)([^\s=/>]+)(\s*=\s*)("[^"]*"|'[^']*')/g;

/**
 * Goes over the start tags of a well-formed document and replaces attribute values; everything else, white space and comments included, stays as
 * it is. `replace` returns the new value as it is to be written (escaped), or undefined to keep the old one. Takes time in proportion to the length.
 */
export function rewriteAttributes(
  text: string,
  replace: (element: string, attribute: TagAttribute) => string | undefined,
): string {
  return text.replace(pieces, (piece: string, element?: string, attributes?: string) => {
    if (element === undefined || !attributes) {
      return piece;
    }
    const rewritten = attributes.replace(
      attributePattern,
      (whole: string, space: string, name: string, sign: string, quoted: string) => {
        const value = replace(element, { name, value: quoted.slice(1, -1) });
        return value === undefined ? whole : space + name + sign + quoted[0] + value + quoted[0];
      },
    );
    return `<${element}${rewritten}`;
  });
}
