import { FormShapes, type Schema, shapeOf } from './shapes.js';

const refs = '#/components/schemas/';
const item: Schema = {
  type: 'object',
  properties: { $type: { const: 'Item' }, name: { type: 'string' } },
  required: ['name'],
};
const gift: Schema = {
  type: 'object',
  properties: { $type: { const: 'Gift' }, name: { type: 'string' }, card: { type: 'string' } },
  required: ['name', 'card'],
};
const tagged: Schema = {
  allOf: [{ $ref: `${refs}Gift` }, { required: ['$type'], properties: { $type: { const: 'Gift' } } }],
};
const shapes = new FormShapes({
  Gift: gift,
  Item: { oneOf: [item, tagged] },
  Tree: { type: 'object', properties: { next: { $ref: `${refs}Tree` } }, required: ['next'] },
  Loop: { $ref: `${refs}Loop` },
});
const names = (schema: Schema): readonly string[] => shapes.of(schema).map(({ name }) => name);

describe('the shapes of a schema', () => {
  it('are its alternatives, with everything that they refer to', () => {
    expect(names({ $ref: `${refs}Item` })).toEqual(['Item', 'Gift']);
    expect(shapes.of(tagged)[0]?.required).toEqual(['name', 'card', '$type']);
    expect(names({ anyOf: [{ $ref: `${refs}Item` }, { type: 'null' }] })).toEqual(['Item', 'Gift', 'null']);
    expect(names({ type: ['string', 'null'], enum: ['a', null] })).toEqual(['string', 'null']);
    expect(shapes.of({ type: ['string', 'null'], enum: ['a', null] })[0]?.enum).toEqual(['a']);
  });

  it('are one for a number with words, and for members that leave each other out', () => {
    const double: Schema = { anyOf: [{ type: 'number' }, { enum: ['INF', 'NaN'] }], format: 'double' };
    expect(names(double)).toEqual(['double']);
    expect(shapeOf(shapes.of(double), 'INF')?.name).toBe('double');
    const rules = [{ anyOf: [{ not: { anyOf: [{ required: ['a'] }] } }, { not: { anyOf: [{ required: ['b'] }] } }] }];
    expect(names({ type: 'object', properties: { a: {}, b: {} }, allOf: rules })).toEqual(['object']);
  });

  it('are found by a value', () => {
    const found = (value: unknown): string | undefined => shapeOf(shapes.of({ $ref: `${refs}Item` }), value)?.name;
    expect(found({ name: 'x' })).toBe('Item');
    expect(found({ $type: 'Gift', name: 'x', card: 'y' })).toBe('Gift');
    expect(found(['x'])).toBeUndefined();
  });

  it('have members of any name', () => {
    const properties = JSON.parse('{"__proto__":{"type":"string"},"constructor":{"type":"string"}}');
    const [found] = shapes.of({ allOf: [{ type: 'object', properties }], required: ['__proto__', 'constructor'] });
    expect(Object.keys(found?.properties ?? {})).toEqual(['__proto__', 'constructor']);
    expect(found && shapeOf([found], {})).toBe(found);
  });

  it('have an end where a schema has none', () => {
    expect(names({ $ref: `${refs}Loop` })).toEqual([]);
    expect(JSON.stringify(shapes.empty({ $ref: `${refs}Tree` })).length).toBeLessThan(300);
  });
});

describe('an empty value', () => {
  it('has what its schema requires, and the name that tells it from others', () => {
    expect(shapes.empty({ $ref: `${refs}Item` })).toEqual({ $type: 'Item', name: '' });
    expect(shapes.empty({ anyOf: [{ type: 'null' }, { type: 'integer' }] })).toBe(0);
    expect(shapes.empty({ type: 'string', format: 'int64', pattern: '^-?[0-9]+$' })).toBe('0');
    expect(shapes.empty({ type: 'array', items: { type: 'boolean' }, minItems: 2 })).toEqual([false, false]);
    expect(shapes.empty({ type: 'string', enum: ['a', 'b'], default: 'b' })).toBe('b');
    expect(shapes.empty({ anyOf: [{ type: 'number' }, { enum: ['INF'] }], default: 1.5 })).toBe(1.5);
  });
});
