import { append } from '../../diagnostics/append.js';
import type { ModelGroup, SchemaSet, XsdNamespaceConstraint, XsdParticle, XsdWildcardParticle } from '../components.js';
import { allows } from '../wildcards.js';
import { modelGroupOf } from './content.js';
import type { Findings } from './findings.js';
import type { Leaf } from './leaves.js';
import { nameOf } from './members.js';
import { overlap } from './wildcard-subset.js';

/**
 * Every element must belong to one particle without looking ahead ("cos-nonambig Unique Particle Attribution", Part 1, 3.8.6
 * and appendix H). Most models have no two particles that overlap at all; only the others are compiled. With `elementsWin`
 * (XML Schema 1.1), an element takes precedence over a wildcard that could match, too.
 */
export function checkAttribution(
  particles: readonly XsdParticle[],
  leaves: readonly Leaf[],
  schemas: SchemaSet,
  elementsWin: boolean,
  findings: Findings,
): void {
  if (!hasOverlaps(leaves)) {
    return;
  }
  const compiler = new Compiler(schemas, elementsWin, new Map(leaves.map((leaf) => [leaf.particle, leaf])));
  const conflict = compiler.conflictIn(particles);
  if (!conflict) {
    return;
  }
  const [one, other] = conflict;
  const related = { message: 'It could also belong to this one.', element: one.particle.source };
  const parameters = { what: what(one, other) };
  findings.report('xsd/ambiguous-content', parameters, other.particle.source, undefined, related);
}

/** Names the element that two particles accept. */
function what(one: Leaf, other: Leaf): string {
  const names = new Set(one.declarations.map(nameOf));
  const shared = other.declarations.find((each) => names.has(nameOf(each)));
  const [element] = [...(shared ? [shared] : []), ...one.declarations, ...other.declarations];
  return element ? `an element "${element.name}"` : 'an element of a namespace that both wildcards allow';
}

/** True if any two leaves accept elements of the same name. */
function hasOverlaps(leaves: readonly Leaf[]): boolean {
  const names = new Map<string, Leaf>();
  const namespaces = new Set<string>();
  const wildcards: XsdWildcardParticle[] = [];
  for (const leaf of leaves) {
    if (leaf.particle.kind === 'any') {
      wildcards.push(leaf.particle);
    }
    for (const declaration of leaf.declarations) {
      if (names.has(nameOf(declaration))) {
        return true;
      }
      names.set(nameOf(declaration), leaf);
      namespaces.add(declaration.namespace);
    }
  }
  const constraints = wildcards.map(({ wildcard }) => wildcard.namespaces);
  return constraints.some((constraint) => allowsSome(constraint, namespaces)) || someOverlap(constraints);
}

/** True if a wildcard allows one of the namespaces. */
function allowsSome(constraint: XsdNamespaceConstraint, namespaces: ReadonlySet<string>): boolean {
  switch (constraint.kind) {
    case 'any':
      return namespaces.size > 0;
    case 'enumeration':
      return constraint.namespaces.some((namespace) => namespaces.has(namespace));
    case 'not': {
      const excluded = new Set(constraint.namespaces);
      return [...namespaces].some((namespace) => !excluded.has(namespace));
    }
  }
}

/**
 * True if any two wildcards allow the same namespace. Those that list what they allow are looked up; the others always
 * overlap.
 */
function someOverlap(constraints: readonly XsdNamespaceConstraint[]): boolean {
  const named = new Set<string>();
  const open: XsdNamespaceConstraint[] = [];
  for (const constraint of constraints) {
    if (constraint.kind !== 'enumeration') {
      open.push(constraint);
    } else if (constraint.namespaces.some((namespace) => named.has(namespace))) {
      return true;
    } else {
      for (const namespace of constraint.namespaces) {
        named.add(namespace);
      }
    }
  }
  return open.length > 1 || open.some((constraint) => allowsSome(constraint, named));
}

/** The position of a leaf in the model, with the leaves that may come after it. */
interface Position {
  readonly leaf: Leaf;
  /** Which use of a group it is in. */
  readonly use: GroupUse;
  readonly follow: Set<Position>;
}

/** A reference to a group, within one around it: two uses of a group have particles of their own. */
type GroupUse = Map<XsdParticle, GroupUse>;

/** A part of a model: where it begins and ends (Aho, Sethi, Ullman, 3.9). */
interface Part {
  readonly nullable: boolean;
  readonly first: readonly Position[];
  readonly last: readonly Position[];
}

const emptyPart: Part = { nullable: true, first: [], last: [] };
/** A model with more positions or steps is not checked further. */
const maxPositions = 4_000;
const maxSteps = 2_000_000;

class Compiler {
  readonly #schemas: SchemaSet;
  readonly #elementsWin: boolean;
  readonly #leaves: ReadonlyMap<XsdParticle, Leaf>;
  readonly #positions: Position[] = [];
  #steps = 0;
  #use: GroupUse = new Map();

  constructor(schemas: SchemaSet, elementsWin: boolean, leaves: ReadonlyMap<XsdParticle, Leaf>) {
    this.#schemas = schemas;
    this.#elementsWin = elementsWin;
    this.#leaves = leaves;
  }

  /** The first two different leaves that can accept the same element in the same place. */
  conflictIn(particles: readonly XsdParticle[]): readonly [Leaf, Leaf] | undefined {
    const whole = this.#sequence(particles);
    let conflict = this.#among(whole.first);
    for (const { follow } of this.#positions) {
      if (conflict || this.#isTooMuch()) {
        break;
      }
      conflict = this.#among([...follow]);
    }
    return this.#isTooMuch() ? undefined : conflict;
  }

  #isTooMuch(): boolean {
    return this.#positions.length > maxPositions || this.#steps > maxSteps;
  }

  #among(positions: readonly Position[]): readonly [Leaf, Leaf] | undefined {
    this.#steps += positions.length;
    const names = new Map<string, Position>();
    const wildcards = new Set<Position>();
    for (const position of positions) {
      if (position.leaf.particle.kind === 'any') {
        wildcards.add(position);
      }
    }
    for (const position of positions) {
      const { leaf } = position;
      for (const declaration of leaf.declarations) {
        const other = names.get(nameOf(declaration));
        if (other && isOther(other, position)) {
          return [other.leaf, leaf];
        }
        names.set(nameOf(declaration), position);
        for (const { leaf: any } of this.#elementsWin ? [] : wildcards) {
          this.#steps++;
          if (any.particle.kind !== 'any') {
            continue;
          }
          if (allows(any.particle.wildcard.namespaces, declaration.namespace)) {
            return [leaf, any];
          }
        }
      }
      for (const each of wildcards) {
        this.#steps++;
        const { leaf: any } = each;
        if (leaf.particle.kind !== 'any' || any.particle.kind !== 'any' || !isOther(each, position)) {
          continue;
        }
        if (overlap(any.particle.wildcard.namespaces, leaf.particle.wildcard.namespaces)) {
          return [leaf, any];
        }
      }
    }
    return undefined;
  }

  #part(particle: XsdParticle): Part {
    if (this.#isTooMuch()) {
      return emptyPart;
    }
    const { minOccurs, maxOccurs } = particle;
    if (maxOccurs === 1) {
      const once = this.#once(particle);
      return minOccurs === 0 ? { ...once, nullable: true } : once;
    }
    // For an exact number of occurrences, two are enough: they show what follows one of them, and what follows the last.
    if (minOccurs === maxOccurs) {
      return this.#join([this.#once(particle), this.#once(particle)]);
    }
    const body = this.#once(particle);
    this.#link(body.last, body.first);
    return minOccurs === 0 ? { ...body, nullable: true } : body;
  }

  #once(particle: XsdParticle): Part {
    const leaf = this.#leaves.get(particle);
    if (leaf) {
      const position: Position = { leaf, use: this.#use, follow: new Set() };
      this.#positions.push(position);
      return { nullable: false, first: [position], last: [position] };
    }
    const group = modelGroupOf(particle, this.#schemas);
    if (!group) {
      return emptyPart;
    }
    if (particle.kind !== 'groupRef') {
      return this.#group(group);
    }
    const around = this.#use;
    this.#use = around.get(particle) ?? new Map();
    around.set(particle, this.#use);
    const part = this.#group(group);
    this.#use = around;
    return part;
  }

  #group({ kind, particles }: ModelGroup): Part {
    if (kind === 'sequence') {
      return this.#sequence(particles);
    }
    const parts = particles.map((particle) => this.#part(particle));
    const first = parts.flatMap((part) => part.first);
    const last = parts.flatMap((part) => part.last);
    if (kind === 'choice') {
      return { nullable: parts.some((part) => part.nullable), first, last };
    }
    parts.forEach((part, i) => {
      for (const [j, other] of parts.entries()) {
        if (i !== j) {
          this.#link(part.last, other.first);
        }
      }
    });
    return { nullable: parts.every((part) => part.nullable), first, last };
  }

  #sequence(particles: readonly XsdParticle[]): Part {
    return this.#join(particles.map((particle) => this.#part(particle)));
  }

  #join(parts: readonly Part[]): Part {
    let nullable = true;
    const first: Position[] = [];
    let last: Position[] = [];
    for (const part of parts) {
      this.#link(last, part.first);
      if (nullable) {
        append(first, part.first);
      }
      last = part.nullable ? [...last, ...part.last] : [...part.last];
      nullable &&= part.nullable;
      this.#steps += last.length;
    }
    return { nullable, first, last };
  }

  #link(from: readonly Position[], to: readonly Position[]): void {
    this.#steps += from.length * to.length;
    if (this.#isTooMuch()) {
      return;
    }
    for (const { follow } of from) {
      for (const position of to) {
        follow.add(position);
      }
    }
  }
}

/** One particle that occurs several times is not a conflict. */
function isOther(one: Position, other: Position): boolean {
  return one.leaf.particle.source !== other.leaf.particle.source || one.use !== other.use;
}
