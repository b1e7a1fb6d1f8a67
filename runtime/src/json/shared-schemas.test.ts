import { Ajv2020 } from 'ajv/dist/2020.js';
import { type ComplexType, complexType, element, field, sequence } from '../schema/index.js';
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
  return new Ajv2020({ strict: false }).compile({ ...schema, $defs: schemas.definitions })(value);
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
