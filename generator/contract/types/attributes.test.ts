import { codes, contractTypes } from '../../xsd/fixtures/memory.js';
import type { ComplexTypeDefinition } from '../model.js';

async function typeOf(declarations: string, key = '{urn:t}T'): Promise<ComplexTypeDefinition> {
  const [{ types }, diagnostics] = await contractTypes(declarations);
  expect(codes(diagnostics)).toEqual([]);
  return types.find((each) => each.key === key) as ComplexTypeDefinition;
}

const show = ({ attributes }: ComplexTypeDefinition): readonly string[] =>
  attributes.map(({ name, use, value }) => `${name} ${use}${value ? ` ${value.kind} ${value.value}` : ''}`);

const type = (content: string, name = 'T'): string => `<xs:complexType name="${name}">${content}</xs:complexType>`;
const derived = (how: 'extension' | 'restriction', content: string): string =>
  type(`<xs:complexContent><xs:${how} base="tns:Base">${content}</xs:${how}></xs:complexContent>`);

describe('the attributes of a type', () => {
  it('are sorted by name, whatever the order in the schema', async () => {
    const attributes = '<xs:attribute name="b" type="xs:int"/><xs:attribute name="a" type="xs:int" use="required"/>';
    expect(show(await typeOf(type(attributes)))).toEqual(['a required', 'b optional']);
  });

  it('have default and fixed values', async () => {
    const attributes =
      '<xs:attribute name="a" type="xs:int" default=" 7 "/><xs:attribute name="b" type="xs:string" fixed="x y"/>';
    expect(show(await typeOf(type(attributes)))).toEqual(['a optional default 7', 'b optional fixed x y']);
  });

  it('include those of attribute groups, and of groups within these', async () => {
    const groups =
      '<xs:attributeGroup name="g"><xs:attributeGroup ref="tns:h"/><xs:attribute name="a" type="xs:int"/></xs:attributeGroup>' +
      '<xs:attributeGroup name="h"><xs:attribute name="b" type="xs:int"/></xs:attributeGroup>';
    expect(show(await typeOf(groups + type('<xs:attributeGroup ref="tns:g"/>')))).toEqual(['a optional', 'b optional']);
  });

  it('have the declaration of a global attribute if they refer to one', async () => {
    const global = '<xs:attribute name="a" type="xs:int" default="1"/>';
    const found = await typeOf(global + type('<xs:attribute ref="tns:a" use="required"/>'));
    expect(found.attributes).toMatchObject([{ name: 'a', namespace: 'urn:t', use: 'required' }]);
  });

  it('of an extension are those that it adds', async () => {
    const base = type('<xs:attribute name="a" type="xs:int"/>', 'Base');
    expect(show(await typeOf(base + derived('extension', '<xs:attribute name="b" type="xs:int"/>')))).toEqual([
      'b optional',
    ]);
  });

  it('of a restriction are complete, including those that it prohibits', async () => {
    const base = type('<xs:attribute name="a" type="xs:int"/><xs:attribute name="b" type="xs:int"/>', 'Base');
    const restriction = derived('restriction', '<xs:attribute name="b" use="prohibited"/>');
    expect(show(await typeOf(base + restriction))).toEqual(['a optional', 'b prohibited']);
  });
});
