import type { Span } from '../diagnostics/diagnostic.js';

/** An element to be written: attributes in order, and either children or a text. */
export interface TextElement {
  readonly name: string;
  readonly attributes: readonly TextAttribute[];
  readonly children: readonly TextElement[];
  readonly text?: string;
  /** The place in the description; that of the element around it if absent. */
  readonly span?: Span;
}

/** Name and value; an attribute without a value is not written. */
export type TextAttribute = readonly [name: string, value: string | undefined];

/** Makes an element with child elements. */
export function tag(
  name: string,
  attributes: readonly TextAttribute[] = [],
  children: readonly TextElement[] = [],
  span?: Span,
): TextElement {
  return { name, attributes, children, ...(span && { span }) };
}

/** Makes an element that contains a text. */
export function textTag(name: string, attributes: readonly TextAttribute[], text: string): TextElement {
  return { name, attributes, children: [], text };
}

/** A document, and the place in the description that each of its lines was written from. */
export interface PrintedDocument {
  readonly text: string;
  readonly places: readonly Span[];
}

/** A document as .NET writes it: an XML declaration, two spaces of indentation, no newline at the end. */
export function printDocument(root: TextElement, span: Span): PrintedDocument {
  const lines = ['<?xml version="1.0" encoding="utf-8"?>'];
  const places = [span];
  const add = (text: string, place: Span): void => {
    for (const line of text.split('\n')) {
      lines.push(line);
      places.push(place);
    }
  };
  const print = (element: TextElement, indent: string, around: Span): void => {
    const { name, children, text, span: place = around } = element;
    const attributes = element.attributes
      .filter(([, value]) => value !== undefined)
      .map(([attribute, value]) => ` ${attribute}="${escapeAttribute(value as string)}"`)
      .join('');
    const start = `${indent}<${name}${attributes}`;
    if (text !== undefined) {
      add(`${start}>${escapeText(text)}</${name}>`, place);
    } else if (children.length === 0) {
      add(`${start} />`, place);
    } else {
      add(`${start}>`, place);
      for (const child of children) {
        print(child, `${indent}  `, place);
      }
      add(`${indent}</${name}>`, place);
    }
  };
  print(root, '', span);
  return { text: lines.join('\n'), places };
}

/** As .NET escapes it, and not as the runtime's writer does: `>` everywhere, and hexadecimal references. */
function escapeText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/\r/g, '&#xD;');
}

function escapeAttribute(text: string): string {
  return escapeText(text).replace(/"/g, '&quot;').replace(/\t/g, '&#x9;').replace(/\n/g, '&#xA;');
}
