import {
  type ElementDescriptor,
  fromJson,
  JsonError,
  parseXml,
  toJson,
  type ValidationIssue,
  validate,
} from '@wsdl-codegen/runtime/schema';
import { findJsonMistake } from '../config/json.js';
import { positionAt } from '../config/places.js';
import { splitExpandedName } from '../contract/names.js';
import { findRoot } from '../contract/roots.js';
import { type Diagnostic, diagnostic, type Result } from '../diagnostics/diagnostic.js';
import type { Descriptors } from '../memory/descriptors.js';
import { checkDocument, documentReading, invalid, type OpenedDocument, rootElement, spanAt } from './check-document.js';
import { jsonPlaces, pathKey } from './json-places.js';

/** The value of a document. */
export interface DocumentValue {
  readonly element: ElementDescriptor;
  readonly value: unknown;
}

/** The value of a valid document in XML; otherwise everything that is wrong with it. `root` is the name that its root must have. */
export function valueOfXml(
  opened: OpenedDocument,
  file: string,
  schemas: Descriptors,
  root: string | undefined,
): Result<DocumentValue | undefined> {
  const wanted = root === undefined ? opened.root : namedElement(root, schemas);
  if (typeof wanted !== 'string') {
    return [undefined, [wanted]];
  }
  if (wanted !== opened.root) {
    return [undefined, [diagnostic('document/other-root', { name: opened.root, wanted }, spanAt(file, 1, 1))]];
  }
  const wrong = checkDocument(opened, file, schemas);
  const element = rootElement(opened, file, schemas);
  return wrong.length > 0 || 'code' in element
    ? [undefined, wrong]
    : [{ element, value: parseXml(element, opened.text, documentReading) }, []];
}

/** A value as JSON: an object with one property, which has the name of the root, or the value alone. */
export function jsonOfValue({ element, value }: DocumentValue, schemas: Descriptors, isAlone: boolean): unknown {
  const json = toJson(element, value);
  return isAlone ? json : { [shortName(element, schemas)]: json };
}

/** The value of a valid document in JSON, as `jsonOfValue` makes it; otherwise everything that is wrong with it. */
export function valueOfJson(
  text: string,
  file: string,
  schemas: Descriptors,
  root: string | undefined,
): Result<DocumentValue | undefined> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    const { reason, offset } = findJsonMistake(text) ?? { reason: (error as Error).message, offset: 0 };
    return [undefined, [diagnostic('document/not-json', { reason }, placeIn(file, text, offset))]];
  }
  const [only, ...others] = typeof json === 'object' && json !== null ? Object.keys(json) : [];
  const isAlone = root !== undefined;
  if (!isAlone && (only === undefined || others.length > 0 || Array.isArray(json))) {
    return [undefined, [diagnostic('document/json-root', {}, spanAt(file, 1, 1))]];
  }
  const name = namedElement(root ?? (only as string), schemas);
  if (typeof name !== 'string') {
    return [undefined, [{ ...name, span: spanAt(file, 1, 1) }]];
  }
  const element = schemas.elements.get(name) as ElementDescriptor;
  const own = isAlone ? json : (json as Readonly<Record<string, unknown>>)[only as string];
  const found = readValue(element, own, schemas);
  if ('value' in found) {
    return [{ element, value: found.value }, []];
  }
  const before = isAlone ? [] : [only as string];
  return [undefined, findings(found.issues, file, text, before)];
}

function readValue(
  element: ElementDescriptor,
  json: unknown,
  schemas: Descriptors,
): { readonly value: unknown } | { readonly issues: readonly ValidationIssue[] } {
  try {
    const value = fromJson(element, json, { validate: false });
    const issues = validate(element, value, { declarations: schemas });
    return issues.length === 0 ? { value } : { issues };
  } catch (error) {
    if (error instanceof JsonError) {
      return { issues: error.issues };
    }
    throw error;
  }
}

/** The findings at their places in a text of JSON: what is missing has that of what it is missing in. */
function findings(
  issues: readonly ValidationIssue[],
  file: string,
  text: string,
  before: readonly string[],
): readonly Diagnostic[] {
  const prefixesOf = ({ path }: ValidationIssue): readonly string[] =>
    [...path, ''].map((_, length) => pathKey([...before, ...path.slice(0, path.length - length)]));
  const places = jsonPlaces(text, new Set(issues.flatMap(prefixesOf)));
  const lines = new Map<number, { readonly line: number; readonly column: number }>();
  return issues.map((issue) => {
    const offset = places.get(prefixesOf(issue).find((key) => places.has(key)) ?? '') ?? 0;
    const place = lines.get(offset) ?? positionAt(text, offset);
    lines.set(offset, place);
    return invalid(file, { ...issue, ...place });
  });
}

function placeIn(file: string, text: string, offset: number): ReturnType<typeof spanAt> {
  const { line, column } = positionAt(text, offset);
  return spanAt(file, line, column);
}

/** The expanded name of the element that a name means. */
function namedElement(name: string, { elements }: Descriptors): string | Diagnostic {
  const found = findRoot({ elements: [...elements.keys()], types: [] }, name);
  return 'code' in found ? found : found.name;
}

/** The local name of an element, or its expanded name if another element has the same. */
function shortName({ namespace, name }: ElementDescriptor, { elements }: Descriptors): string {
  const same = [...elements.keys()].filter((each) => splitExpandedName(each).local === name);
  return same.length > 1 ? `{${namespace}}${name}` : name;
}
