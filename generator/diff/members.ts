import type { ElementParticle, Particle, WildcardParticle } from '../contract/model.js';
import { expandedName } from '../contract/names.js';

/** An element of a content model, however many particles declare it. */
export interface ContentMember {
  readonly name: string;
  readonly namespace: string;
  /** Effective bounds of the number of elements of this name; `null` is unbounded. */
  readonly min: number;
  readonly max: number | null;
  /** True if it is a branch of a choice, which may have to have one. */
  readonly inChoice: boolean;
  /** The first particle that declares it. */
  readonly particle: ElementParticle;
  /** Its place among the elements of the content model. */
  readonly index: number;
}

/** The elements and wildcards of a content model, in the order of their first particles. */
export interface ContentMembers {
  readonly elements: ReadonlyMap<string, ContentMember>;
  readonly wildcards: readonly WildcardParticle[];
}

interface Around {
  readonly min: number;
  readonly max: number | null;
  readonly inChoice: boolean;
}

/** The members of a content model. */
export function membersOf(particle: Particle | undefined): ContentMembers {
  const elements = new Map<string, ContentMember>();
  const wildcards: WildcardParticle[] = [];
  const visit = (each: Particle, around: Around): void => {
    const min = around.min * each.minOccurs;
    const max = product(around.max, each.maxOccurs);
    switch (each.kind) {
      case 'element': {
        const key = expandedName(each.namespace, each.name);
        const known = elements.get(key);
        const own = { min, max, inChoice: around.inChoice };
        elements.set(
          key,
          known ? together(known, own) : { ...nameOf(each), ...own, particle: each, index: elements.size },
        );
        return;
      }
      case 'any':
        wildcards.push(each);
        return;
      case 'choice':
        for (const branch of each.particles) {
          visit(
            branch,
            each.particles.length > 1 ? { min: 0, max, inChoice: true } : { min, max, inChoice: around.inChoice },
          );
        }
        return;
      case 'sequence':
      case 'all':
        for (const inner of each.particles) {
          visit(inner, { min, max, inChoice: around.inChoice });
        }
        return;
    }
  };
  if (particle) {
    visit(particle, { min: 1, max: 1, inChoice: false });
  }
  return { elements, wildcards };
}

function nameOf({ name, namespace }: ElementParticle): { readonly name: string; readonly namespace: string } {
  return { name, namespace };
}

/** Two particles of one name: in a choice only one of them may occur, so their bounds do not add up there. */
function together(known: ContentMember, more: Around): ContentMember {
  const inChoice = known.inChoice || more.inChoice;
  const max = known.max === null || more.max === null ? null : known.max + more.max;
  return { ...known, min: inChoice ? Math.min(known.min, more.min) : known.min + more.min, max, inChoice };
}

function product(a: number | null, b: number | null): number | null {
  if (a === 0 || b === 0) {
    return 0;
  }
  return a === null || b === null ? null : a * b;
}

/**
 * The groups of a content model as text, with only the elements that `keep` contains. Groups that say nothing are left out, so
 * that texts differ only if the models do.
 */
export function groupsOf(particle: Particle | undefined, keep: ReadonlySet<string>): string {
  return particle ? textOf(particle, keep, '') : '';
}

function textOf(particle: Particle, keep: ReadonlySet<string>, inside: string): string {
  if (particle.kind === 'any') {
    return '';
  }
  if (particle.kind === 'element') {
    const key = expandedName(particle.namespace, particle.name);
    // A branch that may be absent lets the choice be empty.
    const mark = inside === 'choice' && particle.minOccurs === 0 ? '?' : '';
    return keep.has(key) ? mark + key : '';
  }
  const parts = particle.particles.map((each) => textOf(each, keep, particle.kind)).filter((text) => text !== '');
  if (parts.length === 0) {
    return '';
  }
  const bounds = `${Math.min(particle.minOccurs, 2)}-${particle.maxOccurs === 1 ? 1 : 'n'}`;
  const isPlain = bounds === '1-1' && (parts.length === 1 || particle.kind === inside);
  // A choice has no order of its own.
  const ordered = particle.kind === 'choice' || particle.kind === 'all' ? [...parts].sort() : parts;
  return isPlain ? ordered.join(' ') : `${particle.kind}${bounds === '1-1' ? '' : bounds}(${ordered.join(' ')})`;
}
