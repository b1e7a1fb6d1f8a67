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

describe('lists in records of a list', () => {
  const tag = field('urn:r', 'tag', complexType('urn:r', 'Tag', { content: sequence([field('urn:r', 'id', int)]) }), {
    min: 1,
    max: 3,
  });
  const record = complexType('urn:r', 'Record', { content: sequence([field('urn:r', 'name', string), tag]) });
  const records = field('urn:r', 'record', record, { max: Number.POSITIVE_INFINITY });
  const root = element('urn:r', 'r', complexType('urn:r', '', { content: sequence([records]) }));
  const parse = (...counts: readonly number[]): unknown => {
    const tags = (count: number): string => '<tag><id>1</id></tag>'.repeat(count);
    const texts = counts.map((count) => `<record><name>n</name>${tags(count)}</record>`);
    return parseXml(root, `<r xmlns="urn:r">${texts.join('')}</r>`, { strict: true });
  };

  it('have as many items as they may, in whichever record they are', () => {
    expect(parse(1, 3, 2, 3)).toMatchObject({ record: [{ tag: [{ id: 1 }] }, { tag: { length: 3 } }, {}, {}] });
    for (const before of [0, 1, 2, 5, 50]) {
      const fitting = new Array<number>(before).fill(3);
      expect(() => parse(...fitting, 4)).toThrow(`/r/record[${before}]: `);
      expect(() => parse(...fitting, 0)).toThrow(`/r/record[${before}]: `);
    }
  });
});
