import { showType } from '../fixtures/bound.js';
import { keyword } from './expression.js';
import { combinations, empty, limit, merge, optionalShape, type Shape, shapeType } from './shape.js';

const one = (name: string, optional = false): Shape => ({
  members: [{ name, type: keyword('string'), optional, documentation: [] }],
  choices: [],
});
const choice = (...branches: readonly Shape[]): Shape => ({ members: [], choices: [{ branches }] });
const show = (shape: Shape): string => showType(shapeType(shape));

describe('the type of a shape', () => {
  it('is an object of its members', () => {
    expect(show(merge([one('a'), one('b', true)]))).toBe('{ a: string; b?: string }');
  });

  it('has one alternative for each branch of a choice', () => {
    expect(show(choice(one('a'), one('b')))).toBe('Choice<{ a: string } | { b: string }>');
  });

  it('is the intersection of members and choices', () => {
    expect(show(merge([one('a'), choice(one('b'), one('c'))]))).toBe(
      '{ a: string } & Choice<{ b: string } | { c: string }>',
    );
  });
});

describe('an optional shape', () => {
  it('may also be nothing at all', () => {
    expect(show(optionalShape(merge([one('a'), one('b')])))).toBe('Choice<{ a: string; b: string } | {}>');
  });

  it('stays as it is when it can be empty', () => {
    const shape = one('a', true);
    expect(optionalShape(shape)).toBe(shape);
  });

  it('gives a choice without other members an additional branch', () => {
    expect(optionalShape(choice(one('a'), one('b')))).toEqual(choice(one('a'), one('b'), empty));
  });
});

describe('the combinations of a shape', () => {
  it('multiply over its choices', () => {
    expect(combinations(merge([choice(one('a'), one('b')), choice(one('c'), one('d'), one('e'))]))).toBe(6);
  });

  it('are limited by making members of further choices optional', () => {
    const shape = limit(merge([choice(one('a'), one('b')), choice(one('c'), one('d'))]), 2);
    expect(combinations(shape)).toBe(2);
    expect(show(shape)).toBe('{ c?: string; d?: string } & Choice<{ a: string } | { b: string }>');
  });
});
