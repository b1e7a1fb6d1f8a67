import type { XmlElement } from '../interfaces/tree.js';
import type { XmlOutput } from '../interfaces/writer.js';
import { encodeError, type ValuePath, WrongPartError, wrongPart } from '../text/errors.js';

/** Takes what was thrown while a tree was written; `steps` lead from the tree to the place. */
export interface TreeRefusal {
  refuse(error: unknown, steps: ValuePath): void;
}

/** An element whose start is being written, or is written. */
interface OpenElement {
  readonly element: object;
  readonly name: string;
  children: readonly unknown[];
  count: number;
  /** The child to write next. */
  next: number;
  /** Which attribute is being written; -1 for none. */
  attribute: number;
}

/**
 * Writes an element with all it holds; its namespaces may be the program's or those on the wire. Throws `XmlEncodeError` if it cannot be written: a part of it is
 * not what it has to be, its declarations contradict its names, an element contains itself. Callers that know where the tree is take the error by
 * `refusal`, and get false.
 */
export function writeTree(element: XmlElement, output: XmlOutput, refusal?: TreeRefusal): boolean {
  const open: OpenElement[] = [];
  try {
    writeAll(element, output, open);
    return true;
  } catch (error) {
    const steps = placeIn(open, error);
    if (refusal === undefined) {
      throw encodeError(error, open[0]?.name ?? '', steps);
    }
    refusal.refuse(error, steps);
    return false;
  }
}

/** The depth from which on elements are searched for among those around them. Most trees never reach it. */
const suspectDepth = 256;

/** Every member of a tree is read once, so that what is written is what was checked. */
function writeAll(root: unknown, output: XmlOutput, open: OpenElement[]): void {
  /** The open elements, once they are many. */
  let suspects: Set<object> | undefined;
  begin(root, output, open);
  while (open.length > 0) {
    const inner = open[open.length - 1]!;
    if (inner.next === inner.count) {
      output.endElement();
      suspects?.delete(inner.element);
      open.pop();
      continue;
    }
    const child = inner.children[inner.next++];
    if (typeof child === 'string') {
      output.text(child);
    } else {
      if (open.length >= suspectDepth) {
        suspects ??= new Set(open.map(({ element }) => element));
        refuseCycle(child, suspects, open);
      }
      begin(child, output, open);
    }
  }
}

function refuseCycle(child: unknown, suspects: Set<object>, open: OpenElement[]): void {
  if (suspects.has(child as object)) {
    open.length = open.findIndex(({ element }) => element === child) + 1;
    open.at(-1)!.next = 0;
    throw new WrongPartError('the element contains itself', []);
  }
  suspects.add(child as object);
}

/** Where writing has failed. */
function placeIn(open: readonly OpenElement[], error: unknown): ValuePath {
  const steps: (string | number)[] = [];
  for (const { next, attribute } of open) {
    if (next > 0) {
      steps.push('children', next - 1);
    } else if (attribute >= 0) {
      steps.push('attributes', attribute);
    }
  }
  return error instanceof WrongPartError ? [...steps, ...error.steps] : steps;
}

const wanted = 'an XmlElement with namespace, name, attributes and children';
const noChildren: readonly unknown[] = [];

/** Writes the start of an element. */
function begin(element: unknown, output: XmlOutput, open: OpenElement[]): void {
  if (typeof element !== 'object' || element === null) {
    throw wrongPart(open.length > 0 ? `text or ${wanted}` : wanted, element);
  }
  const { namespace, name, prefix, attributes, children, declarations } = element as Readonly<Record<string, unknown>>;
  const known = output.programNamespace(text(namespace, 'namespace'));
  const opened = { element, name: text(name, 'name'), children: noChildren, count: 0, next: 0, attribute: -1 };
  open.push(opened);
  const declared = declarations === undefined || declarations === null ? undefined : declaredBy(declarations, output);
  output.startElement(known, opened.name, optionalText(prefix, 'prefix') ?? '', declared);
  writeAttributes(items(attributes, 'attributes', 'attributes'), output, opened);
  opened.children = items(children, 'children', 'texts and elements');
  opened.count = opened.children.length;
}

function declaredBy(declarations: unknown, output: XmlOutput): Readonly<Record<string, string>> {
  if (typeof declarations !== 'object' || declarations === null || Symbol.iterator in declarations) {
    throw wrongPart('an object with the namespaces of prefixes', declarations, 'declarations');
  }
  const entries: readonly [string, unknown][] = Object.entries(declarations);
  return Object.fromEntries(
    entries.map(([prefix, namespace]) => {
      if (typeof namespace !== 'string') {
        throw wrongPart('a string', namespace, 'declarations', prefix);
      }
      return [prefix, output.programNamespace(namespace)];
    }),
  );
}

function writeAttributes(attributes: readonly unknown[], output: XmlOutput, opened: OpenElement): void {
  const count = attributes.length;
  for (let i = 0; i < count; i++) {
    opened.attribute = i;
    const attribute = attributes[i];
    if (typeof attribute !== 'object' || attribute === null) {
      throw wrongPart('an attribute with namespace, name and value', attribute);
    }
    const { namespace, name, value, prefix } = attribute as Readonly<Record<string, unknown>>;
    const stated = text(namespace, 'namespace');
    const known = stated === '' ? '' : output.programNamespace(stated);
    output.attribute(known, text(name, 'name'), text(value, 'value'), optionalText(prefix, 'prefix'));
  }
  opened.attribute = -1;
}

function text(value: unknown, step: string): string {
  if (typeof value !== 'string') {
    throw wrongPart('a string', value, step);
  }
  return value;
}

function optionalText(value: unknown, step: string): string | undefined {
  return value === undefined || value === null ? undefined : text(value, step);
}

function items(value: unknown, step: string, what: string): readonly unknown[] {
  if (!Array.isArray(value)) {
    throw wrongPart(`an array of ${what}`, value, step);
  }
  return value;
}
