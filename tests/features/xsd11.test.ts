import { formatXml, parseXml, sample, toJsonSchema, validate, validateXml } from '@wsdl-codegen/runtime/schema';
import { type Descriptors, descriptorsOf } from '../../generator/memory/descriptors.js';
import { itInAll } from '../support/in-all.js';
import { packageOf, typeCheck } from './package.js';
import { alternatives } from './xsd11/alternatives.js';
import { type Case, documentText, schemaText } from './xsd11/case.js';
import { declarations } from './xsd11/declarations.js';
import { models } from './xsd11/models.js';
import { wildcards } from './xsd11/wildcards.js';

const cases: readonly Case[] = [...wildcards, ...models, ...declarations, ...alternatives];

const made = (test: Case) => packageOf({ 'a.xsd': schemaText(test), ...test.others });

function rootOf(text: string, known: Descriptors) {
  const name = /^<([\w.-]+)/.exec(text)?.[1] ?? '';
  return known.elements.get(`{urn:t}${name}`);
}

describe('XML Schema 1.1', () => {
  describe.each(cases)('$name', (test) => {
    let known: Descriptors;
    beforeAll(async () => {
      known = descriptorsOf((await made(test)).contract);
    });

    it('takes valid documents and writes them as they were', () => {
      for (const text of test.valid) {
        const root = rootOf(text, known);
        if (!root) {
          throw new Error(`no element for ${text}`);
        }
        const document = documentText(text);
        const issues = validateXml(root, document, { declarations: known });
        expect({ text, issues }).toEqual({ text, issues: [] });
        const written = formatXml(root, parseXml(root, document));
        expect({ text, written, issues: validateXml(root, written, { declarations: known }) }).toEqual({
          text,
          written,
          issues: [],
        });
        expect(formatXml(root, parseXml(root, written))).toBe(written);
      }
    });

    it('refuses invalid ones', () => {
      for (const text of test.invalid) {
        const root = rootOf(text, known);
        const refused = !root || validateXml(root, documentText(text), { declarations: known }).length > 0;
        expect({ text, refused }).toEqual({ text, refused: true });
      }
    });
  });

  itInAll(
    'becomes code that type-checks',
    async () => {
      const packages: Record<string, ReadonlyMap<string, string>> = {};
      for (const [i, test] of cases.entries()) {
        packages[`case${i}`] = (await made(test)).files;
      }
      expect(typeCheck(packages)).toBe('');
    },
    120_000,
  );

  it('gives an element whose attributes choose its type a union that narrows by them', async () => {
    const shapes = alternatives[0] as Case;
    // Every other shape is refused.
    const schema = shapes.schema.replace(/<xs:alternative [^>]*xs:error"\/>/, '<xs:alternative type="xs:error"/>');
    const { files } = await made({ ...shapes, schema });
    const use = `import type { ElementDescriptor } from '@wsdl-codegen/runtime/schema';
      import { schema } from './index.js';
      type ValueOf<E> = E extends ElementDescriptor<infer T> ? T : never;
      export function size(shape: ValueOf<typeof schema.r$element>): number {
        return shape.kind === 'circle' ? shape.radius : shape.side;
      }
      export const circle: ValueOf<typeof schema.r$element> = { kind: 'circle', radius: 1 };
      // @ts-expect-error a square has a side
      export const square: ValueOf<typeof schema.r$element> = { kind: 'square', radius: 1 };`;
    expect(typeCheck({ shapes: new Map([...files, ['src/use.ts', use]]) })).toBe('');
  }, 60_000);

  it('writes a value whose attributes choose another type than it has not at all', async () => {
    const known = descriptorsOf((await made(alternatives[0] as Case)).contract);
    const root = rootOf('<r/>', known);
    if (!root) {
      throw new Error('no element r');
    }
    expect(validate(root, { kind: 'circle', radius: 1 })).toEqual([]);
    expect(validate(root, { kind: 'circle', side: 1 })).not.toEqual([]);
    expect(validate(root, { kind: 'other', $type: 'Circle', radius: 1 })).toEqual([]);
    expect(validate(root, { kind: 'circle', $type: 'Square', side: 1 }).map(({ code }) => code)).toContain(
      'type-alternative',
    );
    expect(formatXml(root, { kind: 'other', $type: 'Circle', radius: 1 })).toContain('xsi:type="');
    expect(formatXml(root, { kind: 'circle', radius: 1 })).not.toContain('xsi:type');
  });

  it.each(cases)('samples are valid: $name', async (test) => {
    const known = descriptorsOf((await made(test)).contract);
    for (const [name, root] of known.elements) {
      if (root.abstract) {
        continue;
      }
      const value = sample(root, { declarations: known });
      expect({ name, issues: validate(root, value, { declarations: known }) }).toEqual({ name, issues: [] });
    }
  });

  it('keeps open content of types that would be lists without', async () => {
    const array = (open: string): string =>
      `<xs:complexType name="ArrayOfInt">${open}<xs:sequence><xs:element name="int" type="xs:int" maxOccurs="unbounded"/></xs:sequence></xs:complexType>`;
    const typesOf = async (open: string): Promise<string | undefined> =>
      (await made({ name: '', schema: array(open), valid: [], invalid: [] })).files.get('src/types.ts');
    expect(await typesOf('')).toContain('type ArrayOfInt = number[]');
    expect(await typesOf('<xs:openContent><xs:any/></xs:openContent>')).toContain('$open?: XmlElement[]');
  });

  it('limits the names for ##defined, with a warning', async () => {
    const each = (make: (i: number) => string): string => Array.from({ length: 500 }, (_, i) => make(i)).join('');
    const schema = `<xs:defaultOpenContent><xs:any notQName="##defined" processContents="skip"/></xs:defaultOpenContent>
      ${each((i) => `<xs:element name="e${i}" type="t:T${i}"/>`)}
      ${each((i) => `<xs:complexType name="T${i}"><xs:sequence><xs:element name="x" type="xs:int"/></xs:sequence></xs:complexType>`)}`;
    const { diagnostics, contract } = await made({ name: '', schema, valid: [], invalid: [] });
    expect(diagnostics.map(({ code }) => code)).toEqual(['xsd/version-1.1']);
    const names = contract.types.flatMap((type) =>
      type.kind === 'complexType' ? (type.openContent?.wildcard.notNames ?? []) : [],
    );
    expect(names.length).toBeLessThanOrEqual(200_000);
  }, 60_000);

  it('is described in JSON Schema by all the types that attributes may choose', async () => {
    const known = descriptorsOf((await made(alternatives[0] as Case)).contract);
    const root = rootOf('<r/>', known);
    if (!root) {
      throw new Error('no element r');
    }
    const { anyOf } = toJsonSchema(root) as { anyOf: readonly { $ref: string }[] };
    expect(anyOf.map(({ $ref }) => $ref)).toEqual(['#/$defs/Shape', '#/$defs/Circle', '#/$defs/Square']);
  });
});
