import {
  type ElementRoot,
  elementRoot,
  type TypeRoot,
  typeRoot,
  type ValidationIssue,
  type XmlDocument,
} from '@wsdl-codegen/runtime/documents';
import { callback, flag, number, type OptionKinds, object, requireOptions, texts } from '@wsdl-codegen/runtime/extend';
import type { ComplexType, Declarations } from '@wsdl-codegen/runtime/schema';
import type { Contract, Roots } from '../contract/model.js';
import { splitExpandedName } from '../contract/names.js';
import { namedRoots, standardRoots } from '../contract/roots.js';
import { type Diagnostic, hasErrors } from '../diagnostics/diagnostic.js';
import { flawsAsWarnings } from '../diagnostics/flaws.js';
import { sortDiagnostics } from '../diagnostics/format.js';
import { type Descriptors, descriptorsOf } from '../memory/descriptors.js';
import { readSources } from '../read-sources.js';
import { loadDocuments } from '../source/load.js';
import { type DocumentText, memoryResolver, type ResolveDocument } from '../source/memory-resolver.js';
import type { LoadLimits } from '../source/outside-access.js';
import { topDocuments } from '../source/top-documents.js';
import type { DefinitionsSet } from '../wsdl/components.js';
import { checkDocument } from './check-document.js';
import { SchemaSetError } from './schema-set-error.js';

/** How schemas are loaded. */
export interface LoadSchemasOptions {
  /** Gives what the schemas refer to and what is not among the texts. Without it, all that is referred to has to be given. */
  readonly resolve?: ResolveDocument;
  /**
   * The roots: each `NAME`, `{namespace}NAME`, or `*` for all elements. By default the elements of the documents that no other one refers to; or their
   * complex types, if they have no elements.
   */
  readonly roots?: readonly string[];
  /** `false` makes those mistakes of the schemas warnings that cost only what depends on them. Default: true. */
  readonly strict?: boolean;
  /** Bounds: bytes of a document, number of documents, depth of elements. */
  readonly limits?: Partial<LoadLimits>;
}

/** Schemas, ready for documents. */
export interface LoadedSchemas {
  /** The roots by expanded name, `{namespace}NAME`, sorted, elements before types. */
  readonly roots: ReadonlyMap<string, ElementRoot | TypeRoot>;
  /** The root of a name, `NAME` or `{namespace}NAME`: an element. Throws `TypeError` if none or several have the name. */
  readonly root: <T = unknown>(name: string) => ElementRoot<T>;
  /** The root of a name that is a complex type. Throws as `root` does. */
  readonly typeRoot: <T = unknown>(name: string) => TypeRoot<T>;
  /**
   * Every breach of the schemas by a document, of which any element of the schemas may be the root; none for a valid one. Elements and attributes in content that the
   * schemas leave open are checked as far as they are declared.
   */
  readonly validate: (document: XmlDocument) => readonly ValidationIssue[];
  /** All that the schemas declare, for the option of this name. */
  readonly declarations: Declarations;
  /** Warnings, and what is good to know. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Texts are schemas: what services they describe does not matter. */
const noDefinitions: DefinitionsSet = { messages: new Map(), portTypes: new Map(), bindings: new Map(), services: [] };
const limitKinds: OptionKinds<Partial<LoadLimits>> = { maxBytes: number, maxDocuments: number, maxDepth: number };
const kinds: OptionKinds<LoadSchemasOptions> = { resolve: callback, roots: texts, strict: flag, limits: object };

/**
 * Loads schemas from texts in memory, by their locations: `{ 'invoice.xsd': text, 'common/types.xsd': bytes }`. They refer to each other by these, as files in a folder
 * do. Nothing is generated, and nothing is read from elsewhere. Rejects with `SchemaSetError` where the schemas have mistakes or lack a document.
 */
export async function loadSchemas(
  schemas: Readonly<Record<string, DocumentText>>,
  options: LoadSchemasOptions = {},
): Promise<LoadedSchemas> {
  requireOptions('loadSchemas', options, kinds);
  requireOptions('limits of loadSchemas', options.limits ?? {}, limitKinds);
  const locations = Object.keys(schemas);
  if (locations.length === 0) {
    throw new TypeError('`loadSchemas` needs at least one text.');
  }
  const { resolve, roots: wanted = [], strict = true, limits = {} } = options;
  const [loaded, loading] = await loadDocuments(locations, memoryResolver(schemas, resolve), { limits });
  const sources = { ...loaded, roots: topDocuments(loaded) };
  const [{ contract, positions }, reading] = await readSources([sources, loading], { roots: ['*'] }, () => [
    noDefinitions,
    [],
  ]);
  const standard = standardRoots(contract, sources, positions);
  const [roots, unknown] = wanted.length > 0 ? namedRoots(contract, wanted, standard) : [standard, []];
  const found = sortDiagnostics([...(strict ? reading : flawsAsWarnings(reading, sources.complete)), ...unknown]);
  if (hasErrors(found)) {
    throw new SchemaSetError(found.filter(({ severity }) => severity === 'error'));
  }
  return loadedSchemas(descriptorsOf(contract), rootsOr(roots, contract), found);
}

function rootsOr(roots: Roots | undefined, { elements }: Contract): Roots {
  return roots ?? { elements: elements.map(({ name }) => name), types: [] };
}

function loadedSchemas(declared: Descriptors, names: Roots, diagnostics: readonly Diagnostic[]): LoadedSchemas {
  const elements = new Map<string, ElementRoot>();
  for (const name of names.elements) {
    const element = declared.elements.get(name);
    if (element !== undefined) {
      elements.set(name, elementRoot(element));
    }
  }
  const types = new Map(names.types.map((name) => [name, typeRoot(declared.types.get(name) as ComplexType)]));
  const { elements: e, types: t, attributes } = declared;
  const declarations = { elements: e, types: t, attributes };
  return {
    roots: new Map<string, ElementRoot | TypeRoot>([...elements, ...types]),
    root: <T>(name: string) => named(elements, name, 'element') as ElementRoot<T>,
    typeRoot: <T>(name: string) => named(types, name, 'complex type') as TypeRoot<T>,
    validate: (document) => checkDocument(document, declared),
    declarations,
    diagnostics,
  };
}

/** The root of a name, whose namespace may be left out where it is the only one. */
function named<T>(roots: ReadonlyMap<string, T>, name: string, kind: string): T {
  const matching = [...roots].filter(([key]) => key === name || splitExpandedName(key).local === name);
  const [first, ...others] = matching;
  if (first === undefined || (others.length > 0 && !roots.has(name))) {
    const known = (first === undefined ? [...roots] : matching).map(([key]) => key).join(', ');
    throw new TypeError(
      first === undefined
        ? `No root is the ${kind} "${name}"; the roots are: ${known === '' ? 'none' : known}.`
        : `More than one root is called "${name}": ${known}.`,
    );
  }
  return roots.get(name) ?? first[1];
}
