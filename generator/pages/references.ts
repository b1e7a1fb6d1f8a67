import type { ExpandedName, Facets, SimpleTypeDefinition, TypeKey, Wildcard } from '../contract/model.js';
import { splitExpandedName } from '../contract/names.js';
import { hrefTo } from './layout.js';
import { breakable, html, type Insert, join, type Markup } from './markup.js';
import { operationTitle, type SitePlace } from './places.js';
import { rootText, type Site, typeText } from './site.js';
import type { OperationReference, TypeUse } from './usage.js';

/** How many values of an enumeration stand in a line. */
const maxValues = 8;

/** Links from one page of a site. */
export class References {
  readonly #site: Site;
  readonly #from: string;

  constructor(site: Site, from: string) {
    this.#site = site;
    this.#from = from;
  }

  link(place: SitePlace | undefined, text: Insert): Markup {
    return place ? html`<a href="${hrefTo(place, this.#from)}">${text}</a>` : html`${text}`;
  }

  /** A type: a link, or for a simple type without a name what it allows. */
  type(key: TypeKey): Markup {
    const type = this.#site.index.types.get(key);
    const place = this.#site.places.type(key);
    if (type === undefined || place === undefined) {
      return html`<code class="builtin">${typeText(key)}</code>`;
    }
    if (type.name !== undefined) {
      return html`<code>${this.link(place, breakable(typeText(key)))}</code>`;
    }
    if (type.kind === 'simpleType') {
      return html`${this.simpleBody(type)} <span class="dim">${this.link(place, 'restricted')}</span>`;
    }
    return this.link(place, 'type without a name');
  }

  /** The base, the items or the members of a simple type. */
  simpleBody({ variety, base, itemType, memberTypes = [] }: SimpleTypeDefinition): Markup {
    switch (variety) {
      case 'atomic':
        return this.type(base);
      case 'list':
        return itemType === undefined ? this.type(base) : html`list of ${this.type(itemType)}`;
      case 'union':
        return html`${join(
          memberTypes.map((member) => this.type(member)),
          ' or ',
        )}`;
    }
  }

  element(name: ExpandedName): Markup {
    return html`<code>${this.link(this.#site.places.element(name), breakable(splitExpandedName(name).local))}</code>`;
  }

  operation({ service, operation }: OperationReference): Markup {
    const title = `${service.name}.${operationTitle(operation)}`;
    return html`<code>${this.link(this.#site.places.operation(operation), breakable(title))}</code>`;
  }

  /** A use of a type, as a link to where it is. */
  use(use: TypeUse): Markup {
    switch (use.kind) {
      case 'member':
      case 'attribute': {
        const { places } = this.#site;
        const text = `${this.#owner(use.owner)}.${use.kind === 'attribute' ? '@' : ''}${use.name}`;
        return html`<code>${this.link(places.member(use.owner, use.kind, use.name), breakable(text))}</code>`;
      }
      case 'derived':
      case 'list':
      case 'union':
      case 'array':
        return html`${this.#ownerLink(use.owner)} <span class="dim">${relations[use.kind]}</span>`;
      case 'element':
        return html`<span class="dim">element</span> ${this.element(use.name)}`;
      case 'part':
        return html`${this.operation(use.of)} <span class="dim">in part</span> <code>${use.name}</code>`;
    }
  }

  #owner(key: TypeKey): string {
    const page = this.#site.places.pageOf(key);
    const inner = this.#site.index.types.get(key)?.scope?.path.length ?? 0;
    return page && inner <= 1 ? rootText(page.root) : typeText(key);
  }

  #ownerLink(key: TypeKey): Markup {
    return html`<code>${this.link(this.#site.places.type(key), breakable(this.#owner(key)))}</code>`;
  }
}

const relations = {
  derived: 'is derived from it',
  list: 'is a list of it',
  union: 'is a union with it',
  array: 'is an array of it',
} as const;

/** What facets allow, one fact an item. */
export function facetTexts(facets: Facets): readonly Markup[] {
  const { enumeration = [], patterns = [] } = facets;
  const named = facetNames.flatMap((name) => {
    const value = facets[name];
    return value === undefined ? [] : [html`${name} <code>${value}</code>`];
  });
  const values = enumeration.slice(0, maxValues).map(({ value }) => html`<code>${value}</code>`);
  const more = enumeration.length > maxValues ? ` and ${enumeration.length - maxValues} more` : '';
  return [
    ...named,
    ...patterns.map(
      (group) =>
        html`pattern ${join(
          group.map((pattern) => html`<code>${pattern}</code>`),
          ' or ',
        )}`,
    ),
    ...(values.length === 0 ? [] : [html`one of ${join(values, ', ')}${more}`]),
  ];
}

const facetNames = [
  'length',
  'minLength',
  'maxLength',
  'minInclusive',
  'minExclusive',
  'maxInclusive',
  'maxExclusive',
  'totalDigits',
  'fractionDigits',
  'whiteSpace',
  'explicitTimezone',
] as const satisfies readonly (keyof Facets)[];

/** What a wildcard allows, in words. */
export function wildcardText({ namespaces, processContents }: Wildcard): string {
  const names = (list: readonly string[]): string => list.map((uri) => (uri === '' ? 'no namespace' : uri)).join(', ');
  const where =
    namespaces.kind === 'any'
      ? 'any namespace'
      : namespaces.kind === 'not'
        ? `any namespace but ${names(namespaces.namespaces)}`
        : names(namespaces.namespaces);
  return `from ${where} (${processContents})`;
}
