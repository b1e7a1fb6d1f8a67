import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ElementRoot, elementRoot, type Kept, validate } from '@wsdl-codegen/runtime/documents';
import type { ElementDescriptor } from '@wsdl-codegen/runtime/schema';
import { descriptorsOf, readContract } from '../../generator/index.js';
import { infosetOf } from '../support/infoset.js';
import { repository } from '../support/repository.js';

/** Documents of vocabularies that are not part of this repository: what is read with `keep` is written as the same infoset. */

const vocabularies = join(repository, '../shared/xml');
const everything: readonly Kept[] = ['prefixes', 'comments', 'instructions', 'schemaLocation', 'doctype'];

/** Schemas of each vocabulary, and folders with documents. */
const cases: readonly (readonly [name: string, schemas: readonly string[], documents: string])[] = [
  ['UBL', ['Invoice', 'Order', 'OrderResponse'].map((each) => `ubl/maindoc/UBL-${each}-2.5.xsd`), 'ubl/instances'],
  ['CDA', ['cda/schema/normative/infrastructure/cda/CDA.xsd'], 'cda/examples'],
  ['CDA with extensions', ['cda/schema/extensions/SDTC/infrastructure/cda/CDA_SDTC.xsd'], 'cda/examples'],
  ['ISO 20022', ['iso20022/schemas/pain.001.001.03.xsd'], 'iso20022/instances'],
  ['XLIFF', ['xliff/schemas/xliff_core_2.0.xsd', 'xliff/schemas/metadata.xsd'], 'xliff/instances'],
];

/** The root of a document among those of a vocabulary. */
function rootOf(text: string, elements: ReadonlyMap<string, ElementDescriptor>): ElementRoot | undefined {
  const [[name = ''] = []] = infosetOf(text).data;
  const found = elements.get(name);
  return found && elementRoot(found);
}

const describeWhereTheyAre = existsSync(vocabularies) ? describe : describe.skip;

describeWhereTheyAre('documents that are read with everything and written again', () => {
  it.each(cases)(
    '%s',
    async (_, schemas, folder) => {
      const { contract, diagnostics } = await readContract({
        inputs: schemas.map((each) => join(vocabularies, each)),
        allowPaths: [vocabularies],
      });
      expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      const { elements } = await descriptorsOf(contract);
      let compared = 0;
      for (const name of readdirSync(join(vocabularies, folder))) {
        const text = readFileSync(join(vocabularies, folder, name), 'utf8');
        const root = rootOf(text, elements);
        if (root === undefined || validate(root, text).length > 0) {
          continue;
        }
        const dropped: string[] = [];
        const value = root.parse(text, {
          keep: everything,
          onDropped: (markup) => dropped.push(`<!--${markup.text}-->`),
        });
        const [before, after] = [infosetOf(text), infosetOf(root.format(value))];
        expect([name, after.markup]).toEqual([name, before.markup]);
        expect([name, after.scopes]).toEqual([name, before.scopes]);
        expect([name, after.data.map(([first]) => first)]).toEqual([name, before.data.map(([first]) => first)]);
        // Attributes with default values are written where they were not.
        expect([name, before.data.flatMap((each, i) => each.filter((part) => !after.data[i]?.includes(part)))]).toEqual(
          [name, []],
        );
        expect([name, dropped]).toEqual([name, []]);
        compared++;
      }
      expect(compared).toBeGreaterThan(0);
    },
    120_000,
  );
});
