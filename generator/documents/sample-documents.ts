import {
  type ElementDescriptor,
  element,
  JsonError,
  type JsonValue,
  type SampleOptions,
  sample,
  toJson,
  XmlEncodeError,
} from '@wsdl-codegen/runtime/schema';
import type { Contract, Roots } from '../contract/model.js';
import { splitExpandedName } from '../contract/names.js';
import { type Diagnostic, diagnostic, type Result } from '../diagnostics/diagnostic.js';
import { sentenceEnd, trimEnd } from '../diagnostics/trim-end.js';
import { type Descriptors, descriptorsOf } from '../memory/descriptors.js';
import { formatDocument } from './format-document.js';

/** Which documents are made. */
export interface SampleDocumentsOptions {
  /** The wanted roots; all elements by default. */
  readonly roots?: Roots | undefined;
  /** Another number gives other values. */
  readonly seed?: number;
  /** How many documents each root gets. Default 1. */
  readonly count?: number;
}

/** A document that was made. */
export interface SampleDocument {
  /** Expanded name of its root. */
  readonly root: string;
  /** Which of the documents with this root it is, from 1. */
  readonly number: number;
  readonly xml: string;
  /** Its value as JSON. */
  readonly json: JsonValue;
}

/**
 * Makes valid documents of schemas, the same ones every time. Without a seed the first of each root has the usual values, and those that follow have others. Elements
 * that are abstract can be no root.
 */
export function sampleDocuments(
  contract: Contract,
  { roots, seed, count = 1 }: SampleDocumentsOptions,
): Result<readonly SampleDocument[]> {
  const descriptors = descriptorsOf(contract);
  const seeds = Array.from({ length: count }, (_, index) =>
    seed === undefined && index === 0 ? undefined : (seed ?? 0) + index,
  );
  const documents: SampleDocument[] = [];
  const problems: Diagnostic[] = [];
  for (const root of sampledRoots(contract, descriptors, roots)) {
    for (const [index, own] of seeds.entries()) {
      const made = documentOf(root, contract, descriptors, own === undefined ? {} : { seed: own });
      if ('code' in made) {
        problems.push(made);
        break;
      }
      documents.push({ ...made, number: index + 1 });
    }
  }
  return [documents, problems];
}

/** The roots of schemas without a service that can be samples, by the names that mean them alone. */
export function rootNames({
  services,
  elements,
  roots,
}: Contract): readonly { readonly name: string; readonly namespace: string }[] {
  const concrete = elements.filter(({ abstract }) => !abstract).map(({ name }) => name);
  const names =
    roots === undefined ? concrete : [...concrete.filter((name) => roots.elements.includes(name)), ...roots.types];
  const split = services.length > 0 ? [] : names.map(splitExpandedName);
  const count = (local: string): number => split.filter((each) => each.local === local).length;
  return split.map(({ namespace, local }) => ({
    name: count(local) > 1 ? `{${namespace}}${local}` : local,
    namespace,
  }));
}

/** The elements, and for types an element of their name. */
function sampledRoots(
  { elements }: Contract,
  descriptors: Descriptors,
  roots: Roots | undefined,
): readonly ElementDescriptor[] {
  const wanted = new Set(roots?.elements ?? elements.map(({ name }) => name));
  const own = elements
    .filter(({ name, abstract }) => wanted.has(name) && !abstract)
    .flatMap(({ name }) => descriptors.elements.get(name) ?? []);
  const ofTypes = (roots?.types ?? []).flatMap((key) => {
    const { namespace, local } = splitExpandedName(key);
    const type = descriptors.types.get(key);
    return type === undefined ? [] : [element(namespace, local, () => type)];
  });
  return [...own, ...ofTypes];
}

/** What makes a sample impossible: no value of a type, or none that can be written. */
const expected = [TypeError, RangeError, JsonError, XmlEncodeError];

/** A document with a root, or why there is none. */
export function documentOf(
  root: ElementDescriptor,
  { prefixes }: Contract,
  declarations: Descriptors,
  options: SampleOptions,
): Omit<SampleDocument, 'number'> | Diagnostic {
  const name = `{${root.namespace}}${root.name}`;
  try {
    const value = sample(root, { ...options, declarations });
    const xml = formatDocument(root, value, prefixes === undefined ? {} : { prefixes });
    return { root: name, xml, json: toJson(root, value) };
  } catch (error) {
    if (error instanceof Error && expected.some((type) => error instanceof type)) {
      return diagnostic('document/no-sample', { name, reason: trimEnd(error.message, sentenceEnd) });
    }
    throw error;
  }
}
