import { endDocument, endElement, startElement, textEvent, type XmlCursor } from './reader.js';

/** Moves from the start tag of an element to its end tag. */
export function skipElement(cursor: XmlCursor): void {
  const depth = cursor.depth;
  while (cursor.next() !== endElement || cursor.depth !== depth) {
    // Every event below belongs to the element.
  }
}

/**
 * Moves to the start tag of the next child and returns true, or to the end tag of the parent and returns false. Before the
 * call, the cursor is on the parent's start tag or on a child's end tag. Text between is ignored.
 */
export function nextChild(cursor: XmlCursor): boolean {
  let event = cursor.next();
  while (event === textEvent) {
    event = cursor.next();
  }
  return event === startElement;
}

/** The text of the element that starts here, elements in it left out; leaves the cursor on the end tag. */
export function readText(cursor: XmlCursor): string {
  let text = '';
  while (cursor.next() !== endElement) {
    if (cursor.event === textEvent) {
      text += cursor.text;
    } else {
      skipElement(cursor);
    }
  }
  return text;
}

/** Reads the rest of the document, so that one which is not well-formed to its end is refused. */
export function drain(cursor: XmlCursor): void {
  while (cursor.event !== endDocument) {
    cursor.next();
  }
}
