import { choice, complexType, element, field, parseXml, sequence, validate, validateXml } from './index.js';
import { int, string } from './xs.js';

describe('occurrences of a repeated group whose elements repeat', () => {
  // ((a{1,2}) | c){2,3}
  const content = choice([field('', 'a', int, { max: 2 }), field('', 'c', string)], {
    min: 2,
    max: 3,
    property: '$items',
  });
  const root = element('', 'r', complexType('', '', { content: sequence([content]) }));

  it.each([
    ['<a>1</a><a>2</a>', []],
    ['<a>1</a><a>2</a><a>3</a><a>4</a><a>5</a><a>6</a>', []],
    ['<c>x</c><a>1</a>', []],
    ['<a>1</a>', ['content-model']],
    ['<a>1</a><a>2</a><a>x</a>', ['invalid-value']],
  ])('may be separated in any way that fits: %s', (text, expected) => {
    expect(validateXml(root, `<r>${text}</r>`).map(({ code }) => code)).toEqual(expected);
  });

  it('are counted by their contents', () => {
    expect(validate(root, { $items: [{ a: [1, 2] }] })).toEqual([]);
    expect(validate(root, { $items: [{ a: [1] }] })).toMatchObject([{ code: 'too-few', path: ['$items'] }]);
    expect(validate(root, { $items: [{ a: [1] }, { c: 'x' }, { a: [1] }, { c: 'y' }] })).toMatchObject([
      { code: 'too-many' },
    ]);
  });
});

describe('lists in a part that is left out', () => {
  const a = field('', 'a', int, { max: 2 });
  const parse = (...content: Parameters<typeof sequence>) =>
    parseXml(
      element(
        '',
        'r',
        complexType('', '', { content: sequence([sequence(...content), field('', 'z', int, { min: 0 })]) }),
      ),
      '<r/>',
    );

  it('are empty if nothing else is required', () => {
    expect(parse([a, field('', 'b', int, { min: 0 })], { min: 0 })).toEqual({ a: [] });
    expect(parse([a], { min: 0 })).toEqual({ a: [] });
  });

  it('are left out together with required neighbours', () => {
    expect(parse([a, field('', 'b', int)], { min: 0 })).toEqual({});
    expect(parse([a, sequence([field('', 'b', int)], { max: 2, property: '$items' })], { min: 0 })).toEqual({});
  });
});
