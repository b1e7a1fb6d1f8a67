import {
  attribute,
  choice,
  complexType,
  type DecodeOptions,
  type DecodeProblem,
  element,
  enumeration,
  field,
  list,
  parseXml,
  scalar,
  sequence,
  type Tolerate,
  type UnknownContent,
  XmlDecodeError,
} from './index.js';
import * as xs from './xs.js';

/** Documents that are read although they do not fit their schema, because the program says so. */

const t = 'urn:t';
const optional = { min: 0 };
const Color = enumeration(t, 'Color', xs.string, ['red', 'blue']);
const Person = complexType(t, 'Person', {
  attributes: [attribute('', 'since', xs.date, { required: true })],
  content: sequence([
    field(t, 'name', xs.string),
    field(t, 'age', xs.int),
    field(t, 'tag', xs.string, { ...optional, max: 9 }),
  ]),
});
const item = element(
  t,
  'item',
  complexType(t, 'Item', {
    attributes: [attribute('', 'id', xs.int, { required: true }), attribute('', 'color', Color)],
    content: sequence([
      field(t, 'a', xs.string),
      field(t, 'b', xs.int),
      field(t, 'color', Color),
      field(t, 'd', xs.dateTime, optional),
      field(t, 'day', xs.date, optional),
      field(t, 'at', xs.time, optional),
      field(t, 'month', xs.gYearMonth, optional),
      field(t, 'flag', xs.boolean, optional),
      field(t, 'big', xs.long, optional),
      field(t, 'money', xs.decimal, optional),
      field(t, 'rate', xs.double, optional),
      field(t, 'tint', Color, optional),
      field(t, 'numbers', list(t, 'Numbers', xs.int), optional),
      field(t, 'who', Person, optional),
    ]),
  }),
);

interface Reading {
  readonly value: Record<string, unknown>;
  readonly told: readonly string[];
}

const right = '<a>x</a><b>5</b><color>red</color>';
const item7 = { id: 7, a: 'x', b: 5, color: 'red' };

function read(content: string, tolerate?: Tolerate, attributes = 'id="7"', options: DecodeOptions = {}): Reading {
  const told: string[] = [];
  const text = `<item xmlns="urn:t" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ${attributes}>${content}</item>`;
  const onUnknown = ({ kind, path, text }: UnknownContent): number => told.push(`${kind} ${path} ${text ?? ''}`.trim());
  const value = parseXml(item, text, { onUnknown, ...(tolerate !== undefined && { tolerate }), ...options });
  return { value: value as Record<string, unknown>, told };
}

function failure(...given: Parameters<typeof read>): string {
  try {
    return `read as ${JSON.stringify(read(...given).value)}`;
  } catch (error) {
    if (error instanceof XmlDecodeError) {
      return error.message;
    }
    throw error;
  }
}

describe('forms of other stacks', () => {
  it.each([
    ['d', '2017-10-27', '2017-10-27T00:00:00'],
    ['d', '2017-10-27Z', '2017-10-27T00:00:00Z'],
    ['d', '2017-10-27T10:11:12z', '2017-10-27T10:11:12Z'],
    ['d', '2017-10-27 10:11:12', '2017-10-27T10:11:12'],
    ['d', '2017-10-27T10:11:12.5+0200', '2017-10-27T10:11:12.5+02:00'],
    ['d', '2017-10-27T10:11:12 +02', '2017-10-27T10:11:12+02:00'],
    ['d', '2017-10-27T10:11', '2017-10-27T10:11:00'],
    ['day', '2017-10-27T00:00:00Z', '2017-10-27Z'],
    ['day', '2017-10-27+0200', '2017-10-27+02:00'],
    ['at', '10:11z', '10:11:00Z'],
    ['month', '2017-10z', '2017-10Z'],
    ['flag', 'True', true],
    ['flag', 'FALSE', false],
    ['flag', 'yes', undefined],
    ['big', '5.0', 5n],
    ['big', '1E3', 1000n],
    ['big', '99999999999999999999', 99999999999999999999n],
    ['big', '5.5', undefined],
    ['big', `1${'0'.repeat(500)}`, undefined],
    ['b', '3000000000', 3_000_000_000],
    ['b', '-3000000000.00', -3_000_000_000],
    ['b', '5e-1', undefined],
    ['money', '1.5E3', '1500'],
    ['money', '-1.25e-3', '-0.00125'],
    ['money', '1E999', undefined],
    ['money', '1,5', undefined],
    ['rate', 'Infinity', Number.POSITIVE_INFINITY],
    ['rate', '-inf', Number.NEGATIVE_INFINITY],
    ['rate', 'nan', Number.NaN],
    ['numbers', '1 2.0 3000000000', [1, 2, 3_000_000_000]],
    ['d', '0000-00-00T00:00:00', undefined],
  ] as const)('%s: %s', (name, text, expected) => {
    const content = name === 'b' ? right.replace('>5<', `>${text}<`) : `${right}<${name}>${text}</${name}>`;
    if (expected === undefined) {
      expect(failure(content, 'common')).toMatch(/is not a valid|out of the range/);
    } else {
      const { value, told } = read(content, 'common');
      expect(value).toEqual({ ...item7, [name]: expected });
      expect(told).toEqual([`value /item/${name} ${text}`]);
    }
    expect(failure(content)).toMatch(/is not a valid|out of the range/);
  });
});

describe('values that an enumeration does not have', () => {
  it('are absent where they are optional, and an error elsewhere', () => {
    const { value, told } = read(`${right}<tint>green</tint>`, 'common', 'id="7" color="pink"');
    expect(value).toStrictEqual(item7);
    expect(told).toEqual(['enumeration /item/color pink', 'enumeration /item/tint green']);
    expect(failure(right.replace('red', 'green'), 'common')).toMatch(
      /color: "green" is not one of the enumerated values/,
    );
  });

  it('are the first one where everything is tolerated', () => {
    const { value, told } = read(right.replace('red', 'green'), 'all');
    expect(value).toEqual(item7);
    expect(told).toEqual(['enumeration /item/color green']);
  });
});

describe('what is missing', () => {
  it('has the default of its type', () => {
    const { value, told } = read('<who/>', 'all', '');
    expect(value).toEqual({
      id: 0,
      a: '',
      b: 0,
      color: 'red',
      who: { since: '0001-01-01', name: '', age: 0, tag: [] },
    });
    expect(told).toEqual([
      'missing /item/id',
      'missing /item/who/since',
      'missing /item/who/name',
      'missing /item/who/age',
      'missing /item/a',
      'missing /item/b',
      'missing /item/color',
    ]);
  });

  it('is an error otherwise, also with the common choices', () => {
    expect(failure('<a>x</a>', 'common')).toMatch(/element "b" is missing/);
    expect(failure(right, 'common', '')).toMatch(/attribute "id" is missing/);
  });

  it('is an error where nothing has a default', () => {
    const root = element(
      t,
      'r',
      complexType(t, '', { content: choice([field(t, 'a', xs.int), field(t, 'b', xs.int)]) }),
    );
    expect(() => parseXml(root, '<r xmlns="urn:t"/>', { tolerate: 'all' })).toThrow(/one of a, b is missing/);
  });
});

describe('nil where nothing is nillable', () => {
  it('is the default of the type', () => {
    const { value, told } = read(right.replace('<b>5</b>', '<b xsi:nil="true"/>'), 'all');
    expect(value).toEqual({ ...item7, b: 0 });
    expect(told).toEqual(['nil /item/b']);
  });

  it('is an object of defaults for an object', () => {
    const root = element(t, 'r', complexType(t, '', { content: sequence([field(t, 'who', Person)]) }));
    const text = '<r xmlns="urn:t"><who xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="1"/></r>';
    const who = { since: '0001-01-01', name: '', age: 0, tag: [] };
    expect(parseXml(root, text, { tolerate: { nil: 'default' } })).toEqual({ who });
    expect(() => parseXml(root, text)).toThrow(/attribute "since" is missing/);
  });
});

describe('other texts', () => {
  it('are absent or the default where the program says so', () => {
    const broken = `${right.replace('>5<', '>five<')}<d>soon</d>`;
    expect(read(broken, 'all').value).toStrictEqual({ ...item7, b: 0 });
    expect(failure(broken, { lexical: 'absent' })).toMatch(/"five" is not a valid int/);
    expect(read(`${right}<d>soon</d>`, { lexical: 'absent' }).value).toStrictEqual(item7);
  });

  it('are refused by a strict reader whatever is tolerated', () => {
    expect(failure(`${right}<flag>True</flag>`, 'all', undefined, { strict: true })).toMatch(/"True" is not a valid/);
  });
});

describe('several at once', () => {
  it('are all read', () => {
    const { value, told } = read('<b>5.0</b><color>green</color><flag>True</flag><x/>', 'all', 'id=""');
    expect(value).toEqual({ id: 0, a: '', b: 5, color: 'red', flag: true });
    expect(told).toEqual([
      'value /item/id',
      'value /item/b 5.0',
      'enumeration /item/color green',
      'value /item/flag True',
      'element /item',
      'missing /item/a',
    ]);
  });
});

describe('a function of the program', () => {
  const problems: DecodeProblem[] = [];
  const recover = (problem: DecodeProblem): ReturnType<NonNullable<Extract<Tolerate, object>['recover']>> => {
    problems.push(problem);
    switch (problem.text) {
      case 'five':
        return { text: '5' };
      case 'none':
        return { value: 0 };
      case 'many':
        return { value: 'many' };
      case 'worse':
        throw new Error('no number');
      default:
        return problem.kind === 'missing' ? { value: -1 } : undefined;
    }
  };
  const of = (text: string): string => right.replace('>5<', `>${text}<`);

  it('gives a text, or a value of the type', () => {
    expect(read(of('five'), { recover }).value).toEqual(item7);
    expect(problems).toMatchObject([
      {
        kind: 'value',
        path: '/item/b',
        namespace: t,
        name: 'b',
        type: { name: 'int' },
        text: 'five',
        message: '"five" is not a valid int',
      },
    ]);
    expect(read(of('none'), { recover }).value).toEqual({ ...item7, b: 0 });
    expect(read('<a>x</a><color>red</color>', { recover }).value).toEqual({ ...item7, b: -1 });
  });

  it('cannot give a value of another type', () => {
    expect(failure(of('many'), { recover })).toMatch(
      /^\/item\/b: recover returned "many", which is not a value of the type/,
    );
    const green = { recover: () => ({ value: 'green' }) };
    expect(failure(right.replace('red', 'pink'), green)).toMatch(/recover returned "green"/);
  });

  it('leaves the rest to the other choices, and its errors have a place', () => {
    expect(failure(of('six'), { recover })).toMatch(/"six" is not a valid int/);
    expect(read(of('6.0'), { recover, lexical: 'forms' }).value).toEqual({ ...item7, b: 6 });
    expect(failure(of('worse'), { recover })).toMatch(/^\/item\/b: no number \(line 1/);
    expect(failure(right.replace('<b>5</b>', '<b xsi:nil="true"/>'), { recover })).toMatch(/"" is not a valid int/);
  });
});

describe('the choices', () => {
  it('have names', () => {
    expect(() => read(right, 'some' as Tolerate)).toThrow(/`tolerate` must be .*, not "some"/);
    expect(failure(`${right}<flag>True</flag>`, 'nothing')).toMatch(/not a valid boolean/);
  });
});

describe('a scalar mapping', () => {
  const lax = scalar<number>(xs.int, { parse: (text) => (text === '' ? Number.NaN : Number(text)), format: String });
  const root = element(t, 'r', complexType(t, '', { content: sequence([field(t, 'n', lax)]) }));
  const document = (text: string): string => `<r xmlns="urn:t"><n> ${text} </n></r>`;

  it('sees texts that are no values of the type', () => {
    expect(parseXml(root, document(''))).toEqual({ n: Number.NaN });
    expect(parseXml(root, document('1e3'))).toEqual({ n: 1000 });
  });

  it('sees values alone in a strict reader', () => {
    expect(() => parseXml(root, document(''), { strict: true })).toThrow(/"" is not a valid int/);
  });
});
