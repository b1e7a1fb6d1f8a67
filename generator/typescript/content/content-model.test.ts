import type { ElementParticle, GroupParticle, Particle, WildcardParticle } from '../../contract/model.js';
import { type DraftParticle, keepOrder, simplify } from './content-model.js';

function element(name: string, minOccurs = 1, maxOccurs: number | null = 1): ElementParticle {
  return {
    kind: 'element',
    name,
    namespace: '',
    ref: false,
    type: '{http://www.w3.org/2001/XMLSchema}string',
    nillable: false,
    block: [],
    identityConstraints: [],
    minOccurs,
    maxOccurs,
  };
}

function group(
  kind: GroupParticle['kind'],
  particles: readonly Particle[],
  minOccurs = 1,
  maxOccurs: number | null = 1,
): GroupParticle {
  return { kind, particles, minOccurs, maxOccurs };
}

const any: WildcardParticle = {
  kind: 'any',
  namespaces: { kind: 'any' },
  processContents: 'lax',
  minOccurs: 1,
  maxOccurs: 1,
};

/** Short notation of a model: `a?`, `b*`, `(a, b)`, `(a | b){2,3}`, and `@` before parts that keep their order. */
function show(draft: DraftParticle | undefined): string {
  if (draft === undefined) {
    return '';
  }
  return term(draft) + range(draft.min, draft.max);
}

function term(draft: DraftParticle): string {
  switch (draft.kind) {
    case 'element':
      return draft.declaration.name;
    case 'any':
      return '##any';
    case 'sequence':
    case 'choice':
    case 'all': {
      const separator = draft.kind === 'choice' ? ' | ' : draft.kind === 'all' ? ' & ' : ', ';
      return `${draft.ordered ? '@' : ''}(${draft.particles.map(show).join(separator)})`;
    }
  }
}

function range(min: number, max: number): string {
  if (min === 1 && max === 1) {
    return '';
  }
  if (min === 0 && max === 1) {
    return '?';
  }
  if (max === Number.POSITIVE_INFINITY) {
    return min === 0 ? '*' : min === 1 ? '+' : `{${min},}`;
  }
  return `{${min},${max}}`;
}

const [a, b, c] = [element('a'), element('b'), element('c')];

describe('simplify', () => {
  it.each<[string, Particle, string]>([
    ['removes groups around one particle', group('sequence', [group('choice', [a])]), 'a'],
    ['removes empty groups', group('sequence', [group('sequence', []), a]), 'a'],
    ['removes what may not occur', group('sequence', [element('a', 0, 0), b]), 'b'],
    ['flattens sequences', group('sequence', [a, group('sequence', [b, c])]), '(a, b, c)'],
    ['flattens choices', group('choice', [a, group('choice', [b, c], 0)]), '(a | b | c)?'],
    ['makes a choice with an empty branch optional', group('choice', [a, b, group('sequence', [])]), '(a | b)?'],
    ['multiplies occurrences', group('sequence', [element('a', 0)], 2, null), 'a*'],
    ['keeps an optional group of at least two', group('sequence', [element('a', 2, 3)], 0), '(a{2,3})?'],
    ['keeps repetitions that leave numbers out', group('sequence', [element('a', 3, 3)], 1, 2), '@(a{3,3}){1,2}'],
    ['keeps an optional repetition of several', group('sequence', [element('a', 2, null)], 0, 4), '@(a{2,}){0,4}'],
    ['multiplies where no number is left out', group('sequence', [element('a', 2, 3)], 2, 3), 'a{4,9}'],
    ['repeats single elements instead of lists', group('choice', [element('a', 1, null), b], 1, null), '@(a | b)+'],
    ['keeps the order of a repeated sequence', group('sequence', [a, b], 0, null), '@(a, b)*'],
    ['keeps a repeated wildcard a list', group('sequence', [any], 0, null), '##any*'],
  ])('%s', (_, particle, expected) => {
    expect(show(simplify(particle))).toBe(expected);
  });
});

describe('keepOrder', () => {
  const ordered = (particle: Particle, inherited: readonly string[] = []): string => {
    const draft = simplify(particle);
    return show(draft && keepOrder(draft, (name) => inherited.includes(name)));
  };

  it.each<[string, Particle, string]>([
    ['leaves properties alone', group('sequence', [a, b, c]), '(a, b, c)'],
    ['makes a list of neighbours of one name', group('sequence', [a, element('a', 0), b]), '(a{1,2}, b)'],
    ['makes one list of repetitions of one element', group('sequence', [element('a', 3, 3)], 1, 2), 'a{3,6}'],
    ['keeps a stretch in which a name comes back', group('sequence', [a, b, c, b]), '(a, @(b | c){3,3})'],
    [
      'lets branches share names',
      group('choice', [group('sequence', [a, b]), group('sequence', [b, c])]),
      '((a, b) | (b, c))',
    ],
    [
      'keeps branches that differ in order',
      group('choice', [group('sequence', [a, b]), group('sequence', [b, a])]),
      '@(a | b){2,2}',
    ],
    [
      'keeps the order of two choices with a common element',
      group('sequence', [group('choice', [a, b]), group('choice', [a, c], 0)]),
      '@(a | b | c){1,2}',
    ],
  ])('%s', (_, particle, expected) => {
    expect(ordered(particle)).toBe(expected);
  });

  it('separates the elements that are properties of the base type', () => {
    expect(ordered(group('sequence', [a, element('b', 0, null)]), ['{}b'])).toBe('(a, @(b)*)');
  });
});

it('keeps an empty choice, which no content fits', () => {
  expect(simplify(group('choice', []))).toMatchObject({ kind: 'choice', particles: [], min: 1 });
  expect(simplify(group('choice', [], 0))).toBeUndefined();
  expect(simplify(group('sequence', []))).toBeUndefined();
});
