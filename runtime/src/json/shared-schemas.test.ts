import { Ajv2020 } from 'ajv/dist/2020.js';
import {
  attribute,
  type ComplexType,
  complexType,
  derivedTypes,
  element,
  enumeration,
  field,
  fromJson,
  JsonError,
  patterns,
  restriction,
  sequence,
  type Type,
} from '../schema/index.js';
import type { JsonSchema } from '../schema/json-schema/simple-schema.js';
import * as xs from '../schema/xs.js';
import type { OperationDescriptor, ServiceDescriptor } from '../service/descriptor.js';
import { SharedSchemas, type SharedSchemasOptions } from './shared-schemas.js';

const operation = (name: string, type: ComplexType, more: Partial<OperationDescriptor> = {}): OperationDescriptor => ({
  name,
  input: { element: element('urn:s', name, type) },
  ...more,
});

const serviceOf = (...operations: readonly OperationDescriptor[]): ServiceDescriptor => ({
  kind: 'service',
  name: 'S',
  namespace: 'urn:s',
  ports: [],
  placeholders: [],
  operations: Object.fromEntries(operations.map((each) => [each.name, each])),
});

const address = complexType('urn:s', 'Address', { content: sequence([field('urn:s', 'city', xs.string)]) });
const inner = complexType('urn:s', '', { content: sequence([field('urn:s', 'n', xs.int)]) });
const order = complexType('urn:s', '', {
  content: sequence([field('urn:s', 'to', address), field('urn:s', 'lines', inner, { list: true, max: 5 })]),
});
const other = complexType('urn:other', 'Address', { content: sequence([field('urn:s', 'zip', xs.string)]) });
const person = complexType('urn:s', 'Person', { content: sequence([field('urn:s', 'at', other)]) });

const placeOrder = operation('Order', order);
const findPerson = operation('Find', person);

function namesOf(options: SharedSchemasOptions, ...operations: readonly OperationDescriptor[]): readonly string[] {
  const schemas = new SharedSchemas(options);
  operations.map((each) => schemas.request(each));
  return Object.keys(schemas.definitions).sort();
}

/** Whether a schema of some that share definitions takes a value. */
function takes(schemas: SharedSchemas, schema: JsonSchema | undefined, value: unknown): boolean {
  return new Ajv2020({ strict: false, validateFormats: false }).compile({ ...schema, $defs: schemas.definitions })(
    value,
  );
}

describe('schemas that share their definitions', () => {
  it('define each type once, anonymous ones by the place where they are used', () => {
    expect(namesOf({}, placeOrder, placeOrder)).toEqual(['Address', 'Order', 'Order.lines']);
  });

  it('have names that depend on the services alone, not on the order of operations', () => {
    const all = { services: [serviceOf(placeOrder, findPerson)] };
    const turned = { services: [serviceOf(findPerson, placeOrder)] };
    const names = namesOf(all, placeOrder, findPerson);
    expect(namesOf(turned, findPerson, placeOrder)).toEqual(names);
    const [one, two, ...others] = names;
    expect([one, two].every((name) => /^Address-[0-9a-f]{8}$/.test(name ?? ''))).toBe(true);
    expect(others).toEqual(['Order', 'Order.lines', 'Person']);
  });

  it('name an anonymous type that several have by the first of their names', () => {
    const a = complexType('urn:s', 'A', { content: sequence([field('urn:s', 'x', inner)]) });
    const b = complexType('urn:s', 'B', { content: sequence([field('urn:s', 'y', inner)]) });
    const [one, two] = [operation('One', a), operation('Two', b)];
    for (const services of [[serviceOf(one, two)], [serviceOf(two, one)]]) {
      expect(namesOf({ services }, two)).toEqual(['A.x', 'B']);
    }
  });

  it('have the names that the program gives, in characters that components may have', () => {
    const nameOf = ({ name }: { readonly name: string }): string => (name === '' ? 'Größe$' : `My${name}`);
    expect(namesOf({ nameOf }, operation('Size', inner), findPerson)).toEqual([
      'Gr_u00F6_u00DFe_u0024',
      'MyAddress',
      'MyPerson',
    ]);
  });

  it('refer to definitions where the program has them', () => {
    const schemas = new SharedSchemas({ refs: '#/components/schemas/' });
    expect(schemas.request(placeOrder)).toEqual({ $ref: '#/components/schemas/Order' });
    expect(JSON.stringify(schemas.definitions)).not.toContain('$defs');
  });

  it('leave a type that is called as the one of trees its own definition', () => {
    const tree = complexType('urn:s', 'XmlElement', { content: sequence([field('urn:s', 'any', xs.anyType)]) });
    const schemas = new SharedSchemas();
    const schema = schemas.request(operation('Tree', tree));
    const any = { namespace: '', name: 'a', attributes: [], children: [] };
    expect(takes(schemas, schema, { any })).toBe(true);
    expect(takes(schemas, schema, any)).toBe(false);
  });
});

describe('the schema of a message', () => {
  it('is that of its result, which may be null where it may be absent', () => {
    const type = complexType('urn:s', '', { content: sequence([field('urn:s', 'result', address, { min: 0 })]) });
    const find = operation('Find', person, { output: { element: element('urn:s', 'r', type), unwrap: 'result' } });
    const schemas = new SharedSchemas();
    const schema = schemas.answer(find);
    expect(takes(schemas, schema, null)).toBe(true);
    expect(takes(schemas, schema, { city: 'x' })).toBe(true);
    expect(takes(schemas, schema, {})).toBe(false);
    expect(schemas.answer(findPerson)).toBeUndefined();
    const empty = operation('Go', person, {
      output: { element: element('urn:s', 'r', complexType('urn:s', '', {})), unwrap: '$void' },
    });
    expect(schemas.answer(empty)).toBeUndefined();
  });

  it('has the attachments beside the parameter', () => {
    const scan = { property: 'scan', name: 'scan', contentTypes: ['image/png'] };
    const soap11 = { action: '', style: 'document', inputAttachments: [scan] } as const;
    const schemas = new SharedSchemas();
    const value = { at: { zip: 'x' }, scan: { contentType: 'image/png', content: 'AQID' } };
    const schema = schemas.request({ ...findPerson, soap11 });
    expect(takes(schemas, schema, value)).toBe(true);
    expect(takes(schemas, schema, { ...value, other: 1 })).toBe(false);
    expect(takes(schemas, schemas.request({ ...findPerson, soap11, input: {} }), { scan: value.scan })).toBe(true);
    const pages = { element: element('urn:s', 'pages', xs.int), property: 'pages' };
    const counted = schemas.request({ ...findPerson, soap11, input: pages });
    expect(takes(schemas, counted, { pages: 1, scan: value.scan })).toBe(true);
    expect(takes(schemas, counted, { scan: value.scan })).toBe(false);
  });

  it('has header blocks and faults beside it', () => {
    const header = { property: 'session', element: element('urn:s', 'Session', xs.long) };
    const login = { ...findPerson, soap12: { action: '', style: 'document', inputHeaders: [header] } } as const;
    const schemas = new SharedSchemas();
    expect(schemas.headers(login, 'input')).toMatchObject({ session: { type: 'string' } });
    expect(schemas.headers(login, 'output')).toEqual({});
    expect(schemas.fault({ name: 'F', element: element('urn:s', 'F', address) })).toEqual({ $ref: '#/$defs/Address' });
    expect(schemas.fault({ name: 'F' })).toBeUndefined();
  });
});

/** A service of one operation with this parameter, in schemas with an option. */
function written(type: Type, options: SharedSchemasOptions = {}): { schemas: SharedSchemas; schema: JsonSchema } {
  const schemas = new SharedSchemas(options);
  return { schemas, schema: schemas.of(type) };
}

const fieldSchema = (type: Type, options: object = {}): unknown => {
  const { schemas } = written(
    complexType('urn:s', 'T', { content: sequence([field('urn:s', 'f', type as never, options)]) }),
  );
  return (schemas.definitions.T as { properties: { f: unknown } }).properties.f;
};

describe('the schema of a value', () => {
  it('names formats of numbers, also of those that are texts', () => {
    expect(fieldSchema(xs.long)).toMatchObject({ type: 'string', format: 'int64' });
    expect(fieldSchema(xs.decimal)).toMatchObject({ type: 'string', format: 'decimal' });
    expect(fieldSchema(xs.int)).toMatchObject({ type: 'integer', format: 'int32' });
    expect(fieldSchema(xs.base64Binary)).toEqual({ type: 'string', contentEncoding: 'base64' });
  });

  it('has null in its type where it has one type, and beside it elsewhere', () => {
    const nillable = { nillable: true };
    expect(fieldSchema(xs.string, nillable)).toEqual({ type: ['string', 'null'] });
    expect(fieldSchema(address, nillable)).toEqual({ anyOf: [{ $ref: '#/$defs/Address' }, { type: 'null' }] });
  });

  it('takes null, or nothing, where null stands for an element that is left out', () => {
    const type = complexType('urn:s', 'T', {
      content: sequence([field('urn:s', 'f', xs.string, { absent: 'null' } as never)]),
    });
    const { schemas, schema } = written(type);
    for (const value of [{ f: null }, {}, { f: 'x' }, { f: 1 }]) {
      expect([value, takes(schemas, schema, value)]).toEqual([value, isRead(type, value)]);
    }
  });

  it('has defaults in their JSON form, and fixed values', () => {
    expect(fieldSchema(xs.int, { min: 0, default: '5' })).toMatchObject({ default: 5 });
    expect(fieldSchema(xs.boolean, { min: 0, default: '1' })).toMatchObject({ default: true });
    expect(fieldSchema(xs.string, { fixed: 'x' })).toMatchObject({ const: 'x' });
    expect(fieldSchema(xs.decimal, { fixed: '1.0' })).not.toHaveProperty('const');
    const type = complexType('urn:s', 'T', { attributes: [attribute('', 'a', xs.int, { default: '7' })] });
    expect(written(type).schemas.definitions.T).toMatchObject({ properties: { a: { default: 7 } } });
  });

  it('has the patterns of texts, all of them, and none that could take long to match', () => {
    const code = restriction('urn:s', '', xs.string, { patterns: patterns(['[A-Z]{2}', '\\d'], ['.*B']) } as never);
    expect(fieldSchema(code)).toEqual({
      type: 'string',
      allOf: [{ pattern: '^(?:[A-Z]{2})$|^(?:\\p{Nd})$' }, expect.anything()],
    });
    const hostile = restriction('urn:s', '', xs.string, { patterns: patterns(['(a*)*b']) } as never);
    expect(fieldSchema(hostile)).toEqual({ type: 'string' });
  });

  it('is defined once for an enumeration with a name', () => {
    const color = enumeration('urn:s', 'Color', xs.string, ['red', 'blue'] as never);
    const type = complexType('urn:s', 'T', {
      content: sequence([field('urn:s', 'a', color as never), field('urn:s', 'b', color as never)]),
    });
    const { definitions } = written(type).schemas;
    expect(definitions.Color).toEqual({ type: 'string', enum: ['red', 'blue'] });
    expect(definitions.T).toMatchObject({ properties: { a: { $ref: '#/$defs/Color' }, b: { $ref: '#/$defs/Color' } } });
  });

  it('has the texts that the program gives for types and their properties', () => {
    const describe = ({ name }: { readonly name: string }, property?: string): string =>
      property === undefined ? `a ${name}` : `${property} of ${name}`;
    const { definitions } = written(person, { describe }).schemas;
    expect(definitions.Person).toMatchObject({
      description: 'a Person',
      properties: { at: { $ref: '#/$defs/Address', description: 'at of Person' } },
    });
  });
});

describe('types in the place of another', () => {
  const shape: ComplexType = complexType('urn:s', 'Shape', {
    typeName: 'Shape',
    abstract: true,
    derived: derivedTypes(() => [circle, ring]),
  });
  const circle: ComplexType = complexType('urn:s', 'Circle', {
    typeName: 'Circle',
    extends: shape,
    derived: derivedTypes(() => [ring]),
    content: sequence([field('urn:s', 'radius', xs.int)]),
  });
  const ring: ComplexType = complexType('urn:s', 'Ring', {
    typeName: 'Ring',
    extends: circle,
    content: sequence([field('urn:s', 'hole', xs.int)]),
  });
  const values = [
    { radius: 1 },
    { $type: 'Circle', radius: 1 },
    { $type: 'Ring', radius: 1, hole: 1 },
    { $type: 'Ring', radius: 1 },
    { radius: 1, hole: 1 },
    { $type: 'Shape' },
  ];

  it.each([true, false])('are told apart by $type exactly as they are read (discriminators: %s)', (discriminators) => {
    for (const type of [shape, circle, ring]) {
      const { schemas, schema } = written(type, { discriminators });
      for (const value of values) {
        expect([value, takes(schemas, schema, value)]).toEqual([value, isRead(type, value)]);
      }
    }
  });

  it('are named by a discriminator, each with a definition that requires $type', () => {
    const { definitions } = written(shape, { discriminators: true }).schemas;
    expect(definitions.Shape).toEqual({
      oneOf: [{ $ref: '#/$defs/Circle.tagged' }, { $ref: '#/$defs/Ring.tagged' }],
      discriminator: {
        propertyName: '$type',
        mapping: { Circle: '#/$defs/Circle.tagged', Ring: '#/$defs/Ring.tagged' },
      },
    });
    expect(definitions.Circle).not.toHaveProperty('discriminator');
  });
});

function isRead(type: Type, json: unknown): boolean {
  try {
    fromJson(type, json);
    return true;
  } catch (error) {
    if (error instanceof JsonError) {
      return false;
    }
    throw error;
  }
}
