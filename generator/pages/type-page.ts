import type {
  ComplexTypeDefinition,
  Content,
  SimpleTypeDefinition,
  TypeDefinition,
  TypeKey,
} from '../contract/model.js';
import { splitExpandedName } from '../contract/names.js';
import { particleOf } from '../contract/own-content.js';
import { derivedTypes, extensionChain } from '../contract/queries.js';
import { type Graph, graphMarkup } from './graph.js';
import { facts, foldedList, heading, type PageContent, table } from './layout.js';
import { breakable, documentation, html, type Insert, join, type Markup } from './markup.js';
import { MemberTables } from './members.js';
import type { TypePage } from './places.js';
import { facetTexts, References, wildcardText } from './references.js';
import { rootText, type Site, typeText } from './site.js';
import { typeGraph } from './type-graph.js';
import type { OperationReference, TypeUse } from './usage.js';

/** The page of a named type, or of the types without a name in one component. */
export function typePage(site: Site, page: TypePage): PageContent {
  return new TypePageWriter(site, page).content();
}

class TypePageWriter {
  readonly #site: Site;
  readonly #page: TypePage;
  readonly #links: References;
  readonly #members: MemberTables;

  constructor(site: Site, page: TypePage) {
    this.#site = site;
    this.#page = page;
    this.#links = new References(site, page.path);
    this.#members = new MemberTables(site, this.#links);
  }

  content(): PageContent {
    const { root, path, types } = this.#page;
    const { namespace } = splitExpandedName(root.name);
    const title = rootText(root);
    const element = root.kind === 'element' ? this.#site.index.elements.get(root.name) : undefined;
    const graph: Graph = typeGraph(this.#site, this.#page);
    const main = html`<p class="kind">${this.#kindOfPage()}</p>
<h1>${breakable(title)}</h1>
${documentation(root.kind === 'type' ? types[0]?.documentation : element?.documentation)}
${facts([
  ['May be nil', element?.nillable ? 'yes' : undefined],
  ['Abstract', element?.abstract ? 'yes' : undefined],
  [
    'Stands in for',
    element?.substitutionGroup === undefined ? undefined : this.#links.element(element.substitutionGroup),
  ],
])}
${types.map((type) => this.#section(type))}
${graph.nodes.length > 1 ? html`${heading(2, 'picture', 'Types around it')}${graphMarkup(graph, path, `${title} and the types around it`)}` : undefined}
${this.#uses()}`;
    const place = this.#site.places.namespace(namespace);
    const crumbs =
      place === undefined ? [] : [{ text: namespace === '' ? 'no namespace' : namespace, path: place.path }];
    return { path, title, crumbs, main };
  }

  #kindOfPage(): string {
    const { root, types } = this.#page;
    const [first] = types;
    if (root.kind !== 'type') {
      return root.kind === 'attributeGroup' ? 'attribute group' : root.kind;
    }
    return first?.kind === 'simpleType' ? simpleKind(first) : 'complex type';
  }

  #section(type: TypeDefinition): Markup {
    const anchor = this.#site.places.type(type.key)?.anchor;
    const title = anchor === undefined ? undefined : heading(2, anchor, breakable(typeText(type.key)));
    const body = type.kind === 'complexType' ? this.#complex(type, anchor) : this.#simple(type);
    return html`<section>${title}${this.#documentationOf(type)}${this.#typeFacts(type)}${body}</section>\n`;
  }

  /** The documentation of a named type is below the title of the page. */
  #documentationOf({ name, documentation: text }: TypeDefinition): Markup | undefined {
    return name === undefined ? documentation(text) : undefined;
  }

  #typeFacts(type: TypeDefinition): Markup | undefined {
    const name = this.#site.typeName(type.key);
    const bases = type.kind === 'complexType' ? type.base : undefined;
    const { namespace } = splitExpandedName(this.#page.root.name);
    const isFirst = this.#site.places.type(type.key)?.anchor === undefined;
    return facts([
      ['Namespace', isFirst ? html`<code>${namespace === '' ? '(none)' : namespace}</code>` : undefined],
      ['In TypeScript', name === undefined ? undefined : html`<code>${name}</code>`],
      [
        'Abstract',
        type.kind === 'complexType' && type.abstract
          ? 'yes: a type that is derived from it takes its place'
          : undefined,
      ],
      [
        type.kind === 'complexType' && type.derivation === 'restriction' ? 'Restricts' : 'Extends',
        bases === undefined ? undefined : this.#links.type(bases),
      ],
      ['May not be derived by', type.final.length === 0 ? undefined : type.final.join(', ')],
    ]);
  }

  #complex(type: ComplexTypeDefinition, anchor: string | undefined): Markup {
    const { content, soapArray, anyAttribute, openContent } = type;
    const particle = particleOf(content);
    return html`${facts([
      ['Text', this.#text(content)],
      ['Array of', soapArray && html`${this.#links.type(soapArray.itemType)} <code>${soapArray.rank}</code>`],
      ['Other attributes', anyAttribute && wildcardText(anyAttribute)],
      [
        'Other elements',
        openContent &&
          `${wildcardText(openContent.wildcard)}, ${openContent.mode === 'suffix' ? 'at the end' : 'anywhere'}`,
      ],
    ])}
${this.#members.elements(particle, anchor)}
${this.#members.attributes(
  type.attributes.filter(({ use }) => use !== 'prohibited'),
  anchor,
)}
${this.#isEmpty(type) ? html`<p class="dim">It has no content of its own.</p>` : undefined}
${this.#inherited(type)}`;
  }

  /** What text a content may have. */
  #text(content: Content): Insert {
    switch (content.kind) {
      case 'empty':
      case 'elementOnly':
        return undefined;
      case 'simple':
        return this.#links.type(content.type);
      case 'mixed':
        return 'between the elements';
    }
  }

  #isEmpty({ content, attributes, soapArray }: ComplexTypeDefinition): boolean {
    const hasParticle = particleOf(content) !== undefined;
    return !hasParticle && content.kind !== 'simple' && attributes.length === 0 && soapArray === undefined;
  }

  /** The members of the types that it extends, folded. */
  #inherited(type: ComplexTypeDefinition): readonly Markup[] {
    const chain = extensionChain(this.#site.contract, type.key).filter(({ key }) => key !== type.key);
    return chain.flatMap(({ key, content, attributes }) => {
      const particle = particleOf(content);
      const tables = [this.#members.elements(particle, null), this.#members.attributes(attributes, null)];
      return tables.every((each) => each === undefined)
        ? []
        : [html`<details open><summary>From ${this.#links.type(key)}</summary>${tables}</details>`];
    });
  }

  #simple(type: SimpleTypeDefinition): Markup {
    const { enumeration = [], ...facets } = type.facets;
    const texts = facetTexts(facets);
    return html`${facts([
      ['Type', this.#links.simpleBody(type)],
      ['Restrictions', texts.length === 0 ? undefined : join(texts, '; ')],
    ])}
${
  enumeration.length === 0
    ? undefined
    : table(
        ['Value', 'Description'],
        enumeration.map(
          (item) => html`<tr><td><code>${item.value}</code></td><td>${documentation(item.documentation)}</td></tr>`,
        ),
      )
}`;
  }

  #uses(): Markup {
    const { usage, contract } = this.#site;
    const { root, types } = this.#page;
    const [main] = types;
    const key: TypeKey = root.kind === 'type' && main ? main.key : root.name;
    const isOuter = (use: TypeUse): boolean => !('owner' in use) || !types.some((type) => type.key === use.owner);
    const direct = (usage.types.get(key) ?? []).filter((use) => use.kind !== 'derived' && isOuter(use));
    const uses = [...direct, ...(root.kind === 'element' ? (usage.elements.get(root.name) ?? []) : [])];
    const derived = main?.name === undefined ? [] : derivedTypes(contract, main.key);
    const simple = (usage.types.get(key) ?? []).filter((use) => use.kind === 'derived' && derived.length === 0);
    const operations = usage.operations.get(key) ?? [];
    return html`${listSection('derived', 'Derived types', [...derived.map((type) => this.#links.type(type.key)), ...simple.map((use) => this.#links.use(use))], 'types')}
${listSection(
  'used-by',
  'Where it is used',
  uses.map((use) => this.#links.use(use)),
  'places',
)}
${listSection(
  'operations',
  'Operations whose messages can contain it',
  operations.map((each: OperationReference) => this.#links.operation(each)),
  'operations',
)}
${uses.length + operations.length + derived.length + simple.length === 0 ? html`<p class="dim">Nothing in this contract uses it.</p>` : undefined}`;
  }
}

function listSection(anchor: string, title: string, items: readonly Markup[], what: string): Insert {
  return items.length === 0 ? undefined : html`${heading(2, anchor, title)}${foldedList(items, what)}`;
}

function simpleKind({ variety, facets }: SimpleTypeDefinition): string {
  const kind = facets.enumeration === undefined ? 'simple type' : 'enumeration';
  return variety === 'atomic' ? kind : `${kind} (${variety})`;
}
