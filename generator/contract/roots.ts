import { nearest } from '@wsdl-codegen/runtime/schema';
import { type Diagnostic, diagnostic, type Result } from '../diagnostics/diagnostic.js';
import type { SourceDocument, SourceSet } from '../source/document.js';
import { areSchemas, reachedFrom } from '../source/read-together.js';
import type { Contract, ExpandedName, Roots } from './model.js';
import { byCodeUnits, splitExpandedName } from './names.js';
import { type ContractPositions, positionKey } from './positions.js';
import { indexContract, substitutionMembers } from './queries.js';

/**
 * The roots of documents where no setting names them: what the named schemas declare, and not what they import. Undefined, for all
 * elements, where an input is something else than a schema, or declares nothing that could be a root.
 */
export function standardRoots(contract: Contract, sources: SourceSet, positions: ContractPositions): Roots | undefined {
  if (!areSchemas(sources)) {
    return undefined;
  }
  const documents = sources.roots.flatMap((uri) => sources.documents.get(uri) ?? []);
  const roots = documents.map((document) => rootsIn(contract, positions, document, sources));
  const known = roots.flatMap((each) => each ?? []);
  return known.length < roots.length || known.length === 0
    ? undefined
    : sorted(
        known.flatMap(({ elements }) => elements),
        known.flatMap(({ types }) => types),
      );
}

/** The elements of a schema document, or of what it includes if it declares none; else its complex types in the same order. */
function rootsIn(
  contract: Contract,
  positions: ContractPositions,
  document: SourceDocument,
  sources: SourceSet,
): Roots | undefined {
  const none: Roots = { elements: [], types: [] };
  const elements = contract.elements.flatMap(({ name, abstract }) => (abstract ? [] : [name]));
  const types = complexTypes(contract);
  for (const [kind, ids] of [
    ['element', elements],
    ['type', types],
  ] as const) {
    for (const files of [new Set([document.displayName]), includedBy(document, sources)]) {
      const found = ids.filter((id) => files.has(positions.get(positionKey(kind, id))?.file ?? ''));
      if (found.length > 0) {
        return kind === 'element' ? { ...none, elements: found } : { ...none, types: found };
      }
    }
  }
  return undefined;
}

function quoted(names: readonly ExpandedName[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

/** The names of complex types. */
function complexTypes({ types }: Contract): readonly string[] {
  return types.flatMap(({ kind, name }) => (kind === 'complexType' && name !== undefined ? [name] : []));
}

/** Display names of the documents that one includes or redefines, at any depth. */
function includedBy(document: SourceDocument, sources: SourceSet): ReadonlySet<string> {
  const uris = reachedFrom(document.uri, sources, ({ kind }) => kind === 'xs:include' || kind === 'xs:redefine');
  return new Set([...uris].flatMap((uri) => sources.documents.get(uri)?.displayName ?? []));
}

/**
 * The roots that settings name: each `NAME`, `{namespace}NAME`, or `*` for all elements. A name without a namespace is that of one of the
 * standard roots if there is one, else of the only element of this name, else of the only complex type. Undefined for all elements.
 */
export function namedRoots(
  contract: Contract,
  names: readonly string[],
  standard: Roots | undefined,
): Result<Roots | undefined> {
  const known = { elements: contract.elements.map(({ name }) => name), types: complexTypes(contract) };
  const elements = new Set<string>();
  const types = new Set<string>();
  const problems: Diagnostic[] = [];
  for (const name of names.filter((each) => each !== '*')) {
    const found = findRoot(known, name, standard);
    if ('code' in found) {
      problems.push(found);
    } else if (found.kind === 'element' && indexContract(contract).elements.get(found.name)?.abstract === true) {
      const members = quoted(substitutionMembers(contract, found.name).map((each) => each.name));
      problems.push(diagnostic('config/abstract-root', { name, members }));
    } else {
      (found.kind === 'element' ? elements : types).add(found.name);
    }
  }
  if (names.includes('*')) {
    const all =
      types.size === 0
        ? undefined
        : sorted(
            contract.elements.map((each) => each.name),
            types,
          );
    return [all, problems];
  }
  return [sorted(elements, types), problems];
}

/** An element or a complex type that a name means. */
export interface FoundRoot {
  readonly kind: 'element' | 'type';
  readonly name: string;
}

/** What a name means among elements and types: see `namedRoots`. */
export function findRoot({ elements, types }: Roots, wanted: string, standard?: Roots): FoundRoot | Diagnostic {
  const matches = (name: string): boolean => name === wanted || splitExpandedName(name).local === wanted;
  const candidates: readonly (readonly [FoundRoot['kind'], readonly string[]])[] = [
    ['element', standard?.elements ?? []],
    ['element', elements],
    ['type', types],
  ];
  for (const [kind, names] of candidates) {
    const [name, ...others] = names.filter(matches);
    if (name !== undefined && others.length === 0) {
      return { kind, name };
    }
    if (name !== undefined) {
      return diagnostic('config/ambiguous-root', {
        name: wanted,
        names: quoted([name, ...others]),
      });
    }
  }
  const known = wanted.startsWith('{')
    ? [...elements, ...types]
    : [...elements, ...types].map((name) => splitExpandedName(name).local);
  return diagnostic('config/unknown-root', { name: wanted, nearest: nearest(wanted, known) });
}

function sorted(elements: Iterable<string>, types: Iterable<string>): Roots {
  return { elements: [...new Set(elements)].sort(byCodeUnits), types: [...new Set(types)].sort(byCodeUnits) };
}
