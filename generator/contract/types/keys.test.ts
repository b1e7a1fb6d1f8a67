import { anonymousTypeKey, declarationsOfKey } from './keys.js';

describe('the key of a type', () => {
  it.each([
    ['an address with slashes', 'http://shop.example/types/v1'],
    ['an address with a fragment', 'http://www.w3.org/2000/09/xmldsig#'],
    ['a placeholder', '{shop_namespace}'],
    ['an address with placeholders', 'http://{host}/a/{version}#'],
    ['no namespace', ''],
  ])('has the declarations that lead to an anonymous type, where their namespace is %s', (_, namespace) => {
    const [order, item] = [`{${namespace}}Order`, `{${namespace}}item`];
    const key = anonymousTypeKey([
      { kind: 'element', name: order },
      { kind: 'element', name: 'lines' },
      { kind: 'element', name: item },
    ]);
    expect(declarationsOfKey(key)).toEqual([order, 'lines', item]);
    expect(declarationsOfKey(order)).toBeUndefined();
  });
});
