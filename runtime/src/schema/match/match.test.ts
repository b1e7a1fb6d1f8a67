import { itInAll } from '../../../../tests/support/in-all.js';
import {
  complexType,
  element,
  field,
  type OpenContentDescriptor,
  type ParticleDescriptor,
  sequence,
  validate,
  validateXml,
} from '../index.js';
import { complexPlan } from '../plan/plan.js';
import { string } from '../xs.js';
import { matchContent } from './match.js';

/** Children that a content model and open content share (XML Schema 1.1, Part 1, 3.4.4.3). */

const many = { min: 0, max: Number.POSITIVE_INFINITY, list: true };
const named = (name: string) => ({ namespace: '', name });

/** Index of the first child that does not fit. */
function misfit(content: ParticleDescriptor, mode: OpenContentDescriptor['mode'], names: Iterable<string>) {
  const openContent = { mode, namespaces: 'any', notNames: ['{}not'], process: 'lax' } as const;
  return matchContent(complexPlan(complexType('', '', { content, openContent })), [...names].map(named))?.index;
}

describe('open content together with elements of the same names', () => {
  const pair = sequence([field('', 'a', string), field('', 'b', string)]);

  it.each([
    ['an element more than the model takes', 'aab', undefined],
    ['elements after the model', 'abab', undefined],
    ['an element before its turn', 'bab', undefined],
    ['an element of the model that is missing', 'baa', 3],
  ])('interleaved, sees %s', (_, names, expected) => {
    expect(misfit(pair, 'interleave', names)).toBe(expected);
  });

  it.each([
    ['elements after the model', 'abab', undefined],
    ['an element in between', 'aab', 3],
  ])('as a suffix, sees %s', (_, names, expected) => {
    expect(misfit(pair, 'suffix', names)).toBe(expected);
  });

  it('does not accept names that its wildcard excludes', () => {
    expect(misfit(pair, 'interleave', ['a', 'not', 'b'])).toBe(1);
    expect(misfit(pair, 'suffix', ['a', 'b', 'a', 'not'])).toBe(3);
  });

  it('leaves elements to later occurrences of a group', () => {
    const pairs = sequence([sequence(pair.particles, { ...many, property: 'pairs' })]);
    expect(misfit(pairs, 'interleave', 'aabab')).toBeUndefined();
    expect(misfit(pairs, 'interleave', 'aaba')).toBe(4);
  });

  it('is matched in one walk, however many children there are', () => {
    const list = sequence([field('', 'x', string, many), field('', 'a', string, { min: 0 })]);
    const names = [...Array<string>(100_000).fill('x'), ...Array<string>(100_000).fill('a')];
    expect(misfit(list, 'interleave', names)).toBeUndefined();
  });
});

describe('values with very many problems', () => {
  itInAll('are reported, where identity constraints are broken', () => {
    const item = complexType('', '', { content: sequence([field('', 'k', string, { min: 0 })]) });
    const list = complexType('', '', { content: sequence([field('', 'i', item, many)]) });
    const selector = [{ steps: ['i'], anyDepth: true }];
    const constraints = [{ kind: 'key', name: 'k', selector, fields: [[{ steps: ['k'] }]] }] as const;
    const count = 200_000;
    expect(validateXml(element('', 'r', list, { constraints }), `<r>${'<i/>'.repeat(count)}</r>`)).toHaveLength(count);
  });

  it('are taken back, where the content model finds that numbers of items fit together', () => {
    const group = sequence([field('', 'a', string, { min: 2, max: 3, list: true })], { ...many, property: 'g' });
    const root = element('', 'r', complexType('', '', { content: sequence([field('', 'x', string), group]) }));
    const g = Array.from({ length: 60_000 }, () => ({ a: ['1'] }));
    expect(validate(root, { x: 'x', g })).toEqual([]);
    expect(validate(root, { x: 1, g }).map(({ code }) => code)).toEqual(['wrong-type']);
  });
});
