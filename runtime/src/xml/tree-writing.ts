import { encodeError, type ValuePath, WrongPartError, wrongPart } from './errors.js';
import type { XmlElement } from './tree.js';
import type { XmlOutput } from './writer.js';

/** Takes what was thrown while a tree was written; `steps` lead from the tree to the place. */
export type RefuseTree = (error: unknown, steps: ValuePath) => void;

/**
 * Writes an element with all it holds; its namespaces may be the program's or those on the wire. Throws `XmlEncodeError` if it cannot be written: a part of it is
 * not what it has to be, its declarations contradict its names, an element contains itself. Callers that know where the tree is say it themselves, by `refuse`.
 */
export function writeTree(element: XmlElement, output: XmlOutput, refuse?: RefuseTree): void {
  const writing = new TreeWriting(output);
  try {
    writing.write(element);
  } catch (error) {
    (refuse ?? refuseNamed(writing.root))(error, writing.place(error));
  }
}

/** Throws `XmlEncodeError` with the name of the element at the beginning of the path. */
function refuseNamed(root: string): RefuseTree {
  return (error, steps) => {
    throw encodeError(error, root, steps);
  };
}

/** An element whose start is written. */
interface OpenElement {
  readonly element: object;
  readonly children: readonly unknown[];
  readonly count: number;
  /** The child to write next. */
  next: number;
}

/** The depth from which on elements are searched for among those around them. Most trees never reach it. */
const suspectDepth = 256;

/** The state of one writing. Every member of a tree is read once, so that what is written is what was checked. */
class TreeWriting {
  readonly #output: XmlOutput;
  readonly #open: OpenElement[] = [];
  /** The open elements, once they are many. */
  #suspects: Set<object> | undefined;
  /** The name of the tree, once it is known. */
  root = '';
  /** Which attribute is being written; -1 for none. */
  #attribute = -1;

  constructor(output: XmlOutput) {
    this.#output = output;
  }

  write(root: unknown): void {
    const open = this.#open;
    this.#begin(root);
    for (let inner = open.at(-1); inner !== undefined; inner = open.at(-1)) {
      if (inner.next === inner.count) {
        this.#output.endElement();
        this.#suspects?.delete(inner.element);
        open.pop();
        continue;
      }
      const child = inner.children[inner.next++];
      if (typeof child === 'string') {
        this.#output.text(child);
      } else {
        this.#begin(child);
      }
    }
  }

  /** Where writing has failed. */
  place(error: unknown): ValuePath {
    const steps: (string | number)[] = this.#open.flatMap(({ next }) => ['children', next - 1]);
    if (this.#attribute >= 0) {
      steps.push('attributes', this.#attribute);
    }
    return error instanceof WrongPartError ? [...steps, ...error.steps] : steps;
  }

  #begin(element: unknown): void {
    if (typeof element !== 'object' || element === null) {
      throw wrongPart(this.#open.length > 0 ? `text or ${expected}` : expected, element);
    }
    const { namespace, name, prefix, attributes, children, declarations } = element as Readonly<
      Record<string, unknown>
    >;
    const output = this.#output;
    const known = output.programNamespace(text(namespace, 'namespace'));
    const local = text(name, 'name');
    this.root ||= local;
    const declared = declarations === undefined || declarations === null ? undefined : this.#declared(declarations);
    output.startElement(known, local, optionalText(prefix, 'prefix') ?? '', declared);
    this.#attributes(items(attributes, 'attributes', 'attributes'));
    const inside = items(children, 'children', 'texts and elements');
    this.#refuseCycle(element);
    this.#open.push({ element, children: inside, count: inside.length, next: 0 });
  }

  #declared(declarations: unknown): Readonly<Record<string, string>> {
    if (typeof declarations !== 'object' || declarations === null || Symbol.iterator in declarations) {
      throw wrongPart('an object with the namespaces of prefixes', declarations, 'declarations');
    }
    return Object.fromEntries(
      Object.entries(declarations).map(([prefix, namespace]) => [
        prefix,
        this.#output.programNamespace(text(namespace, 'declarations', prefix)),
      ]),
    );
  }

  #attributes(attributes: readonly unknown[]): void {
    const count = attributes.length;
    for (let i = 0; i < count; i++) {
      this.#attribute = i;
      this.#writeAttribute(attributes[i]);
    }
    this.#attribute = -1;
  }

  #writeAttribute(attribute: unknown): void {
    if (typeof attribute !== 'object' || attribute === null) {
      throw wrongPart('an attribute with namespace, name and value', attribute);
    }
    const { namespace, name, value, prefix } = attribute as Readonly<Record<string, unknown>>;
    const output = this.#output;
    const known = text(namespace, 'namespace') === '' ? '' : output.programNamespace(namespace as string);
    output.attribute(known, text(name, 'name'), text(value, 'value'), optionalText(prefix, 'prefix'));
  }

  #refuseCycle(element: object): void {
    if (this.#open.length < suspectDepth) {
      return;
    }
    this.#suspects ??= new Set(this.#open.map((each) => each.element));
    if (this.#suspects.has(element)) {
      this.#open.length = this.#open.findIndex((each) => each.element === element);
      throw new WrongPartError('the element contains itself', []);
    }
    this.#suspects.add(element);
  }
}

const expected = 'an XmlElement with namespace, name, attributes and children';

function text(value: unknown, ...steps: ValuePath): string {
  if (typeof value !== 'string') {
    throw wrongPart('a string', value, ...steps);
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
