import { formatXml, parseXml, validateXml } from '@wsdl-codegen/runtime/schema';
import { type Descriptors, descriptorsOf } from '../../generator/memory/descriptors.js';
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
        if (!root) throw new Error(`no element for ${text}`);
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

  it('becomes code that type-checks', async () => {
    const packages: Record<string, ReadonlyMap<string, string>> = {};
    for (const [i, test] of cases.entries()) packages[`case${i}`] = (await made(test)).files;
    expect(typeCheck(packages)).toBe('');
  }, 120_000);
});
