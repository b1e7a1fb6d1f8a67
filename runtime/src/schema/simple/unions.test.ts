import fc from 'fast-check';
import { runs } from '../../../../tests/support/thorough.js';
import type { SimpleType } from '../index.js';
import {
  complexType,
  element,
  field,
  formatSimple,
  formatXml,
  list,
  parseSimple,
  parseXml,
  patterns,
  restriction,
  sample,
  sequence,
  toJsonSchema,
  union,
  validate,
} from '../index.js';
import * as xs from '../xs.js';

const read = (type: SimpleType, text: string): unknown => parseSimple(type, text, undefined, { strict: true });
const pattern = (type: SimpleType, name: string, ...group: string[]): SimpleType =>
  restriction('', name, type, { patterns: patterns(group) });

/** Each level holds the one below twice, so that there are 2^levels ways to the first. */
const chains: Readonly<Record<string, (levels: number) => SimpleType>> = {
  'the same union twice': (levels) => {
    let type: SimpleType = union('', 'u', [xs.int, xs.date]);
    for (let i = 0; i < levels; i++) {
      type = union('', `u${i}`, [type, type, xs.date]);
    }
    return type;
  },
  'two restrictions of a union': (levels) => {
    let type: SimpleType = union('', 'u', [xs.int, xs.date]);
    for (let i = 0; i < levels; i++) {
      type = union('', `u${i}`, [pattern(type, 'a', '.*', 'x'), pattern(type, 'b', '.*', 'y'), xs.date]);
    }
    return type;
  },
  'two enumerations of a union': (levels) => {
    let type: SimpleType = union('', 'u', [xs.int, xs.date]);
    for (let i = 0; i < levels; i++) {
      type = union('', `u${i}`, [
        restriction('', 'a', type, { enumeration: ['1', '2'] }),
        restriction('', 'b', type, { enumeration: ['2', '3'] }),
      ]);
    }
    return type;
  },
  'lists of a union': (levels) => {
    let type: SimpleType = union('', 'u', [xs.int, xs.date]);
    for (let i = 0; i < levels; i++) {
      type = union('', `u${i}`, [pattern(type, 'a', '.*', 'x'), pattern(type, 'b', '.*', 'y')]);
    }
    return union('', 'lists', [
      restriction('', 'a', list('', 'la', type), { maxLength: 1 }),
      restriction('', 'b', list('', 'lb', type), { maxLength: 2 }),
      list('', 'lc', type),
    ]);
  },
};

describe.each(Object.keys(chains))('a chain of %s', (name) => {
  const type = (chains[name] as (typeof chains)[string])(60);
  const root = element('', 'r', complexType('', '', { content: sequence([field('', 'v', type, { min: 0 })]) }));

  it('reads what fits', () => {
    const expected = name === 'lists of a union' ? [2] : 2;
    expect(read(type, '2')).toEqual(expected);
    expect(parseXml(root, '<r><v> 2 </v></r>')).toEqual({ v: expected });
  });

  it('refuses what does not', () => {
    expect(() => read(type, 'zz')).toThrow('"zz" does not fit any member of the union');
    expect(() => read(type, `1 ${'z '.repeat(1000)}`)).toThrow('does not fit any member of the union');
    expect(validate(root, { v: 'zz' })).toHaveLength(1);
  });

  it('writes, makes samples and a JSON schema', () => {
    const value = name === 'lists of a union' ? [2, 2, 2] : 2;
    expect(formatSimple(type, value)).toBe(name === 'lists of a union' ? '2 2 2' : '2');
    expect(formatXml(root, { v: value })).toContain('2');
    expect(() => formatSimple(type, {})).toThrow('does not fit any member');
    expect(sample(root)).toHaveProperty('v');
    expect(JSON.stringify(toJsonSchema(root)).length).toBeLessThan(3000);
  });
});

it('restrictions may nest deeper than a stack', () => {
  let type: SimpleType = union('', 'u', [xs.int, xs.date]);
  for (let i = 0; i < 900; i++) {
    type = union('', `u${i}`, [pattern(type, 'a', '.*')]);
  }
  expect(read(type, '1')).toBe(1);
  expect(formatSimple(type, 1)).toBe('1');
});

/** A type with what it says of a text by the words of the specification, member by member. */
interface Case {
  readonly type: SimpleType;
  readonly read: (text: string) => unknown;
}

const none = Symbol('none');

function leaf(type: SimpleType): Case {
  return {
    type,
    read: (text) => {
      try {
        return read(type, text);
      } catch {
        return none;
      }
    },
  };
}

function restricted({ type, read: inner }: Case, [source, texts]: readonly [string, readonly string[]]): Case {
  return {
    type: pattern(type, 'restricted', source),
    read: (text) => (texts.includes(text) ? inner(text) : none),
  };
}

function unionOf(members: readonly Case[]): Case {
  return {
    type: union(
      '',
      'union',
      members.map(({ type }) => type),
    ),
    read: (text) => members.map((member) => member.read(text)).find((value) => value !== none) ?? none,
  };
}

const samples = ['1', '01', 'true', '2024-01-01', 'abc', '1.5', '+1'];
const sources: fc.Arbitrary<readonly [string, readonly string[]]> = fc
  .subarray(samples, { minLength: 1 })
  .map((texts) => [texts.map((text) => text.replace(/[.+]/g, '\\$&')).join('|'), texts]);
const leaves = fc.constantFrom(...[xs.int, xs.boolean, xs.date, xs.decimal, xs.long, xs.token].map(leaf));

const cases = fc.letrec<{ union: Case; member: Case }>((tie) => ({
  union: fc.array(tie('member'), { minLength: 1, maxLength: 3 }).map(unionOf),
  member: fc.oneof(
    { maxDepth: 4 },
    leaves,
    tie('union'),
    fc.tuple(tie('union'), sources).map(([inner, facet]) => restricted(inner, facet)),
  ),
}));

it('the first member that accepts a text reads it, however unions are nested', () => {
  fc.assert(
    fc.property(cases.union, fc.constantFrom(...samples), (each, text) => {
      let found: unknown = none;
      try {
        found = read(each.type, text);
      } catch {}
      expect(found).toEqual(each.read(text));
    }),
    { numRuns: runs(500) },
  );
});

it('a value of an enumeration is written as it is enumerated, in whichever member it is equal', () => {
  const inner = union('', '', [xs.token, xs.decimal]);
  const type = union('', '', [restriction('', '', inner, { enumeration: ['1.0', 'a'] }), xs.date]);
  expect([formatSimple(type, '1'), formatSimple(type, 'a')]).toEqual(['1.0', 'a']);
});
