import { type ExpandedName, expandedName } from '../../source/names.js';
import type { SchemaSet, XsdElementDeclaration } from '../components.js';

/** Substitution groups, each computed once (Part 1, 3.3.6 "Substitution Group OK (Transitive)"). */
export class Substitutions {
  readonly #direct = new Map<ExpandedName, XsdElementDeclaration[]>();
  readonly #known = new Map<ExpandedName, readonly XsdElementDeclaration[]>();

  constructor(schemas: SchemaSet) {
    for (const element of schemas.elements.values()) {
      for (const { name: head } of element.substitutionGroups) {
        const members = this.#direct.get(head);
        if (members) {
          members.push(element);
        } else {
          this.#direct.set(head, [element]);
        }
      }
    }
  }

  /** The elements that may stand in for a head, itself left out. */
  membersOf(head: XsdElementDeclaration): readonly XsdElementDeclaration[] {
    const name = nameOf(head);
    if (!head.global || !this.#direct.has(name) || head.block.includes('substitution')) {
      return [];
    }
    const known = this.#known.get(name);
    if (known) {
      return known;
    }
    const members = new Set<XsdElementDeclaration>();
    const pending = [name];
    for (const at of pending) {
      for (const member of this.#direct.get(at) ?? []) {
        if (member === head || members.has(member)) {
          continue;
        }
        members.add(member);
        pending.push(nameOf(member));
      }
    }
    const list = [...members];
    this.#known.set(name, list);
    return list;
  }
}

const known = new WeakMap<SchemaSet, Substitutions>();

/** The substitution groups of a set of schemas, the same for all that ask. */
export function substitutionsOf(schemas: SchemaSet): Substitutions {
  const found = known.get(schemas) ?? new Substitutions(schemas);
  known.set(schemas, found);
  return found;
}

/** Expanded name of an element. */
export function nameOf({ namespace, name }: XsdElementDeclaration): ExpandedName {
  return expandedName(namespace, name);
}
