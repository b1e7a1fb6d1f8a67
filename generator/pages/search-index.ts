import { splitExpandedName } from '../contract/names.js';
import { elementsOf } from '../contract/own-content.js';
import { hrefTo } from './layout.js';
import { operationTitle, type SitePlace, type TypePage } from './places.js';
import { rootText, type Site } from './site.js';

/** An entry: name, kind, address from the start page, where it belongs, and other words that find it. */
type Entry = readonly [name: string, kind: string, address: string, home: string, words: string];

/** The script that gives the names of a contract to the search. Names are data in it. */
export function searchIndex(site: Site): string {
  const entries = [...serviceEntries(site), ...documentEntries(site), ...typeEntries(site), ...elementEntries(site)];
  return `globalThis.searchEntries = [\n${entries.map((entry) => asciiJson(entry)).join(',\n')}\n];\n`;
}

function serviceEntries({ contract, places }: Site): readonly Entry[] {
  return contract.services.flatMap((service) => [
    [service.name, 'service', address(places.service(service)), service.namespace, ''] as const,
    ...service.operations.map(
      (operation) =>
        [operationTitle(operation), 'operation', address(places.operation(operation)), service.name, ''] as const,
    ),
  ]);
}

function documentEntries({ places }: Site): readonly Entry[] {
  return places.documents.map(({ name, path }) => {
    const { namespace, local } = splitExpandedName(name);
    return [local, 'document', path, namespace, ''] as const;
  });
}

function typeEntries(site: Site): readonly Entry[] {
  return site.places.namespaces.flatMap(({ uri, pages }) =>
    pages
      .filter(({ root }) => root.kind !== 'element')
      .map((page) => [rootText(page.root), 'type', page.path, uri, wordsOf(page)] as const),
  );
}

function elementEntries({ contract, places }: Site): readonly Entry[] {
  return contract.elements.map(({ name }) => {
    const { namespace, local } = splitExpandedName(name);
    return [local, 'element', address(places.element(name)), namespace, ''] as const;
  });
}

function address(place: SitePlace): string {
  return hrefTo(place, 'index.html');
}

/** The members of types: by them a type is found as well. */
function wordsOf({ types }: TypePage): string {
  const names = types.flatMap((type) =>
    type.kind === 'simpleType'
      ? (type.facets.enumeration ?? []).map(({ value }) => value)
      : [...elementsOf(type.content), ...type.attributes].map(({ name }) => name),
  );
  return [...new Set(names)].slice(0, mostWords).join(' ');
}

/** Words that find one type; more would make the index slow to load. */
const mostWords = 60;

function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^ -~]|</g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
