/** An element to be written: attributes in order, and either children or a text. */
export interface TextElement {
  readonly name: string;
  readonly attributes: readonly TextAttribute[];
  readonly children: readonly TextElement[];
  readonly text?: string;
}

/** Name and value; an attribute without a value is not written. */
export type TextAttribute = readonly [name: string, value: string | undefined];

/** Makes an element with child elements. */
export function tag(
  name: string,
  attributes: readonly TextAttribute[] = [],
  children: readonly TextElement[] = [],
): TextElement {
  return { name, attributes, children };
}

/** Makes an element that contains a text. */
export function textTag(name: string, attributes: readonly TextAttribute[], text: string): TextElement {
  return { name, attributes, children: [], text };
}

/** A document as .NET writes it: an XML declaration, two spaces of indentation, no newline at the end. */
export function printDocument(root: TextElement): string {
  const lines = ['<?xml version="1.0" encoding="utf-8"?>'];
  print(root, '', lines);
  return lines.join('\n');
}

function print(element: TextElement, indent: string, lines: string[]): void {
  const attributes = element.attributes
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escapeAttribute(value as string)}"`)
    .join('');
  const start = `${indent}<${element.name}${attributes}`;
  if (element.text !== undefined) {
    lines.push(`${start}>${escapeText(element.text)}</${element.name}>`);
  } else if (element.children.length === 0) {
    lines.push(`${start} />`);
  } else {
    lines.push(`${start}>`);
    for (const child of element.children) {
      print(child, `${indent}  `, lines);
    }
    lines.push(`${indent}</${element.name}>`);
  }
}

function escapeText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/\r/g, '&#xD;');
}

function escapeAttribute(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/[\t\n\r]/g, (c) => `&#x${c.charCodeAt(0).toString(16).toUpperCase()};`);
}
