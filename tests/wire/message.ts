import { SaxesParser } from 'saxes';

/** A request or an answer as HTTP has it. */
export interface Message {
  /** Request line or status line. */
  readonly start: string;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Splits a message at the empty line. Throws when a header occurs twice. */
export function parseMessage(text: string): Message {
  const end = text.indexOf('\r\n\r\n');
  const [start = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    if (headers.has(name)) {
      throw new Error(`the header ${name} occurs twice`);
    }
    headers.set(name, line.slice(colon + 1).trim());
  }
  return { start, headers, body: text.slice(end + 4) };
}

/** Headers that say nothing about the format: they belong to the connection. */
const passing = new Set(['connection', 'keep-alive', 'date']);

/** A message as readable text: without the headers that differ from day to day, and with visible carriage returns in the body. */
export function showMessage(text: string): string {
  const end = text.indexOf('\r\n\r\n');
  const lines = text.slice(0, end).split('\r\n');
  const kept = lines.filter(
    (line, index) => index === 0 || !passing.has(line.slice(0, line.indexOf(':')).toLowerCase()),
  );
  const body = text.slice(end + 4).replaceAll('\r', '␍');
  return `${kept.join('\n')}\n${body === '' ? '' : `\n${body}\n`}`;
}

/** An element as another XML reader sees it. */
export interface SeenElement {
  readonly namespace: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: SeenElement[];
  /** Character data directly inside. */
  text: string;
}

/** Reads XML with `saxes`, which is not the reader under test. Namespace declarations are not among the attributes. */
export function readWithSaxes(text: string): SeenElement {
  const parser = new SaxesParser({ xmlns: true });
  const open: SeenElement[] = [];
  let root: SeenElement | undefined;
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => {
    const attributes = Object.values(tag.attributes).filter(
      (attribute) => attribute.prefix !== 'xmlns' && attribute.name !== 'xmlns',
    );
    const element: SeenElement = {
      namespace: tag.uri,
      name: tag.local,
      attributes: Object.fromEntries(
        attributes.map((attribute) => [`{${attribute.uri}}${attribute.local}`, attribute.value]),
      ),
      children: [],
      text: '',
    };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.on('text', (data) => {
    const element = open.at(-1);
    if (element) {
      element.text += data;
    }
  });
  parser.write(text).close();
  if (root === undefined) {
    throw new Error('no element');
  }
  return root;
}
