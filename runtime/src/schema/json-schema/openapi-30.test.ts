import { Ajv } from 'ajv';
import { complexType, element, field, restriction, sequence, toJson } from '../index.js';
import { standardSchema } from '../json/standard-schema.js';
import * as xs from '../xs.js';

const ns = 'urn:t';
const part = complexType(ns, 'Часть a', {
  typeName: 'Часть a',
  content: sequence([field(ns, 'data', xs.base64Binary)]),
});
const whole = complexType(ns, 'Whole', {
  content: sequence([
    field(ns, 'above', restriction(ns, 'Above', xs.int, { minExclusive: '5' })),
    field(ns, 'part', part, { nillable: true }),
    field(ns, 'hex', xs.hexBinary, { min: 0 }),
    field(ns, 'any', xs.anyType, { min: 0 }),
  ]),
});
const schema =
  standardSchema(element(ns, 'whole', whole))['~standard'].jsonSchema?.input({ target: 'openapi-3.0' }) ?? {};
const text = JSON.stringify(schema);

describe('the JSON Schema for OpenAPI 3.0', () => {
  it('has no keywords that OpenAPI 3.0 lacks', () => {
    for (const keyword of ['$schema', '$defs', 'const', 'contentEncoding', '"type":"null"']) {
      expect(text).not.toContain(keyword);
    }
    expect(text).toContain('"minimum":5,"maximum":2147483647,"exclusiveMinimum":true');
    expect(text).toContain('"format":"byte"');
    expect(text).toContain('"nullable":true');
    expect(text).not.toContain('"type":"array"}');
  });

  it('has components whose names OpenAPI allows, and references to them', () => {
    const { components } = schema as { components: { schemas: Record<string, unknown> } };
    const names = Object.keys(components.schemas);
    expect(names.every((name) => /^[A-Za-z0-9._-]+$/.test(name))).toBe(true);
    const used = [...text.matchAll(/#\/components\/schemas\/([^"]+)/g)].map((match) => match[1]);
    expect(used.length).toBeGreaterThan(2);
    expect(used.every((name) => names.includes(name ?? ''))).toBe(true);
  });

  it('describes what toJson makes', () => {
    // Ajv knows `nullable`, but the exclusive bounds of newer drafts alone.
    const known = JSON.parse(
      text.replace('"minimum":5,"maximum":2147483647,"exclusiveMinimum":true', '"exclusiveMinimum":5'),
    );
    const check = new Ajv({ strict: false, formats: { byte: true } }).compile(known);
    const hex = Uint8Array.of(1);
    const value = { above: 6, part: { data: Uint8Array.of(1) }, hex };
    expect(check(toJson(element(ns, 'whole', whole), value))).toBe(true);
    expect(check(toJson(element(ns, 'whole', whole), { above: 6, part: null }))).toBe(true);
    expect(check({ above: 5, part: null })).toBe(false);
    expect(check({ above: 6, part: 'x' })).toBe(false);
  });
});
