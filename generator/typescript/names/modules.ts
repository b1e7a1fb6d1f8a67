import { groupBy } from '../../contract/grouping.js';
import type { Contract, TypeDefinition } from '../../contract/model.js';
import { byCodeUnits, splitExpandedName } from '../../contract/names.js';
import type { ContractIndex } from '../../contract/queries.js';
import { builtInElements, builtInFamily } from '../expressions/built-ins.js';
import { isTextEnumeration } from '../expressions/simple-values.js';
import { fileStem, shortHash } from './identifiers.js';
import type { Naming } from './naming.js';

/** The modules of one namespace. Paths are below `src/`, without extension. */
export interface NamespaceModule {
  readonly namespace: string;
  /** Name in files and qualified names: `api`, `serialization`. */
  readonly slug: string;
  /** True if the index exports its types by themselves, not in an object of the namespace. */
  readonly flat: boolean;
  readonly typesPath: string;
  readonly schemaPath: string;
}

/**
 * Gives each namespace that declares something its module: `types` and `schema` for the namespace of the first input
 * (`order`), or the only one there is; `types/<slug>` and `schema/<slug>` for others. So a further input or import does not
 * move the types of the first input.
 */
export function namespaceModules(
  contract: Contract,
  index: ContractIndex,
  naming: Naming,
  order: readonly string[] = [],
): ReadonlyMap<string, NamespaceModule> {
  const namespaces = namespacesOf(contract, index);
  const slugs = namedSlugs(namespaces, contract.prefixes, naming);
  const main = mainNamespace(contract, namespaces, order);
  return new Map(
    namespaces.map((namespace) => {
      const slug = slugs.get(namespace) ?? '';
      const flat = namespace === main;
      // The parts of large schema modules are in the same folder.
      const file = /^part-/.test(slug) ? `ns-${slug}` : slug;
      const path = (folder: string): string => (flat ? folder : `${folder}/${file}`);
      return [namespace, { namespace, slug, flat, typesPath: path('types'), schemaPath: path('schema') }];
    }),
  );
}

/** Short names of the namespaces of modules, as the rules for names have them. */
function namedSlugs(
  namespaces: readonly string[],
  prefixes: Contract['prefixes'],
  naming: Naming,
): ReadonlyMap<string, string> {
  const slugs = prefixSlugs(namespaceSlugs(namespaces), prefixes);
  const things = namespaces.map((uri) => ({ subject: { uri }, standard: slugs.get(uri) ?? '' }));
  const names = naming.names('namespace', things);
  return new Map(namespaces.map((uri, i) => [uri, names[i] ?? '']));
}

/** Prefixes that people use are better names than what an address says, unless another namespace has that name. */
function prefixSlugs(
  slugs: ReadonlyMap<string, string>,
  prefixes: Contract['prefixes'] = {},
): ReadonlyMap<string, string> {
  const taken = new Set(slugs.values());
  const byNamespace = new Map(Object.entries(prefixes));
  return new Map(
    [...slugs].map(([uri, slug]) => {
      const prefix = fileStem(byNamespace.get(uri) ?? '');
      const isFree = prefix !== '' && (prefix === slug || !taken.has(prefix));
      taken.add(prefix);
      return [uri, isFree ? prefix : slug];
    }),
  );
}

/** The first namespace of the inputs, else of the services, that declares something; else the only one. */
function mainNamespace(
  { services }: Contract,
  namespaces: readonly string[],
  order: readonly string[],
): string | undefined {
  const candidates = [...order, ...services.map(({ namespace }) => namespace)];
  const own = candidates.find((namespace) => namespaces.includes(namespace));
  return own ?? (namespaces.length === 1 ? namespaces[0] : undefined);
}

/** Namespaces that declare a type or an element with a name of its own, sorted. */
function namespacesOf(contract: Contract, index: ContractIndex): readonly string[] {
  const found = new Set<string>();
  for (const type of contract.types) {
    if (isDeclared(type, index)) {
      found.add(homeNamespace(type));
    }
  }
  for (const element of contract.elements) {
    if (!builtInElements.has(element.name)) {
      found.add(splitExpandedName(element.name).namespace);
    }
  }
  return [...found].sort(byCodeUnits);
}

/**
 * True for types that get a TypeScript name: those with a name in the schema, anonymous complex types, and anonymous
 * enumerations that belong to an element or attribute. The others are written inline where they are used.
 */
export function isDeclared(type: TypeDefinition, index: ContractIndex): boolean {
  if (builtInFamily(type.key) !== undefined) {
    return false;
  }
  if (type.name !== undefined || type.kind === 'complexType') {
    return true;
  }
  const last = type.scope?.path.at(-1)?.kind;
  return (last === 'element' || last === 'attribute') && isTextEnumeration(type, index);
}

/** The namespace whose module contains a type: its own, or that of the global component that contains it. */
export function homeNamespace(type: Contract['types'][number]): string {
  return splitExpandedName(type.name ?? type.scope?.path[0]?.name ?? '{}').namespace;
}

/**
 * Short names of namespaces for files. Each depends only on the namespace, unless two would be the same: then both use their
 * long form, and if those are the same, too, a hash.
 */
export function namespaceSlugs(namespaces: readonly string[]): ReadonlyMap<string, string> {
  const forms = [shortSlug, longSlug, (namespace: string) => `${longSlug(namespace)}-${shortHash(namespace)}`];
  const slugs = new Map<string, string>();
  let open: readonly string[] = namespaces;
  for (const form of forms) {
    const groups = groupBy(open, form);
    const left: string[] = [];
    const taken = new Set(slugs.values());
    for (const [slug, group] of groups) {
      const [only] = group;
      if (only !== undefined && group.length === 1 && !taken.has(slug)) {
        slugs.set(only, slug);
      } else {
        for (const namespace of group) {
          left.push(namespace);
        }
      }
    }
    open = left;
  }
  return slugs;
}

/** The prefix that Namespaces in XML (3) binds to the namespace of `xml:lang` and its kin. */
const reservedPrefix: ReadonlyMap<string, string> = new Map([['http://www.w3.org/XML/1998/namespace', 'xml']]);

/** `{api_namespace}` is `api`, `http://schemas.datacontract.org/2004/07/Foo.Bar` is `foo-bar`, `http://tempuri.org/` is `tempuri`. */
function shortSlug(namespace: string): string {
  const prefix = reservedPrefix.get(namespace);
  if (prefix !== undefined) {
    return prefix;
  }
  const placeholder = /^\{([A-Za-z_][\w-]*)\}$/.exec(namespace);
  if (placeholder?.[1] !== undefined) {
    return fileStem(placeholder[1].replace(/_?(namespace|ns)$/i, '')) || 'api';
  }
  const [, authority = '', path = ''] = /^[a-z][a-z0-9+.-]*:\/\/([^/]*)(.*)/is.exec(namespace) ?? ['', '', namespace];
  const segments = path.split(/[/:#?]+/).filter((segment) => segment !== '' && segment !== 'urn');
  const last = segments.findLastIndex((segment) => !isVersion(segment));
  const chosen = last < 0 ? [hostName(authority), ...segments] : segments.slice(last);
  return fileStem(chosen.join('-')) || longSlug(namespace);
}

function isVersion(segment: string): boolean {
  return /^v?[\d._-]*$/i.test(segment) || /^\d/.test(segment);
}

/** `www.example.co.uk` is `example`. */
function hostName(authority: string): string {
  const labels = authority.replace(/:\d+$/, '').split('.');
  return labels.find((label) => label !== 'www') ?? '';
}

function longSlug(namespace: string): string {
  return fileStem(namespace.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')) || (namespace === '' ? 'unqualified' : 'ns');
}
