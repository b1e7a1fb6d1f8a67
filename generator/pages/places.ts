import type { Contract, ExpandedName, Operation, Service, TypeDefinition, TypeKey } from '../contract/model.js';
import { byCodeUnits, splitExpandedName } from '../contract/names.js';
import { fileStems } from './file-stems.js';

/** The component that a page of types is about: a named type, or what contains types without a name. */
export interface PageRoot {
  readonly kind: 'type' | 'element' | 'attribute' | 'group' | 'attributeGroup';
  readonly name: ExpandedName;
}

/** A page with the types of one root, the outermost first. */
export interface TypePage {
  readonly root: PageRoot;
  readonly path: string;
  readonly types: readonly TypeDefinition[];
}

/** A namespace with pages. */
export interface NamespacePlace {
  readonly uri: string;
  readonly path: string;
  readonly pages: readonly TypePage[];
}

/** Where a thing is: a page, and an anchor in it. */
export interface SitePlace {
  readonly path: string;
  readonly anchor?: string;
}

/** Pages and anchors of everything in a contract: decided once, and the same for each run. */
export class SitePlaces {
  readonly namespaces: readonly NamespacePlace[];
  readonly #pages = new Map<string, TypePage>();
  readonly #anchors = new Map<TypeKey, string>();
  readonly #byType = new Map<TypeKey, TypePage>();
  readonly #namespacePaths: ReadonlyMap<string, string>;
  readonly #services = new Map<Service, string>();
  readonly #operations = new Map<Operation, string>();
  readonly #documents: ReadonlyMap<string, string>;

  constructor(contract: Contract, slugOf: (namespace: string) => string) {
    const types = pageTypes(contract);
    const uris = [
      ...new Set([...types.values()].map(({ root }) => namespaceOf(root)).concat(elementNamespaces(contract))),
    ];
    const slugs = fileStems(uris.sort(byCodeUnits).map((uri) => ({ key: uri, name: slugOf(uri) })));
    this.#namespacePaths = new Map(uris.map((uri) => [uri, `types/${slugs.get(uri)}/index.html`]));
    this.namespaces = uris.map((uri) => this.#placeNamespace(uri, slugs.get(uri) as string, [...types.values()]));
    this.#placeServices(contract);
    const roots = documentRoots(contract).map((key) => ({ key, name: splitExpandedName(key).local }));
    this.#documents = new Map([...fileStems(roots)].map(([key, stem]) => [key, `documents/${stem}.html`]));
  }

  /** The pages of documents by the expanded names of their roots, in the order of the contract; none where services use the schemas. */
  get documents(): readonly { readonly name: ExpandedName; readonly path: string }[] {
    return [...this.#documents].map(([name, path]) => ({ name, path }));
  }

  /** Page of a type or of what contains it; absent for built-in types. */
  pageOf(key: TypeKey): TypePage | undefined {
    return this.#byType.get(key);
  }

  /** Where a type is; absent for built-in types. */
  type(key: TypeKey): SitePlace | undefined {
    const page = this.#byType.get(key);
    const anchor = this.#anchors.get(key);
    return page && { path: page.path, ...(anchor !== undefined && { anchor }) };
  }

  /** The anchor of a member of a type. */
  member(key: TypeKey, kind: 'member' | 'attribute', name: string): SitePlace | undefined {
    const place = this.type(key);
    return place && { path: place.path, anchor: memberAnchor(place.anchor, kind, name) };
  }

  /** Where a global element is: its own page if its type has no name, otherwise the page of its namespace. */
  element(name: ExpandedName): SitePlace {
    const page = this.#pages.get(rootKey({ kind: 'element', name }));
    const { namespace, local } = splitExpandedName(name);
    return page
      ? { path: page.path }
      : { path: this.#namespacePaths.get(namespace) ?? 'index.html', anchor: `element-${local}` };
  }

  /** Where a global attribute is. */
  namespace(uri: string): SitePlace | undefined {
    const path = this.#namespacePaths.get(uri);
    return path === undefined ? undefined : { path };
  }

  service(service: Service): SitePlace {
    return { path: this.#services.get(service) as string };
  }

  operation(operation: Operation): SitePlace {
    return { path: this.#operations.get(operation) as string };
  }

  #placeNamespace(uri: string, slug: string, all: readonly Omit<TypePage, 'path'>[]): NamespacePlace {
    const own = all.filter(({ root }) => namespaceOf(root) === uri);
    const stems = fileStems(own.map(({ root }) => ({ key: rootKey(root), name: stemName(root) })));
    const pages = own.map(
      (page): TypePage => ({ ...page, path: `types/${slug}/${stems.get(rootKey(page.root))}.html` }),
    );
    for (const page of pages) {
      this.#pages.set(rootKey(page.root), page);
      this.#placeTypes(page);
    }
    return { uri, path: `types/${slug}/index.html`, pages };
  }

  #placeTypes(page: TypePage): void {
    const used = new Set<string>();
    for (const type of page.types) {
      this.#byType.set(type.key, page);
      const anchor = anchorOf(type);
      if (anchor !== undefined) {
        const free = used.has(anchor) ? `${anchor}-${used.size}` : anchor;
        used.add(free);
        this.#anchors.set(type.key, free);
      }
    }
  }

  #placeServices({ services }: Contract): void {
    const keyOf = ({ namespace, name }: Service): string => `{${namespace}}${name}`;
    const stems = fileStems(services.map((service) => ({ key: keyOf(service), name: service.name })));
    for (const service of services) {
      const folder = `services/${stems.get(keyOf(service))}`;
      this.#services.set(service, `${folder}/index.html`);
      const names = service.operations.map((operation) => ({
        key: operationKey(operation),
        name: operationTitle(operation),
      }));
      const files = fileStems(names);
      for (const operation of service.operations) {
        this.#operations.set(operation, `${folder}/${files.get(operationKey(operation))}.html`);
      }
    }
  }
}

/** The roots that documents of schemas alone can have. */
export function documentRoots({ services, elements, roots }: Contract): readonly ExpandedName[] {
  if (services.length > 0) {
    return [];
  }
  const wanted = roots && new Set(roots.elements);
  const own = elements.filter(({ name, abstract }) => !abstract && wanted?.has(name) !== false);
  return [...own.map(({ name }) => name), ...(roots?.types ?? []).filter((name) => !wanted?.has(name))];
}

/** The anchor of a member, in the section of a type within a page. */
export function memberAnchor(section: string | undefined, kind: 'member' | 'attribute', name: string): string {
  return `${section === undefined ? '' : `${section}.`}${kind}-${name}`;
}

/** Name of an operation; an overload has the name of its input message as well. */
export function operationTitle({ name, overload }: Operation): string {
  return overload === undefined ? name : `${name} (${overload})`;
}

function operationKey({ name, overload = '' }: Operation): string {
  return `${name} ${overload}`;
}

function rootKey({ kind, name }: PageRoot): string {
  return `${kind} ${name}`;
}

function namespaceOf({ name }: PageRoot): string {
  return splitExpandedName(name).namespace;
}

function stemName({ kind, name }: PageRoot): string {
  const { local } = splitExpandedName(name);
  return kind === 'type' ? local : `${local}-${kind}`;
}

function elementNamespaces({ elements, attributes }: Contract): readonly string[] {
  return [...elements, ...attributes].map(({ name }) => splitExpandedName(name).namespace);
}

function pageTypes({
  types,
}: Contract): ReadonlyMap<string, { readonly root: PageRoot; readonly types: TypeDefinition[] }> {
  const pages = new Map<string, { root: PageRoot; types: TypeDefinition[] }>();
  for (const type of types) {
    const root = rootOf(type);
    const page = pages.get(rootKey(root)) ?? { root, types: [] };
    pages.set(rootKey(root), page);
    page.types.push(type);
  }
  for (const page of pages.values()) {
    page.types.sort((a, b) => depthOf(a) - depthOf(b) || byCodeUnits(a.key, b.key));
  }
  return pages;
}

function depthOf({ scope }: TypeDefinition): number {
  return scope?.path.length ?? 0;
}

function rootOf({ key, name, scope }: TypeDefinition): PageRoot {
  const [first] = scope?.path ?? [];
  if (name !== undefined || first === undefined) {
    return { kind: 'type', name: name ?? key };
  }
  return { kind: rootKinds[first.kind] ?? 'type', name: first.name };
}

const rootKinds: Readonly<Record<string, PageRoot['kind']>> = {
  element: 'element',
  attribute: 'attribute',
  group: 'group',
  attributeGroup: 'attributeGroup',
};

/** The anchor of a type that is not the first of its page. */
function anchorOf({ scope }: TypeDefinition): string | undefined {
  const [, ...inner] = scope?.path ?? [];
  return inner.length === 0 ? undefined : `${inner.map(stepText).join('.')}.type`;
}

function stepText({ kind, name }: { readonly kind: string; readonly name: string }): string {
  const local = name.startsWith('{') ? splitExpandedName(name).local : name;
  return local === '' ? kind : `${kind}-${local}`;
}
