import { bindContext } from '../context/context.js';
import { contextOf, contractOfSchema } from '../fixtures/bound.js';

const type = (name: string): string => `<xs:complexType name="${name}"/>`;

async function typeNames(declarations: string): Promise<Readonly<Record<string, string>>> {
  const { names } = await contextOf(declarations);
  return Object.fromEntries([...names.types].map(([key, { name }]) => [key.replace('{urn:t}', ''), name]));
}

describe('the names of types', () => {
  it('are those of the schema where TypeScript allows them', async () => {
    expect(await typeNames(type('Order') + type('order'))).toEqual({ Order: 'Order', order: 'order' });
  });

  it('replace characters that an identifier may not have', async () => {
    expect(await typeNames(type('Order.Line-Item'))).toEqual({ 'Order.Line-Item': 'Order$$_Line$_Item' });
  });

  it('distinguish types whose identifiers would be the same', async () => {
    expect(await typeNames(type('a-b') + type('a.b'))).toEqual({ 'a-b': 'a$_b', 'a.b': 'a$$_b' });
  });

  it('avoid the types of the language', async () => {
    expect(await typeNames(type('string') + type('Array'))).toEqual({ string: 'string$', Array: 'Array$' });
  });

  it('get a $ where an element with an anonymous type has the same name', async () => {
    expect(await typeNames(`${type('Order')}<xs:element name="Order"><xs:complexType/></xs:element>`)).toEqual({
      Order: 'Order$',
      'Order#element': 'Order',
    });
  });

  it('do not change when another type is added', async () => {
    const before = await typeNames(type('Order') + type('Item'));
    expect(await typeNames(type('Address') + type('Order') + type('Item'))).toMatchObject(before);
  });

  it('can be given by a rule of the user', async () => {
    const contract = await contractOfSchema(type('Order'));
    const { names } = bindContext(contract, {
      packageName: 'p',
      naming: [{ by: 'test', rules: { type: (_, standard) => `My${standard}` } }],
    });
    expect([...names.types.values()].map(({ name }) => name)).toEqual(['MyOrder']);
  });
});
