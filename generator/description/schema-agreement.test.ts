import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { textOf } from '../../tests/support/descriptors.js';
import { runs } from '../../tests/support/thorough.js';
import { readDescription } from './read.js';

const accepts = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true }).compile(
  JSON.parse(textOf('schemas/description.schema.json')),
);

/** Mistakes that only the command finds: which names exist, and how they are used. */
const meaning: ReadonlySet<string> = new Set([
  'description/unknown-type',
  'description/reserved-type',
  'description/not-simple',
  'description/not-record',
  'description/circular',
  'description/name-collision',
]);

const typeName = fc.constantFrom('int', 'string', 'long', 'dateTime', 'A', 'B', 'C', 'Missing');
const typeExpression = fc.tuple(typeName, fc.constantFrom('', '[]', '?', '[]?')).map((parts) => parts.join(''));
const field = fc.oneof(
  typeExpression,
  fc.record(
    { type: typeExpression, optional: fc.boolean(), repeated: fc.boolean(), default: fc.constantFrom('1', 1, true) },
    { requiredKeys: ['type'] },
  ),
);
const fields = fc.dictionary(fc.constantFrom('a', 'b', 'c'), field);
const type = fc.oneof(
  fc.record({
    enum: fc.constantFrom(['x'], [1, 2], { x: 'X', y: null }),
    documentation: fc.constant('An enumeration.'),
  }),
  fc.record({ fields, attributes: fields, extends: typeExpression, open: fc.boolean() }, { requiredKeys: [] }),
  fc.record(
    { type: typeExpression, maxLength: fc.constantFrom(3, '3'), pattern: fc.constant('a+') },
    { requiredKeys: ['type'] },
  ),
  fc.record({ list: typeExpression }),
);
const operation = fc.option(
  fc.record(
    {
      params: fc.oneof(fields, fc.constant('open')),
      result: fc.oneof(field, fc.constantFrom('open', 'void')),
      oneWay: fc.boolean(),
      faults: fc.dictionary(fc.constantFrom('F', 'G'), typeExpression),
      documentation: fc.constant('An operation.'),
    },
    { requiredKeys: [] },
  ),
);
const service = fc.record(
  {
    path: fc.constant('/s.asmx'),
    bindings: fc.constantFrom(['soap11'], ['soap12', 'httpGet']),
    namespace: fc.constantFrom('urn:s', 'urn:t'),
    operations: fc.dictionary(fc.constantFrom('Get', 'GetResponse', 'Put'), operation),
  },
  { requiredKeys: ['operations'] },
);
const description = fc.record(
  {
    description: fc.constantFrom(1, '1'),
    namespace: fc.constant('urn:t'),
    profile: fc.constantFrom('asmx', 'wcf'),
    services: fc.dictionary(fc.constantFrom('S', 'T'), service),
    types: fc.dictionary(fc.constantFrom('A', 'B', 'C'), type),
  },
  { requiredKeys: ['description', 'namespace', 'services'] },
);

const keys = ['fields', 'enum', 'type', 'list', 'extends', 'maxLength', 'oneWay', 'result', 'bindings', 'path', 'x'];
const anything = fc.constantFrom<unknown>(
  1,
  1.5,
  -1,
  true,
  false,
  null,
  '',
  'open',
  'void',
  'soap11',
  'int[]',
  'true',
  '7',
  [],
  {},
  ['soap11'],
  ['soap11', 'soap11'],
  [1],
  { a: 'int' },
  { type: 'int' },
);
const mutation = fc.record({
  at: fc.nat(),
  what: fc.constantFrom('replace', 'remove', 'add'),
  key: fc.constantFrom(...keys),
  value: anything,
});

type Container = Record<string, unknown>;

/** Every value of a tree that is an object or a list, the root first. */
function containers(value: unknown): readonly Container[] {
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  return [value as Container, ...Object.values(value).flatMap(containers)];
}

/** The description with one change somewhere. */
function changed(
  original: unknown,
  { at, what, key, value }: { at: number; what: string; key: string; value: unknown },
): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(original));
  const places = containers(copy).flatMap((container) =>
    Object.keys(container).map((name) => [container, name] as const),
  );
  const [container, name] = places[at % places.length] ?? [];
  if (container === undefined || name === undefined) {
    return copy;
  }
  if (what === 'replace') {
    container[name] = value;
  } else if (what === 'add' && !Array.isArray(container)) {
    container[key] = value;
  } else if (Array.isArray(container)) {
    container.splice(Number(name), 1);
  } else {
    delete container[name];
  }
  return copy;
}

describe('the JSON Schema and the command', () => {
  const agree = async (value: unknown): Promise<void> => {
    const [, diagnostics] = await readDescription(JSON.stringify(value), 'd.json');
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    const ofForm = errors.filter(({ code }) => !meaning.has(code)).map(({ code, message }) => `${code} ${message}`);
    for (const { code, span } of errors) {
      expect([code, span?.file, (span?.line ?? 0) > 0]).toEqual([code, 'd.json', true]);
    }
    if (accepts(value)) {
      expect(ofForm).toEqual([]);
    } else {
      expect({ errors: errors.length > 0, refused: accepts.errors }).toMatchObject({ errors: true });
    }
  };

  it('agree on descriptions, and on descriptions with a mistake', async () => {
    const mutations = fc.array(mutation, { maxLength: 2 });
    await fc.assert(
      fc.asyncProperty(description, mutations, (value, list) => agree(list.reduce<unknown>(changed, value))),
      { numRuns: runs(500), seed: 11 },
    );
  });
});
