import { type ElementRoot, elementRoot, items } from '@wsdl-codegen/runtime/documents';
import {
  type ElementDescriptor,
  type ValidationIssue,
  type ValuePath,
  validate,
  XmlDecodeError,
} from '@wsdl-codegen/runtime/schema';
import { XmlEvent, XmlLimitError, XmlReader, XmlSyntaxError } from '@wsdl-codegen/runtime/xml';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Descriptors } from '../memory/descriptors.js';
import { documentReading, invalid } from './check-document.js';

/** Reads a document record by record: the way to the list of its records, and how to read them. */
export interface PartsOfDocument {
  /** Properties on the way to the list, joined with dots. */
  readonly path: string;
  readonly root: ElementRoot;
}

/** The longest list that a document begins with, if its items can be read one by one. `beginning` may be cut anywhere. */
export function partsOf(element: ElementDescriptor, beginning: string): PartsOfDocument | undefined {
  const root = elementRoot(element);
  const names = repeatedPaths(beginning);
  const path = names.find((each) => {
    try {
      const list = items(root, '', each as never);
      list.document.catch(() => undefined);
      return true;
    } catch (error) {
      if (error instanceof TypeError) {
        return false;
      }
      throw error;
    }
  });
  return path === undefined ? undefined : { path, root };
}

/** Paths of elements that are there more than once, by local names below the root; those that take most of the text first. */
function repeatedPaths(beginning: string): readonly string[] {
  const found = new Map<string, { count: number; length: number }>();
  const open: { readonly path: string; readonly from: number }[] = [];
  const reader = new XmlReader(beginning, documentReading);
  try {
    for (let event = reader.next(); event !== XmlEvent.EndDocument; event = reader.next()) {
      if (event === XmlEvent.StartElement) {
        const parent = open.at(-1)?.path;
        const path = parent === undefined ? '' : `${parent === '' ? '' : `${parent}.`}${reader.localName}`;
        open.push({ path, from: reader.offset });
      } else if (event === XmlEvent.EndElement) {
        const { path, from } = open.pop() ?? { path: '', from: 0 };
        const { count, length } = found.get(path) ?? { count: 0, length: 0 };
        found.set(path, { count: count + 1, length: length + reader.offset - from });
      }
    }
  } catch (error) {
    // The beginning is cut; what is wrong in it is found when it is checked.
    if (!(error instanceof XmlSyntaxError || error instanceof XmlLimitError)) {
      throw error;
    }
  }
  const repeated = [...found].filter(([path, { count }]) => path !== '' && count > 1);
  return repeated.sort(([, a], [, b]) => b.length - a.length).map(([path]) => path);
}

/**
 * The first mistake in a document that is read record by record, in memory that does not grow with it; undefined if there is none. `'too-large'` if a record, or what surrounds
 * them, is too large for that. Rules that span records are not checked.
 */
export async function firstMistake(
  { path, root }: PartsOfDocument,
  source: AsyncIterable<Uint8Array>,
  file: string,
  declarations: Descriptors,
): Promise<Diagnostic | 'too-large' | undefined> {
  const list = items(root, source, path as never, { strict: true, declarations, fatal: true });
  // It rejects with what the iteration throws.
  list.document.catch(() => undefined);
  const content = new RecordContent(root, path.split('.'), file, declarations);
  try {
    for await (const item of list as AsyncIterable<unknown>) {
      const wrong = content.add(item);
      if (wrong !== undefined) {
        return wrong;
      }
    }
    await list.document;
    return content.check();
  } catch (error) {
    return content.check() ?? mistakeOf(error, file);
  }
}

function mistakeOf(error: unknown, file: string): Diagnostic | 'too-large' {
  if (error instanceof XmlDecodeError) {
    const { segments: path, code, reason: message, line, column } = error;
    return invalid(file, { path, code, message, line, column });
  }
  if (error instanceof XmlLimitError) {
    return 'too-large';
  }
  if (error instanceof XmlSyntaxError) {
    const { message, line, column } = error;
    return invalid(file, { path: [], code: 'not-well-formed', message, line, column });
  }
  throw error;
}

/** How many records are checked at once: a value around them costs as much as some of them. */
const together = 200;

/** Codes of rules that span records. */
const spanning: ReadonlySet<string> = new Set(['key', 'unique', 'keyref', 'duplicate-id', 'unknown-idref']);

/** Checks of records what reading does not see: elements that wildcards allow. */
class RecordContent {
  readonly #root: ElementDescriptor;
  readonly #steps: readonly string[];
  readonly #file: string;
  readonly #declarations: Descriptors;
  #lists: ReadonlySet<number> | undefined;
  #records: unknown[] = [];
  /** Records before these. */
  #before = 0;

  constructor(root: ElementDescriptor, steps: readonly string[], file: string, declarations: Descriptors) {
    this.#root = root;
    this.#steps = steps;
    this.#file = file;
    this.#declarations = declarations;
  }

  /** Takes the next record, and gives the first mistake in those before it, if they were checked now. */
  add(record: unknown): Diagnostic | undefined {
    this.#lists ??= this.#listsOnTheWay(record);
    this.#records.push(record);
    return this.#records.length < together ? undefined : this.check();
  }

  /** The first mistake in the records that were not checked yet. What is missing around them is somewhere else. */
  check(): Diagnostic | undefined {
    if (this.#records.length === 0) {
      return undefined;
    }
    const lists = this.#lists ?? new Set();
    const prefix = this.#pathTo(this.#steps.length, lists);
    const options = { declarations: this.#declarations, patterns: false };
    const issues = validate(this.#root, this.#around(this.#records, lists), options);
    // Of how many there are, and of what is the same in several, only the whole document tells.
    const own = issues.find(
      ({ path, code }) => path.length > prefix.length + 1 && isWithin(path, prefix) && !spanning.has(code),
    );
    const first = this.#before;
    this.#before += this.#records.length;
    this.#records = [];
    if (own === undefined) {
      return undefined;
    }
    const { code, path } = own;
    const index = first + Number(path[prefix.length]);
    // Values have no places, and of records in records it is not known which ones these are.
    const at = this.#steps.length === 1 ? [...this.#steps, index] : this.#steps;
    const message = `${own.message}, in record ${index + 1}`;
    return invalid(this.#file, { code, message, path: [...at, ...path.slice(prefix.length + 1)] });
  }

  /** The steps before the last whose elements may repeat: `validate` says so of a value that is none. */
  #listsOnTheWay(record: unknown): ReadonlySet<number> {
    const lists = new Set<number>();
    for (let at = 0; at < this.#steps.length - 1; at++) {
      const before = this.#pathTo(at + 1, lists);
      const isList = ({ path, code }: ValidationIssue): boolean =>
        code === 'wrong-type' && path.length === before.length && isWithin(path, before);
      if (validate(this.#root, this.#around([record], lists)).some(isList)) {
        lists.add(at);
      }
    }
    return lists;
  }

  #around(records: readonly unknown[], lists: ReadonlySet<number>): unknown {
    return this.#steps.reduceRight<unknown>(
      (value, step, at) => ({ [step]: lists.has(at) ? [value] : value }),
      records,
    );
  }

  #pathTo(length: number, lists: ReadonlySet<number>): ValuePath {
    return this.#steps.slice(0, length).flatMap((step, at) => (lists.has(at) ? [step, 0] : [step]));
  }
}

function isWithin(path: ValuePath, prefix: ValuePath): boolean {
  return prefix.every((step, at) => step === path[at]);
}
