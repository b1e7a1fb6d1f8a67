/** Comments, CDATA sections, instructions, tags, and texts. */
const pieces = /<[!]--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<[?!][^>]*>|<(?:"[^"]*"|'[^']*'|[^"'>])*>|[^<]+|[<]/g;

/** A piece of a document, and whether it is a text. */
export interface TextPiece {
  readonly text: string;
  readonly isValue: boolean;
}

/** A document with each element in a line of its own, indented; elements with texts stay as they are. */
export function indented(xml: string): TextPiece[] {
  const result: TextPiece[] = [];
  // Whether there is text in each open element, or around it.
  const texts = [false];
  let closes = false;
  for (const [text] of xml.matchAll(pieces)) {
    if (!text.startsWith('<')) {
      if (text.trim() !== '') {
        result.push({ text, isValue: true });
        texts[texts.length - 1] = true;
      }
      continue;
    }
    const isEnd = text.startsWith('</');
    const beside = (isEnd && texts.length > 1 ? texts.pop() : texts.at(-1)) === true;
    // The end of an element that holds a text, or nothing, stays in its line.
    const sameLine = result.length === 0 || beside || (isEnd && !closes);
    result.push({ text: sameLine ? text : `\n${'  '.repeat(texts.length - 1)}${text}`, isValue: false });
    closes = isEnd || text.endsWith('/>') || /^<[?!]/.test(text);
    if (!closes) {
      texts.push(beside);
    }
  }
  return result;
}

/** The document with another text in the first element of a name in its Body; the same document if there is none. */
export function withText(xml: string, name: string, value: string): string {
  const body = xml.search(/<[\w.-]*:?Body[\s>]/);
  const local = name.replace(/[^\p{L}\p{N}_]/gu, '\\$&');
  const element = new RegExp(
    `(<((?:[\\w.-]+:)?${local})(?=[\\s/>])(?:[^<>"']|"[^"]*"|'[^']*')*?)(?:/>|>[^<]*</\\2\\s*>)`,
    'u',
  );
  const written = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return (
    xml.slice(0, body) +
    xml.slice(body).replace(element, (_, start: string, tag: string) => `${start}>${written}</${tag}>`)
  );
}

/** What a fault says; undefined if there is none. */
export function faultOf(xml: string): string | undefined {
  const root = new DOMParser().parseFromString(xml, 'application/xml');
  const [fault] = root.getElementsByTagNameNS('*', 'Fault');
  const textOf = (...names: string[]): string =>
    names
      .map((name) => fault?.getElementsByTagNameNS('*', name)[0]?.textContent?.trim() ?? '')
      .find((text) => text !== '') ?? '';
  return fault && `${textOf('faultcode', 'Value')}: ${textOf('faultstring', 'Text')}`;
}
