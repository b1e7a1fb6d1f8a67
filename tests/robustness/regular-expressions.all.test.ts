import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attribute, choice, complexType, field, sequence } from '@wsdl-codegen/runtime/schema';
import * as xs from '@wsdl-codegen/runtime/xs';
import { fastPlanOf } from '../../runtime/src/schema/fast/plan.js';
import { scanPlace } from '../../runtime/src/schema/fast/read/places.js';
import type { ScanStep } from '../../runtime/src/schema/fast/read/steps.js';
import { complexPlan } from '../../runtime/src/schema/plan/plan.js';
import { root } from '../architecture/imports.js';
import { type Expression, expressionOf, expressionsOfSources, superLinear } from './regular-expressions.js';

/**
 * No regular expression of the runtime or the generator takes time that grows faster than the text. `regular-expressions.txt` has the
 * exceptions, each with what bounds its text; one that is not needed any more fails, too.
 */

const exceptions: ReadonlyMap<string, string> = new Map(
  readFileSync(join(__dirname, 'regular-expressions.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line): [string, string] => {
      const [file = '', text = '', reason = ''] = line.split('\t');
      return [`${file}\t${text}`, reason];
    }),
);
const keyOf = ({ file, text }: Expression): string => `${file}\t${text}`;
const expressions = expressionsOfSources();
const literals = expressions.filter(({ literal }) => literal);
const made = expressions.filter(({ literal }) => !literal);

const known: readonly (readonly [expression: RegExp, isFound: boolean])[] = [
  [/\s+$/, true],
  [/[ \t]*=\r?\n/g, true],
  [/^(\w+\s?)*$/, true],
  [/<a[^>]*>x/, true],
  [/;\s*name="pin"[^\r\n]*\r\n\r\n/, true],
  [/a(?=.*b)/g, true],
  [/x{2,}y/, true],
  [/^\s+/, false],
  [/\s+$/y, false],
  [/"[^"]*"/, false],
  [/<a[^<>]*>x/, false],
  [/[a-z]{3}$/, false],
];

it('the checker finds what is known to be super-linear, and nothing else', () => {
  const found = superLinear(known.map(([expression]) => expression));
  expect(known.map(([expression], i) => [expression, found[i] !== undefined])).toEqual(known);
});

describe('literals', () => {
  let found: ReturnType<typeof superLinear>;
  beforeAll(() => {
    found = superLinear(literals.map(expressionOf));
  }, 600_000);

  it('take linear time', () => {
    const wrong = literals.flatMap((each, i) =>
      found[i] === undefined || exceptions.has(keyOf(each))
        ? []
        : [`${each.file}:${each.line} ${each.text} (${found[i]})`],
    );
    expect(wrong).toEqual([]);
  });

  it('are excepted only where they need it, and with what bounds the text', () => {
    const needed = new Set([...literals.filter((_, i) => found[i] !== undefined), ...made].map(keyOf));
    expect([...exceptions].filter(([key, reason]) => !needed.has(key) || reason.length < 20)).toEqual([]);
    expect([...exceptions.keys()]).toEqual([...exceptions.keys()].sort());
  });
});

it('the patterns of the JSON schemas take linear time', () => {
  const folder = join(root, 'schemas');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
  const texts = names.map((name) => readFileSync(join(folder, name), 'utf8'));
  const patterns: string[] = [];
  for (const text of texts) {
    JSON.parse(text, (key, value: unknown) => {
      if (key === 'pattern' && typeof value === 'string') {
        patterns.push(value);
      }
      return value;
    });
  }
  const found = superLinear(patterns.map((pattern) => new RegExp(pattern, 'u')));
  expect(patterns.filter((_, i) => found[i] !== undefined)).toEqual([]);
  expect(patterns.length).toBeGreaterThan(0);
});

it('the expressions that find fields of records take linear time', () => {
  const names = ['a', 'b-c', 'd.e', 'f'];
  const fields = names.map((name, i) => field('urn:a', name, xs.string, { min: i % 2 }));
  const attributes = [attribute('', 'k', xs.string), attribute('', 'l', xs.string, { required: true })];
  const price = complexType('urn:a', 'Price', { text: xs.decimal, attributes });
  const content = sequence([...fields, field('urn:a', 'price', price)]);
  const inner = complexType('urn:a', 'Inner', { content, attributes });
  const list = { min: 0, max: Number.POSITIVE_INFINITY };
  const chosen = choice([field('urn:a', 'one', inner), sequence([field('urn:a', 'two', xs.string), ...fields])]);
  const values = [xs.int, xs.long, xs.double, xs.boolean, xs.date, xs.dateTime, xs.time].map((type, i) => {
    return field('urn:a', `z${i}`, type, { min: i % 2, nillable: i > 2 });
  });
  const choices = complexType('urn:a', 'Choices', {
    content: sequence([chosen, field('urn:a', 'text', xs.string, list), ...values]),
  });
  const records = [field('urn:a', 'record', inner, list), field('urn:a', 'choices', choices, list)];
  const outer = [...fields, field('urn:a', 'text', xs.string, list), ...records];
  const plan = complexPlan(complexType('urn:a', 'Outer', { content: sequence(outer) }));
  const placeAt = (i: number): ReturnType<typeof scanPlace> => {
    const place = scanPlace(plan, i);
    return fastPlanOf(plan).scans[i] === 'none' ? null : (place ?? placeAt(i));
  };
  const places = plan.fields.flatMap((_, i) => placeAt(i) ?? []);
  expect(places).toHaveLength(7);
  const prefixes = { prefixOf: () => 'p', resolvePrefix: () => 'urn:a' };
  const samples = [
    '',
    `<p:record xmlns:p="urn:a" k='1'><p:text xmlns='urn:b' xmlns:r="urn:a"/><r:record xmlns:r="urn:a"/></p:record>`,
    '<text xmlns="urn:a"/><choices xmlns="urn:a"/><z3 xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/>',
  ];
  const made = samples.flatMap((sample) =>
    places.flatMap((place) => place.make(prefixes, sample, false).steps.flatMap(expressionsOf)),
  );
  expect(made.length).toBeGreaterThan(places.length);
  expect(superLinear(made).filter((found) => found !== undefined)).toEqual([]);
});

function expressionsOf(step: ScanStep): readonly RegExp[] {
  return step.kind === 'match'
    ? [step.expression]
    : step.alternatives.flatMap(({ program: { steps, nil } }) =>
        (nil === undefined ? steps : [...steps, nil]).flatMap(expressionsOf),
      );
}

describe('expressions that are made of texts', () => {
  const files = [...new Set(made.filter((each) => !exceptions.has(keyOf(each))).map(({ file }) => file))];
  const instances = new Map<string, RegExp[]>(files.map((file) => [file, []]));

  beforeAll(async () => {
    const original = globalThis.RegExp;
    const stackLimit = Error.stackTraceLimit;
    Error.stackTraceLimit = 100;
    globalThis.RegExp = new Proxy(original, {
      construct(target, parameters, self) {
        const expression: RegExp = Reflect.construct(target, parameters, self);
        const [, maker] = (new Error().stack ?? '').split('\n').filter((line) => line.includes('.ts:'));
        const file = files.find((each) => maker?.includes(join(root, each)));
        if (file !== undefined) {
          instances.get(file)?.push(expression);
        }
        return expression;
      },
    });
    try {
      await jest.isolateModulesAsync(async () => {
        for (const file of files) {
          await import(join(root, file));
        }
      });
    } finally {
      globalThis.RegExp = original;
      Error.stackTraceLimit = stackLimit;
    }
  });

  it.each(files)('%s makes them when it is loaded, so that all are seen here', (file) => {
    const sites = made.filter((each) => each.file === file && !exceptions.has(keyOf(each)));
    expect(instances.get(file)?.length).toBeGreaterThanOrEqual(sites.length);
  });

  it('take linear time', () => {
    const all = [...instances].flatMap(([file, each]) => each.map((expression) => [file, expression] as const));
    const found = superLinear(all.map(([, expression]) => expression));
    expect(
      all.flatMap(([file, expression], i) => (found[i] === undefined ? [] : [`${file} ${expression} (${found[i]})`])),
    ).toEqual([]);
  }, 600_000);
});
