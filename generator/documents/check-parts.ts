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
  const steps = path.split('.');
  let wrapper: Wrapper | undefined;
  try {
    let index = 0;
    for await (const item of list as AsyncIterable<unknown>) {
      wrapper ??= wrapperOf(root, steps, item);
      const wrong = withinItem(root, wrapper, item, declarations);
      if (wrong !== undefined) {
        // Values have no places, and of records in records it is not known which ones these are.
        const at = steps.length === 1 ? [...steps, index] : steps;
        const message = `${wrong.message}, in record ${index + 1}`;
        return invalid(file, { code: wrong.code, message, path: [...at, ...wrong.path] });
      }
      index++;
    }
    await list.document;
    return undefined;
  } catch (error) {
    return mistakeOf(error, file);
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

/** A value of the root that holds one item alone. */
interface Wrapper {
  /** The path of the item in it. */
  readonly prefix: ValuePath;
  readonly around: (item: unknown) => unknown;
}

/** The elements on the way to the list are objects, or lists where they may repeat: `validate` says which. */
function wrapperOf(root: ElementDescriptor, steps: readonly string[], item: unknown): Wrapper {
  const lists = new Set([steps.length - 1]);
  const around = (inner: unknown): unknown =>
    steps.reduceRight<unknown>((value, step, at) => ({ [step]: lists.has(at) ? [value] : value }), inner);
  const pathTo = (length: number): ValuePath =>
    steps.slice(0, length).flatMap((step, at) => (lists.has(at) ? [step, 0] : [step]));
  for (let at = 0; at < steps.length - 1; at++) {
    const before = pathTo(at + 1);
    const isList = ({ path, code }: { readonly path: ValuePath; readonly code: string }): boolean =>
      code === 'wrong-type' && path.length === before.length && isWithin(path, before);
    if (validate(root, around(item)).some(isList)) {
      lists.add(at);
    }
  }
  return { prefix: pathTo(steps.length), around };
}

function isWithin(path: ValuePath, prefix: ValuePath): boolean {
  return prefix.every((step, at) => step === path[at]);
}

/** What is wrong in an item that reading does not see: elements that wildcards allow, and keys. What is missing around it is somewhere else. */
function withinItem(
  root: ElementDescriptor,
  { prefix, around }: Wrapper,
  item: unknown,
  declarations: Descriptors,
): ValidationIssue | undefined {
  const issues = validate(root, around(item), { declarations, patterns: false });
  const own = issues.find(({ path }) => isWithin(path, prefix));
  return own && { ...own, path: own.path.slice(prefix.length) };
}
