/** Documents as trees in which everything stands that canonical forms write: comments, instructions and prefixes, too. */
import { XmlEvent, type XmlLimits, XmlReader } from '@wsdl-codegen/runtime/xml';

/** An attribute as it is written. Declarations of namespaces are not attributes. */
export interface PlacedAttribute {
  readonly namespace: string;
  readonly name: string;
  readonly prefix: string;
  readonly value: string;
}

/** An element with its place in the text. References are resolved to objects of this kind, and what is checked are these objects. */
export interface PlacedElement {
  readonly kind: 'element';
  readonly namespace: string;
  readonly name: string;
  readonly prefix: string;
  readonly attributes: readonly PlacedAttribute[];
  readonly declarations: ReadonlyArray<readonly [prefix: string, namespace: string]>;
  readonly children: readonly PlacedNode[];
  readonly parent: PlacedElement | undefined;
  /** Where it begins and ends in the text, and where its content does. */
  readonly start: number;
  readonly contentStart: number;
  readonly contentEnd: number;
  readonly end: number;
}

/** What an element contains. */
export type PlacedNode =
  | PlacedElement
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'comment'; readonly text: string }
  | { readonly kind: 'instruction'; readonly text: string };

/** A document: its root, and the comments and instructions around it. */
export interface PlacedDocument {
  readonly text: string;
  readonly before: readonly PlacedNode[];
  readonly root: PlacedElement;
  readonly after: readonly PlacedNode[];
}

type Unfinished = { -readonly [Name in keyof PlacedElement]: PlacedElement[Name] };

/**
 * Reads a document with the reader of the runtime, so that it means here what it means to whoever decodes it. Throws as that does. What is in elements for which `isOutline`
 * is true is checked as everything else, but not kept: they have no children. A tree takes many times the memory of its text.
 */
export function readDocument(
  document: string,
  limits?: XmlLimits,
  isOutline?: (element: PlacedElement) => boolean,
): PlacedDocument {
  const reader = new XmlReader(document, limits === undefined ? {} : { limits });
  const { source: text } = reader;
  reader.next();
  const before = betweenTags(text.slice(0, reader.offset));
  const root = startOf(reader, undefined);
  let open: Unfinished | undefined = root;
  let passedOver = 0;
  let end = reader.end;
  while (open !== undefined) {
    const isLeftOut: boolean = isOutline?.(open) === true;
    const event = isLeftOut ? readToEnd(reader) : reader.next();
    const isText = event === XmlEvent.Text;
    if (reader.passedOver !== passedOver) {
      // The reader has joined the texts around comments: they are taken apart again.
      for (const node of isLeftOut ? none : pieces(text.slice(end, isText ? reader.end : reader.offset))) {
        append(open, node);
      }
      passedOver = reader.passedOver;
    } else if (isText) {
      append(open, { kind: 'text', text: reader.text });
    }
    end = reader.end;
    if (event === XmlEvent.StartElement) {
      const element = startOf(reader, open);
      append(open, element);
      open = element;
    } else if (event === XmlEvent.EndElement) {
      open.contentEnd = Math.max(open.contentStart, reader.offset);
      open.end = end;
      open = open.parent as Unfinished | undefined;
    }
  }
  reader.next();
  return { text, before, root, after: betweenTags(text.slice(end)) };
}

/** Reads what is in the element that just began, and its end. */
function readToEnd(reader: XmlReader): XmlEvent {
  const { depth } = reader;
  while (reader.next() !== XmlEvent.EndElement || reader.depth !== depth) {
    // Whatever it is, the reader checks it.
  }
  return reader.event;
}

/** Most elements have one thing in them or nothing: an array that grows keeps room for many. */
function append(parent: Unfinished, node: PlacedNode): void {
  if (parent.children === none) {
    parent.children = [node];
  } else {
    (parent.children as PlacedNode[]).push(node);
  }
}

/** What most elements have of attributes and declarations, and many of children. */
const none: readonly never[] = [];

function startOf(reader: XmlReader, parent: PlacedElement | undefined): Unfinished {
  const declarations = reader.declarations();
  return {
    kind: 'element',
    namespace: reader.namespace,
    name: reader.localName,
    prefix: reader.prefix,
    attributes: reader.attributeCount === 0 ? none : attributesOf(reader),
    // The prefix `xml` is bound everywhere, and never written.
    declarations: declarations.length === 0 ? none : declarations.filter(([prefix]) => prefix !== 'xml'),
    children: none,
    parent,
    start: reader.offset,
    contentStart: reader.end,
    contentEnd: reader.end,
    end: reader.end,
  };
}

function attributesOf(reader: XmlReader): readonly PlacedAttribute[] {
  const attribute = (index: number): PlacedAttribute => ({
    namespace: reader.attributeNamespace(index),
    name: reader.attributeName(index),
    prefix: reader.attributePrefix(index),
    value: reader.attributeValue(index),
  });
  const attributes = [attribute(0)];
  for (let i = 1; i < reader.attributeCount; i++) {
    attributes.push(attribute(i));
  }
  return attributes;
}

/** What stands outside of the root: white space and the declaration of XML are left out. */
function betweenTags(text: string): readonly PlacedNode[] {
  const isDeclared = /^<\?xml\s/.test(text);
  return pieces(isDeclared ? text.slice(text.indexOf('?>') + 2) : text).filter(({ kind }) => kind !== 'text');
}

/** What begins with a mark that is no tag, and how it ends. */
const marks = [
  ['<!--', '-->', 'comment'],
  ['<![CDATA[', ']]>', 'text'],
  ['<?', '?>', 'instruction'],
] as const;

/** Text, comments and instructions of a piece of a document that the reader has found to be well-formed. */
function pieces(piece: string): PlacedNode[] {
  const found: PlacedNode[] = [];
  let start = 0;
  const pushText = (end: number): void => {
    if (end > start) {
      found.push({ kind: 'text', text: textIn(piece.slice(start, end)) });
    }
  };
  for (let at = piece.indexOf('<'); at >= 0; ) {
    const [opening, closing, kind] = marks.find(([mark]) => piece.startsWith(mark, at))!;
    const end = piece.indexOf(closing, at + opening.length);
    const after = end + closing.length;
    // A CDATA section stays part of the text around it.
    if (kind !== 'text') {
      pushText(at);
      start = after;
      const content = lineEnds(piece.slice(at + opening.length, end));
      found.push({ kind, text: kind === 'comment' ? content : instruction(content) });
    }
    at = piece.indexOf('<', after);
  }
  pushText(piece.length);
  return found;
}

/** The text of a piece that has references and CDATA sections, as the reader reads it. */
function textIn(written: string): string {
  if (!/[&<\r]/.test(written)) {
    return written;
  }
  const reader = new XmlReader(`<t>${written}</t>`);
  reader.next();
  return reader.next() === XmlEvent.Text ? reader.text : '';
}

const lineEnds = (text: string): string => text.replace(/\r\n?/g, '\n');

/** An instruction as canonical forms write it: one space between target and data, or none. */
function instruction(content: string): string {
  const space = content.search(/[ \t\n]/);
  const data = space < 0 ? '' : content.slice(space).replace(/^[ \t\n]+/, '');
  return data === '' ? content.slice(0, space < 0 ? undefined : space) : `${content.slice(0, space)} ${data}`;
}

/** The namespaces that are in force where an element begins, without its own declarations. */
export function scopeAround(element: PlacedElement): Map<string, string> {
  const around: PlacedElement[] = [];
  for (let above = element.parent; above !== undefined; above = above.parent) {
    around.push(above);
  }
  return new Map(around.reverse().flatMap(({ declarations }) => declarations));
}
