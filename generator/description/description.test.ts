import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { textOf } from '../../tests/support/descriptors.js';
import type { ComplexTypeDefinition, Contract, Service } from '../contract/model.js';
import { describedContract } from './fixtures/described.js';
import { readDescription } from './read.js';

const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(
  JSON.parse(textOf('schemas/description.schema.json')),
);

const head = "description: 1\nnamespace: 'urn:t'\naddress: 'http://h'\n";

/** The contract of a description that editors accept too, and whose WSDL has nothing wrong in it. */
async function read(text: string): Promise<Contract> {
  const [contract, diagnostics] = await describedContract(head + text);
  expect(diagnostics.filter((d) => d.severity !== 'info')).toEqual([]);
  expect([validate(parse(head + text)), validate.errors]).toEqual([true, null]);
  return contract;
}

const complexType = (contract: Contract, local: string) =>
  contract.types.find((type) => type.key === `{urn:t}${local}`) as ComplexTypeDefinition;

/** Name, occurrence, and whether it may be nil, of the children of a type. */
const childrenOf = (type: ComplexTypeDefinition) => {
  const particle = 'particle' in type.content ? type.content.particle : undefined;
  const children = particle && 'particles' in particle ? particle.particles : [];
  return children.map((child) =>
    child.kind === 'element'
      ? `${child.name} ${child.minOccurs}..${child.maxOccurs ?? '*'}${child.nillable ? ' nil' : ''} ${child.type.replace(/^.*}/, '')}`
      : child.kind,
  );
};

describe('parameters and fields', () => {
  const Fields = `
services:
  S:
    path: S.asmx
    operations:
      F:
        params:
          text: string
          number: int
          maybe: int?
          nilText: string?
          letter: char
          list: long[]
          order: Order
          flat: { type: Order, repeated: true }
          must: { type: string, optional: false, documentation: Needed. }
          given: { type: int, default: 5 }
types:
  Order: { fields: { id: long } }
`;

  it('follow ASP.NET: value types are required, references optional, nillable elements always present', async () => {
    const contract = await read(Fields);
    expect(childrenOf(complexType(contract, 'F#element'))).toEqual([
      'text 0..1 string',
      'number 1..1 int',
      'maybe 1..1 nil int',
      'nilText 1..1 nil string',
      'letter 1..1 char',
      'list 0..1 ArrayOfLong',
      'order 0..1 Order',
      'flat 0..* Order',
      'must 1..1 string',
      'given 1..1 int',
    ]);
    expect(childrenOf(complexType(contract, 'ArrayOfLong'))).toEqual(['long 0..* long']);
  });

  it('follow WCF: everything is optional, and references may be nil', async () => {
    const contract = await read(`profile: wcf${Fields}`);
    expect(childrenOf(complexType(contract, 'F#element')).slice(0, 3)).toEqual([
      'text 0..1 nil string',
      'number 0..1 int',
      'maybe 0..1 nil int',
    ]);
    expect(contract.services[0]?.ports.map((p) => [p.name, p.portType, p.address])).toEqual([
      ['BasicHttpBinding_IS', '{urn:t}IS', 'http://h/S.asmx'],
    ]);
  });

  it('are not offered over GET and POST unless all are simple, which is reported', async () => {
    const [contract, diagnostics] = await describedContract(head + Fields);
    expect(contract.services[0]?.operations[0]?.bindings.map((b) => b.kind)).toEqual(['soap11', 'soap12']);
    expect(new Set(diagnostics.map((d) => d.code))).toEqual(new Set(['description/not-over-http']));
  });
});

describe('types', () => {
  it('may be records that extend others, have attributes, and are open', async () => {
    const contract = await read(`
bindings: [soap11]
services: { S: { operations: { F: { params: { x: Car }, result: 'Car[]' } } } }
types:
  Thing: { abstract: true, documentation: Anything that has a name., fields: { name: string } }
  Car: { extends: Thing, fields: { wheels: int }, attributes: { plate: string, year: { type: int, optional: false } } }
  Bag: { extends: Thing, open: true, fields: { size: int } }
`);
    expect(complexType(contract, 'Car')).toMatchObject({ base: '{urn:t}Thing', derivation: 'extension' });
    expect(complexType(contract, 'Car').attributes.map((a) => [a.name, a.use])).toEqual([
      ['plate', 'optional'],
      ['year', 'required'],
    ]);
    expect(childrenOf(complexType(contract, 'Bag'))).toEqual(['size 1..1 int', 'any']);
  });

  it('may be enumerations, whose values stay as they are written', async () => {
    const contract = await read(`
services: { S: { operations: { F: { params: { x: E }, result: G } } } }
types:
  E: { enum: [yes, null, 1.10, TRY, 'a b'] }
  G: { enum: { on: Switched on., 'off': null } }
`);
    const values = contract.types.map((type) => type.kind === 'simpleType' && type.facets.enumeration);
    expect(values).toContainEqual(['yes', 'null', '1.10', 'TRY', 'a b'].map((value) => ({ value })));
    expect(values).toContainEqual([{ value: 'on', documentation: 'Switched on.' }, { value: 'off' }]);
  });

  it('may be simple types with facets, and lists', async () => {
    const contract = await read(`
services: { S: { operations: { F: { params: { a: Short, b: Codes, c: guid } } } } }
types:
  Code: { type: string, pattern: '[A-Z]+', maxLength: 8 }
  Short: { type: Code, pattern: '.{2}', maxLength: 2 }
  Codes: { list: Code }
`);
    const short = contract.types.find((type) => type.key === '{urn:t}Short');
    expect(short).toMatchObject({
      base: '{urn:t}Code',
      builtIn: '{http://www.w3.org/2001/XMLSchema}string',
      facets: { patterns: [['[A-Z]+'], ['.{2}']], maxLength: 2 },
    });
  });
});

describe('operations', () => {
  it('may return nothing, answer nothing, be open, and have faults', async () => {
    const contract = await read(`
profile: wcf
services:
  S:
    documentation: Does things.
    operations:
      Nothing:
      OneWay: { oneWay: true, params: { x: int } }
      Open: { params: open, result: open }
      Failing: { result: void, faults: { OrderFault: OrderError } }
types:
  OrderError: { fields: { code: int } }
`);
    const [service] = contract.services as readonly [Service];
    expect(service.operations.map((o) => [o.name, o.pattern, o.output?.kind, o.faults])).toEqual([
      ['Nothing', 'requestResponse', 'element', []],
      ['OneWay', 'oneWay', undefined, []],
      ['Open', 'requestResponse', 'element', []],
      [
        'Failing',
        'requestResponse',
        'element',
        [
          {
            name: 'OrderFault',
            action: 'urn:t/IS/FailingOrderFault',
            part: { name: 'detail', element: '{urn:t}OrderError' },
          },
        ],
      ],
    ]);
    expect(service.operations[2]?.input).toMatchObject({ wrapped: false });
  });

  it('have an action that is the namespace and the name, with one slash between them', async () => {
    const actionOf = (contract: Contract) => contract.services[0]?.operations[0]?.bindings[0];
    expect(actionOf(await read('services: { S: { operations: { F: } } }'))).toMatchObject({ soapAction: 'urn:t/F' });
    expect(actionOf(await read("services: { S: { namespace: 'http://n/', operations: { F: } } }"))).toMatchObject({
      soapAction: 'http://n/F',
    });
  });
});

it('a type has no documentation of the type that it restricts', async () => {
  const contract = await read(`
bindings: [soap11]
services: { S: { operations: { F: { params: { x: B } } } } }
types: { A: { type: string, documentation: Of A. }, B: { type: A, maxLength: 2 } }
`);
  expect(contract.types.map(({ name, documentation }) => [name, documentation])).toContainEqual([
    '{urn:t}B',
    undefined,
  ]);
});

it('a WCF service over HTTP alone has no actions, whose prefix its WSDL would have to declare', async () => {
  const [{ services }] = await readDescription(
    `${head}profile: wcf\nbindings: [httpGet]\nservices: { S: { operations: { F: { faults: { Bad: int } } } } }`,
    'd.yaml',
  );
  expect(services.get('S')?.text).toContain('<wsdl:fault name="Bad" message="tns:FBad" />');
});

it('JSON is read like YAML', async () => {
  const [contract, diagnostics] = await describedContract(
    '{ "$schema": "x", "description": 1, "namespace": "urn:t", "services": { "S": { "operations": { "F": { "result": "int" } } } } }',
    'd.json',
  );
  expect(diagnostics).toEqual([]);
  expect(contract.services[0]?.operations[0]?.name).toBe('F');
});

describe('what is wrong', () => {
  it.each([
    ['no YAML', 'services: [', 'description/syntax 4:12'],
    ['an alias', 'address: &a x\nbindings: *a', 'description/duplicate-key 4:1'],
    ['an alias alone', 'services: { S: { path: *a } }', 'description/syntax 4:24'],
    ['a list where a map belongs', 'services: [S]', 'description/expected 4:11'],
    ['a list where a text belongs', 'typesNamespace: [x]', 'description/expected 4:17'],
    ['a key without a meaning', 'services:\n  S:\n    paht: x', 'description/unknown-key 6:5'],
    ['a second key', 'services:\n  S: {}\n  S: {}', 'description/duplicate-key 6:3'],
    ['an impossible value', 'profile: soap', 'description/invalid-value 4:10'],
    ['a name that XML cannot have', 'services: { 1S: {} }', 'description/invalid-name 4:13'],
    [
      'no type expression',
      'services: { S: { operations: { F: { result: "int[" } } } }',
      'description/invalid-type 4:45',
    ],
    ['an unknown type', 'services: { S: { operations: { F: { result: Ordre } } } }', 'description/unknown-type 4:45'],
    ['a type named as a built-in one', 'types: { int: { fields: {} } }', 'description/reserved-type 4:10'],
    ['a record as an attribute', 'types: { R: { attributes: { a: R } } }', 'description/not-simple 4:32'],
    ['a simple type that is extended', 'types: { R: { extends: string } }', 'description/not-record 4:24'],
    ['records derived in a circle', 'types:\n  A: { extends: B }\n  B: { extends: A }', 'description/circular 5:17'],
    ['simple types derived in a circle', 'types:\n  A: { type: B }\n  B: { type: A }', 'description/circular 6:14'],
    ['a facet that is no number', 'types: { A: { type: string, length: x } }', 'description/invalid-facet 4:37'],
    [
      'a field without a type',
      'services: { S: { operations: { F: { result: {} } } } }',
      'description/missing-key 4:45',
    ],
    ['facets without a base', 'types: { D: { maxLength: 3 } }', 'description/missing-key 4:10'],
    ['an empty enumeration', 'types: { E: { enum: [] } }', 'description/expected 4:21'],
    ['an enumeration with fields', 'types: { F: { enum: [a], fields: { x: int } } }', 'description/unknown-key 4:26'],
    ['a simple type with fields', 'types: { G: { type: int, fields: { x: int } } }', 'description/unknown-key 4:26'],
    ['facets of a record', 'types: { R: { fields: { x: int }, maxLength: 3 } }', 'description/unknown-key 4:35'],
    ['a value that occurs twice', 'types: { E: { enum: [a, b, a] } }', 'description/repeated-value 4:28'],
    ['one binding without a list', 'bindings: soap11', 'description/expected 4:11'],
    ['no bindings', 'bindings: []', 'description/expected 4:11'],
    ['a number where a text belongs', 'typesNamespace: 5', 'description/expected 4:17'],
    [
      'a one-way operation with a result',
      'services: { S: { operations: { F: { oneWay: true, result: int } } } }',
      'description/one-way-answer 4:51',
    ],
    [
      'a one-way operation with faults',
      'services: { S: { operations: { F: { oneWay: true, faults: { B: string } } } } }',
      'description/one-way-answer 4:51',
    ],
    ['an array as a base', 'types: { A: { type: "int[]" } }', 'description/not-simple 4:21'],
  ])('is reported with line and column: %s', async (_, text, expected) => {
    const [{ services, types }, diagnostics] = await readDescription(head + text, 'd.yaml');
    const places = diagnostics.map((d) => `${d.code} ${d.span?.line}:${d.span?.column}`);
    expect(places).toContain(expected);
    const failed = diagnostics.some(({ severity }) => severity === 'error');
    expect([services.size, types]).toEqual(failed ? [0, undefined] : [expect.any(Number), expect.anything()]);
  });

  it('includes a description without a version or a namespace', async () => {
    const [, diagnostics] = await readDescription('services: {}', 'd.yaml');
    expect(diagnostics.map((d) => d.code)).toEqual(['description/missing-key', 'description/missing-key']);
  });

  it('never ends in an exception, however a text is nested or cut', async () => {
    for (const text of [
      '',
      '[',
      '- '.repeat(5000),
      '{a: '.repeat(3000),
      '[[[['.repeat(1000),
      '? ? ? ?',
      '\u0000',
      '- - -\n -',
      'a: b: c',
    ]) {
      const [{ services }, diagnostics] = await readDescription(text, 'd.yaml');
      expect(services.size).toBe(0);
      expect(diagnostics.length).toBeGreaterThan(0);
    }
  });

  it('treats names such as __proto__ like any others', async () => {
    const [contract, diagnostics] = await describedContract(
      `${head}services: { __proto__: { operations: { constructor: { params: { __proto__: int, toString: int } } } } }`,
    );
    expect(diagnostics).toEqual([]);
    expect(contract.services.map((s) => [s.name, s.operations[0]?.name])).toEqual([['__proto__', 'constructor']]);
    expect(childrenOf(complexType(contract, 'constructor#element'))).toEqual([
      '__proto__ 1..1 int',
      'toString 1..1 int',
    ]);
  });
});
