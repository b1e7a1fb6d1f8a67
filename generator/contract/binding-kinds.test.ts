import { textOf } from '../../tests/support/repository.js';
import { bindingOrder, httpKinds, kindOfVerb } from './binding-kinds.js';

describe('the kinds of binding', () => {
  it.each(['schemas/contract.schema.json', 'schemas/description.schema.json'])('are those of %s', (schema) => {
    const lists = [...textOf(schema).matchAll(/"enum": (\["(?:soap|http)[^\]]*\])/g)].map(
      ([, list = '[]']) => JSON.parse(list) as readonly string[],
    );
    expect([...new Set(lists.flat())]).toEqual([...bindingOrder]);
  });

  it('of HTTP have a verb each', () => {
    expect(kindOfVerb.size).toBe(Object.keys(httpKinds).length);
  });
});
