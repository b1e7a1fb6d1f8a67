import { type NamelessRoot, rootNames } from './root-names.js';

const root = (name: string, more: Partial<NamelessRoot> = {}): NamelessRoot => ({
  kind: 'element',
  name,
  isFlat: true,
  ownType: undefined,
  ...more,
});
const none = { types: new Set<string>(), others: new Set<string>() };
const namesOf = (
  roots: readonly NamelessRoot[],
  taken: { types?: readonly string[]; others?: readonly string[] } = {},
): Readonly<Record<string, string>> =>
  Object.fromEntries(rootNames(roots, { ...none, types: new Set(taken.types), others: new Set(taken.others) }));

describe('the name of a root in the index', () => {
  it('is that of the element, as TypeScript allows it', () => {
    expect(namesOf([root('{urn:t}Order'), root('{urn:t}order-line'), root('{urn:t}class')])).toEqual({
      'element {urn:t}Order': 'Order',
      'element {urn:t}order-line': 'order$_line',
      'element {urn:t}class': 'class$',
    });
  });

  it('is that of the type of its values, if they have one name', () => {
    expect(namesOf([root('{urn:t}Order', { ownType: 'Order' })], { types: ['Order'] })).toEqual({
      'element {urn:t}Order': 'Order',
    });
  });

  it('has an addition where another type, a service or an enumeration has it', () => {
    expect(namesOf([root('{urn:t}Order', { ownType: 'OrderType' })], { types: ['Order', 'OrderType'] })).toEqual({
      'element {urn:t}Order': 'OrderElement',
    });
    expect(namesOf([root('{urn:t}Shop')], { others: ['Shop', 'ShopElement'] })).toEqual({
      'element {urn:t}Shop': 'ShopElement$',
    });
    expect(namesOf([root('{urn:t}Colour', { ownType: 'Colour' })], { types: ['Colour'], others: ['Colour'] })).toEqual({
      'element {urn:t}Colour': 'ColourElement',
    });
  });

  it('goes to the main namespace first, then to elements, then to types', () => {
    expect(
      namesOf([root('{urn:a}Order', { isFlat: false }), root('{urn:t}Order', { kind: 'type' }), root('{urn:t}Order')]),
    ).toEqual({
      'element {urn:t}Order': 'Order',
      'type {urn:t}Order': 'OrderType',
      'element {urn:a}Order': 'OrderElement',
    });
  });
});
