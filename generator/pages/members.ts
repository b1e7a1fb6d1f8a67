import type { AttributeUse, ElementParticle, Particle, TypeKey, ValueConstraint } from '../contract/model.js';
import { substitutionMembers } from '../contract/queries.js';
import { table } from './layout.js';
import { breakable, documentation, html, type Insert, join, type Markup } from './markup.js';
import { memberAnchor } from './places.js';
import { facetTexts, type References, wildcardText } from './references.js';
import type { Site } from './site.js';

/** How many stand-ins of an element a row names. */
const maxStandIns = 12;

/** Tables of the members of types, for one page: each anchor is given once. */
export class MemberTables {
  readonly #site: Site;
  readonly #links: References;
  readonly #anchors = new Set<string>();

  constructor(site: Site, links: References) {
    this.#site = site;
    this.#links = links;
  }

  /** The elements of a content; `section` is the anchor of its type, or `null` where members get no anchors. */
  elements(particle: Particle | undefined, section: string | undefined | null): Markup | undefined {
    const rows = particle === undefined ? [] : this.#rows(particle, section, 0, true);
    return rows.length === 0 ? undefined : table(['Element', 'Type', 'Occurs', 'Description'], rows);
  }

  attributes(uses: readonly AttributeUse[], section: string | undefined | null): Markup | undefined {
    const rows = uses.map((use) => {
      const notes = [
        valueText(use.value),
        use.namespace === '' ? undefined : html`in namespace <code>${use.namespace}</code>`,
      ];
      return html`<tr${this.#anchor(section, 'attribute', use.name)}><td><code>${breakable(use.name)}</code></td><td>${this.#links.type(use.type)}</td><td>${use.use}</td><td>${this.#description(use.type, notes, use.documentation)}</td></tr>`;
    });
    return rows.length === 0 ? undefined : table(['Attribute', 'Type', 'Use', 'Description'], rows);
  }

  #rows(particle: Particle, section: string | undefined | null, depth: number, isTop: boolean): readonly Markup[] {
    switch (particle.kind) {
      case 'element':
        return [this.#elementRow(particle, section, depth)];
      case 'any':
        return [
          html`<tr>${nameCell(html`<em>any element</em>`, depth)}<td></td><td>${occurs(particle)}</td><td>${wildcardText(particle)}</td></tr>`,
        ];
      case 'sequence':
      case 'choice':
      case 'all': {
        const isPlain = isTop && particle.kind === 'sequence' && particle.minOccurs === 1 && particle.maxOccurs === 1;
        const inner = particle.particles.flatMap((each) => this.#rows(each, section, isPlain ? 0 : depth + 1, false));
        return isPlain
          ? inner
          : [
              html`<tr class="group">${nameCell(html`<em>${groupNames[particle.kind]}</em>`, depth)}<td></td><td>${occurs(particle)}</td><td></td></tr>`,
              ...inner,
            ];
      }
    }
  }

  #elementRow(element: ElementParticle, section: string | undefined | null, depth: number): Markup {
    const { name, namespace, ref, type, nillable, value } = element;
    const expanded = `{${namespace}}${name}`;
    const label = html`<code>${ref ? this.#links.link(this.#site.places.element(expanded), breakable(name)) : breakable(name)}</code>`;
    const notes = [nillable ? 'may be nil' : undefined, valueText(value), ref ? this.#standIns(expanded) : undefined];
    return html`<tr${this.#anchor(section, 'member', name)}>${nameCell(label, depth)}<td>${this.#links.type(type)}</td><td>${occurs(element)}</td><td>${this.#description(type, notes, element.documentation)}</td></tr>`;
  }

  /** The elements that may stand in the place of a global one. */
  #standIns(name: string): Markup | undefined {
    const members = substitutionMembers(this.#site.contract, name);
    if (members.length === 0) {
      return undefined;
    }
    const shown = members.slice(0, maxStandIns).map((member) => this.#links.element(member.name));
    const more = members.length > maxStandIns ? ` and ${members.length - maxStandIns} more` : '';
    return html`or ${join(shown, ', ')}${more}`;
  }

  #description(type: TypeKey, notes: readonly Insert[], text: string | undefined): Markup {
    const definition = this.#site.index.types.get(type);
    const facets =
      definition?.kind === 'simpleType' && definition.name === undefined ? facetTexts(definition.facets) : [];
    const all = [...notes.filter((note) => note !== undefined), ...facets];
    return html`${all.length === 0 ? undefined : html`<p class="notes">${join(all, '; ')}</p>`}${documentation(text)}`;
  }

  #anchor(section: string | undefined | null, kind: 'member' | 'attribute', name: string): Markup | undefined {
    if (section === null) {
      return undefined;
    }
    const anchor = memberAnchor(section, kind, name);
    if (this.#anchors.has(anchor)) {
      return undefined;
    }
    this.#anchors.add(anchor);
    return html` id="${anchor}"`;
  }
}

const groupNames: Readonly<Record<'sequence' | 'choice' | 'all', string>> = {
  sequence: 'in this order',
  choice: 'one of',
  all: 'in any order',
};

/** Levels of indentation that a table shows. */
const maxIndent = 6;

function nameCell(content: Insert, depth: number): Markup {
  return html`<td class="in${Math.min(depth, maxIndent)}">${content}</td>`;
}

/** `1`, `0..1`, `0..n`. */
export function occurs({
  minOccurs,
  maxOccurs,
}: {
  readonly minOccurs: number;
  readonly maxOccurs: number | null;
}): string {
  const most = maxOccurs ?? 'n';
  return minOccurs === most ? String(minOccurs) : `${minOccurs}..${most}`;
}

function valueText(value: ValueConstraint | undefined): Markup | undefined {
  return value && html`${value.kind} <code>${value.value}</code>`;
}
