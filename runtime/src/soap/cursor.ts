import { skipElement } from '../xml/children.js';
import { endDocument, endElement, textEvent, type XmlCursor } from '../xml/reader.js';

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
