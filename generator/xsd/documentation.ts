import type { SourceElement, SourceNode } from '../source/document.js';
import { textOf, trimDocumentation } from '../source/documentation-text.js';
import { AnnotationMarks } from './annotation-marks.js';

/** Markup of text, which is no structure. */
const xhtml = 'http://www.w3.org/1999/xhtml';

/**
 * Text of the `documentation` children of an element's annotation (or of the element itself, in WSDL): the outer blank
 * lines and the common indentation removed, several separated by a blank line. Structured documentation, such as that of CCTS in UBL, has a line for each field:
 * its definition, then the others with their names, without those whose text another one has. The last paragraphs are what annotations say in other ways: since when the
 * component exists, and whether it is deprecated.
 */
export function readDocumentation(element: SourceElement): string | undefined {
  const paragraphs: string[] = [];
  const marks = new AnnotationMarks();
  marks.attributes(element);
  for (const child of element.children) {
    if (child.kind !== 'element' || child.namespace !== element.namespace || child.local !== 'annotation') {
      continue;
    }
    marks.attributes(child);
    for (const part of child.children) {
      if (part.kind !== 'element' || part.namespace !== element.namespace) {
        continue;
      }
      marks.attributes(part);
      if (part.local === 'documentation') {
        paragraphs.push(documentationText(part.children, marks));
      } else if (part.local === 'appinfo') {
        readAppinfo(part.children, marks);
      }
    }
  }
  const texts = [...paragraphs, ...marks.paragraphs()].filter((text) => text !== '');
  return texts.length === 0 ? undefined : texts.join('\n\n');
}

function documentationText(nodes: readonly SourceNode[], marks: AnnotationMarks): string {
  return isStructured(nodes) ? fieldsOf(nodes, marks) : trimDocumentation(textOf(nodes));
}

/** Data of other programs: only the names and the texts that speak of the component itself count. */
function readAppinfo(nodes: readonly SourceNode[], marks: AnnotationMarks): void {
  const elements = nodes.filter((node) => node.kind === 'element');
  if (elements.length === 0) {
    marks.text(textOf(nodes));
  }
  for (const { local, attributes, children } of elements) {
    const value = attributes.find((attribute) => attribute.local === 'value')?.value;
    marks.named(local, value ?? textOf(children));
  }
}

function isStructured(nodes: readonly SourceNode[]): boolean {
  return (
    nodes.some(({ kind }) => kind === 'element') &&
    nodes.every((node) =>
      node.kind === 'text' ? node.value.trim() === '' : node.namespace !== '' && node.namespace !== xhtml,
    )
  );
}

function fieldsOf(nodes: readonly SourceNode[], marks: AnnotationMarks): string {
  const all = leavesOf(nodes)
    .map(({ local, children }) => ({ local, text: textOf(children).replace(/\s+/g, ' ').trim() }))
    .filter(({ local, text }) => !marks.named(local, text) && text !== '' && !marks.text(text));
  // A name that is put together of others says them all.
  const fields = all.filter(
    ({ text }) => !all.some((other) => other.text.length > text.length && other.text.includes(text)),
  );
  const isDefinition = ({ local }: { readonly local: string }): boolean => /^(?:definition|description)$/i.test(local);
  return [
    ...fields.filter(isDefinition).map(({ text }) => text),
    ...fields.filter((field) => !isDefinition(field)).map(({ local, text }) => `${labelOf(local)}: ${text}`),
  ].join('\n');
}

function leavesOf(nodes: readonly SourceNode[]): readonly SourceElement[] {
  return nodes.flatMap((node) =>
    node.kind === 'text' ? [] : isStructured(node.children) ? leavesOf(node.children) : [node],
  );
}

/** `DictionaryEntryName` is "Dictionary entry name". */
function labelOf(name: string): string {
  const words = name.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[^\p{Lu}]+/gu) ?? [name];
  const text = words.map((word) => (/^\p{Lu}{2}/u.test(word) ? word : word.toLowerCase())).join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
