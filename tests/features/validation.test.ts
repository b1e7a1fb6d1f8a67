import { parseXml, XmlDecodeError } from '@wsdl-codegen/runtime';
import { standardSchema, type UnknownContent, validate } from '@wsdl-codegen/runtime/schema';
import { type Exports, findings, load, packageOf, typeCheck } from './package.js';

const xsd = `<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t" elementFormDefault="qualified">
  <x:element name="order" type="t:Order"><x:key name="lines"><x:selector xpath="t:line"/><x:field xpath="@no"/></x:key></x:element>
  <x:complexType name="Order"><x:sequence>
    <x:element name="code"><x:simpleType><x:restriction base="x:string"><x:pattern value="[A-Z]{2}"/></x:restriction></x:simpleType></x:element>
    <x:choice><x:element name="card" type="x:int"/><x:element name="cash" type="x:decimal"/></x:choice>
    <x:element name="line" maxOccurs="3"><x:complexType><x:attribute name="no" type="x:int" use="required"/></x:complexType></x:element>
  </x:sequence></x:complexType>
</x:schema>`;

let loaded: Exports;
let files: ReadonlyMap<string, string>;
beforeAll(async () => {
  const made = await packageOf({ 'order.xsd': xsd });
  expect(findings(made)).toEqual([]);
  ({ files } = made);
  loaded = load(files);
});

const good = { code: 'AB', card: 1, line: [{ no: 1 }, { no: 2 }] };

describe('validate', () => {
  it.each([
    ['nothing wrong', good, []],
    ['a facet', { ...good, code: 'ab' }, ['code: patterns']],
    ['too few', { ...good, line: [] }, ['line: too-few']],
    ['too many', { ...good, line: [1, 2, 3, 4].map((no) => ({ no })) }, ['line: too-many']],
    ['both branches', { ...good, cash: '1' }, [': several-choices']],
    ['no branch', { code: 'AB', line: good.line }, [': missing-choice']],
    ['a key twice', { ...good, line: [{ no: 1 }, { no: 1 }] }, ['line.1: key']],
    ['a wrong type deep inside', { ...good, line: [{ no: 1 }, { no: 'x' }] }, ['line.1.no: wrong-type', 'line.1: key']],
    ['a property that is not there', { ...good, extra: 1 }, ['extra: unknown-property']],
  ])('finds %s, with its path', (_, value, expected) => {
    const issues = validate(loaded.elements['{urn:t}order'], value);
    // A number of children that is wrong also breaks the content model as a whole.
    const found = issues.map(({ path, code }) => `${path.join('.')}: ${code}`);
    expect(found.filter((each) => expected.length === 0 || each !== ': content-model')).toEqual(expected);
  });

  it('follows the Standard Schema interface, with the types of the values', () => {
    const standard = standardSchema(loaded.elements['{urn:t}order'])['~standard'];
    expect(standard).toMatchObject({ version: 1, vendor: 'wsdl-codegen' });
    expect(standard.validate(good)).toEqual({ value: good });
    expect(standard.validate({ ...good, code: 'ab' })).toEqual({
      issues: [{ message: expect.any(String), path: ['code'] }],
    });
    // The interface as the specification publishes it.
    const use = `import { type StandardSchema, standardSchema } from '@wsdl-codegen/runtime/schema';
      import { elements, type Order } from './index.js';
      interface StandardSchemaV1<Input = unknown, Output = Input> { readonly '~standard': { readonly version: 1; readonly vendor: string; readonly validate: (value: unknown) => Result<Output> | Promise<Result<Output>>; readonly types?: { readonly input: Input; readonly output: Output } | undefined } }
      type Result<Output> = { readonly value: Output; readonly issues?: undefined } | { readonly issues: ReadonlyArray<Issue> };
      interface Issue { readonly message: string; readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined }
      const order: StandardSchema<Order> = standardSchema(elements['{urn:t}order']);
      export const schema: StandardSchemaV1<Order> = order;
      export type Value = NonNullable<(typeof order)['~standard']['types']>['output'];
      export const value: Value = { code: 'AB', cash: '1', line: [] };`;
    expect(typeCheck({ order: new Map([...files, ['src/use.ts', use]]) })).toBe('');
  }, 60_000);
});

describe('decoding', () => {
  const text = (content: string): string => `<order xmlns="urn:t">${content}</order>`;
  const unknown = text('<line no="1"/><new>1</new><code>AB</code><card>1</card>');

  it('is lenient about unknown elements and order, reports them, and is strict about types', () => {
    const told: UnknownContent[] = [];
    const element = loaded.elements['{urn:t}order'];
    expect(parseXml(element, unknown, { onUnknown: (content) => told.push(content) })).toEqual({
      code: 'AB',
      card: 1,
      line: [{ no: 1 }],
    });
    expect(told.map(({ kind, name }) => `${kind} ${name}`)).toContain('element new');
    expect(() => parseXml(element, text('<code>AB</code><card>one</card><line no="1"/>'))).toThrow(/\/order\/card/);
  });

  it('is strict about everything when asked', () => {
    expect(() => parseXml(loaded.elements['{urn:t}order'], unknown, { strict: true })).toThrow(XmlDecodeError);
    expect(() =>
      parseXml(loaded.elements['{urn:t}order'], text('<code>ab</code><card>1</card><line no="1"/>'), { strict: true }),
    ).toThrow(/\/order\/code/);
  });
});
