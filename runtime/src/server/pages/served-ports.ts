import type { ServiceDocument } from '../../service/descriptor.js';
import { XmlEvent } from '../../xml/index.js';
import { XmlReader } from '../../xml/read/xml-reader.js';
import { withoutMark } from '../../xml/text/position.js';

/** A service, as `{namespace}name`, and the names of its ports that a server does not serve. */
export interface RefusedPorts {
  readonly service: string;
  readonly ports: ReadonlySet<string>;
}

const wsdlNamespace = 'http://schemas.xmlsoap.org/wsdl/';
// Documents are the server's own: only their depth is bounded, which costs the stack nothing here.
const limits = { maxDepth: 10_000, maxAttributes: 100_000, maxNamespaces: 100_000 };

/** An element of a WSDL that may go: a port, or a child of the root. Names are local ones. */
interface Component {
  readonly kind: 'port' | 'binding' | 'portType' | 'message';
  /** Service of a port, as `{namespace}name`. */
  readonly service: string;
  readonly name: string;
  readonly start: number;
  end: number;
  /** Local names of what it refers to, as `binding X`, `portType X` and `message X`. */
  readonly references: Set<string>;
}

/**
 * The documents without some ports, and without the bindings, port types and messages that nothing else needs. All else keeps its text, letter by letter. Throws
 * `XmlSyntaxError` for a document that is not well-formed.
 */
export function withoutPorts(
  documents: readonly ServiceDocument[],
  refused: readonly RefusedPorts[],
): readonly ServiceDocument[] {
  const read = documents.map((document) => ({ document, components: componentsOf(document.text) }));
  const all = read.flatMap(({ components }) => components);
  const cut = new Set(
    all.filter(
      ({ kind, service, name }) =>
        kind === 'port' && refused.some((entry) => entry.service === service && entry.ports.has(name)),
    ),
  );
  for (const kind of ['binding', 'portType', 'message'] as const) {
    cutUnneeded(all, cut, kind);
  }
  return read.map(({ document, components }) => ({
    ...document,
    text: withoutSpans(
      document.text,
      components.filter((component) => cut.has(component)),
    ),
  }));
}

/** Adds the components of a kind to which only removed ones refer. */
function cutUnneeded(all: readonly Component[], cut: Set<Component>, kind: Component['kind']): void {
  const needed = new Set<string>();
  const unneeded = new Set<string>();
  for (const component of all) {
    for (const reference of component.references) {
      (cut.has(component) ? unneeded : needed).add(reference);
    }
  }
  for (const component of all) {
    const key = `${kind} ${component.name}`;
    if (component.kind === kind && unneeded.has(key) && !needed.has(key)) {
      cut.add(component);
    }
  }
}

/** The ports and the referring children of a WSDL in document order; none for another document. */
function componentsOf(text: string): readonly Component[] {
  const reader = new XmlReader(text, { limits });
  // Readers do not count a byte order mark.
  const before = text.length - withoutMark(text).length;
  const components: Component[] = [];
  let open: Component | undefined;
  let openDepth = 0;
  let ended: Component | undefined;
  let namespace = '';
  let service = '';
  for (let event = reader.next(); event !== XmlEvent.EndDocument; event = reader.next()) {
    if (ended !== undefined) {
      ended.end = before + reader.offset;
      ended = undefined;
    }
    if (event === XmlEvent.StartElement) {
      if (reader.depth === 1) {
        if (!isWsdl(reader, 'definitions')) {
          return [];
        }
        namespace = reader.attribute('', 'targetNamespace')?.trim() ?? '';
      } else if (reader.depth === 2) {
        service = isWsdl(reader, 'service') ? `{${namespace}}${nameOf(reader)}` : '';
      }
      const kind = open === undefined ? kindOf(reader, service) : undefined;
      if (kind !== undefined) {
        const name = nameOf(reader);
        const start = before + reader.offset;
        open = { kind, service, name, start, end: start, references: new Set() };
        openDepth = reader.depth;
        components.push(open);
      }
      addReferences(reader, open);
    } else if (event === XmlEvent.EndElement && open !== undefined && reader.depth === openDepth) {
      ended = open;
      open = undefined;
    }
  }
  return components;
}

function kindOf(reader: XmlReader, service: string): Component['kind'] | undefined {
  if (reader.depth === 3) {
    return service !== '' && isWsdl(reader, 'port') ? 'port' : undefined;
  }
  const kinds = ['binding', 'portType', 'message'] as const;
  return reader.depth === 2 ? kinds.find((kind) => isWsdl(reader, kind)) : undefined;
}

function isWsdl(reader: XmlReader, name: string): boolean {
  return reader.localName === name && reader.namespace === wsdlNamespace;
}

function nameOf(reader: XmlReader): string {
  return reader.attribute('', 'name')?.trim() ?? '';
}

/** The targets of attributes: for a port its binding, for a binding its port type, for operations and headers messages. */
function addReferences(reader: XmlReader, component: Component | undefined): void {
  if (component === undefined || component.kind === 'message') {
    return;
  }
  const add = (kind: Component['kind'], attribute: string): void => {
    const value = reader.attribute('', attribute)?.trim();
    if (value !== undefined) {
      component.references.add(`${kind} ${value.slice(value.indexOf(':') + 1)}`);
    }
  };
  if (isWsdl(reader, 'port')) {
    add('binding', 'binding');
  } else if (isWsdl(reader, 'binding')) {
    add('portType', 'type');
  } else {
    add('message', 'message');
  }
}

/** A text without some pieces, which do not overlap, and without the lines that they leave empty. */
function withoutSpans(text: string, spans: readonly Pick<Component, 'start' | 'end'>[]): string {
  let result = '';
  let from = 0;
  for (const { start, end } of spans) {
    result += text.slice(from, Math.max(from, startOfLine(text, start)));
    from = end;
  }
  return result + text.slice(from);
}

/** The position of the line end before a position, if there is only white space between them; else the position itself. */
function startOfLine(text: string, place: number): number {
  let at = place;
  while (at > 0 && (text[at - 1] === ' ' || text[at - 1] === '\t')) {
    at--;
  }
  if (text[at - 1] !== '\n') {
    return place;
  }
  return text[at - 2] === '\r' ? at - 2 : at - 1;
}
