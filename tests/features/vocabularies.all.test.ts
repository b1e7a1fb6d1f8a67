import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Descriptors } from '../../generator/memory/descriptors.js';
import type { ElementDescriptor } from '../../runtime/src/schema/index.js';
import { parseTree } from '../../runtime/src/xml/index.js';
import { compile } from '../conformance/compile.js';
import { mutateElements } from '../support/mutate-elements.js';
import { Random } from '../support/random.js';
import { repository } from '../support/repository.js';
import { verdictsOf } from '../support/verdicts.js';

/** Documents of vocabularies, which are not part of this repository, and others that differ from them: the fast verdict is that of all checks. */

const folder = join(repository, '../shared/xml');
const describeWhereTheyAre = existsSync(folder) ? describe : describe.skip;

const vocabularies: readonly (readonly [name: string, schemas: readonly string[], instances: string, names: RegExp])[] =
  [
    ['UBL', ['ubl/maindoc/UBL-Invoice-2.5.xsd', 'ubl/maindoc/UBL-Order-2.5.xsd'], 'ubl/instances', /Invoice|Order-/],
    ['ISO 20022', ['iso20022/schemas/pain.001.001.03.xsd'], 'iso20022/instances', /pain/],
    ['CDA', ['cda/schema/normative/infrastructure/cda/CDA.xsd'], 'cda/examples', /^cda/],
    ['XLIFF', ['xliff/schemas/xliff_core_2.0.xsd'], 'xliff/instances', /-21_.*\.xlf$/],
  ];

describeWhereTheyAre('documents of', () => {
  it.each(vocabularies)(
    '%s',
    async (_, schemas, instances, names) => {
      const { descriptors } = await compile(folder, schemas);
      const random = new Random(29);
      for (const file of readdirSync(join(folder, instances)).filter((each) => names.test(each))) {
        const text = readFileSync(join(folder, instances, file), 'utf8').replace(/^\ufeff/, '');
        const root = rootOf(text, descriptors);
        for (let i = 0; root !== undefined && i < 20; i++) {
          const document = i === 0 ? text : mutateElements(text, random);
          const { issues, isValid, isRead } = verdictsOf(root, document, descriptors);
          const found = { document, isValid: issues.length === 0, isRead };
          expect(found).toEqual({ document, isValid, isRead: isValid });
        }
      }
    },
    600_000,
  );
});

/** The declaration of the root of a document; undefined for one that is not text in UTF-8, or not of the vocabulary. */
function rootOf(text: string, { elements }: Descriptors): ElementDescriptor | undefined {
  try {
    const { namespace, name } = parseTree(text);
    return elements.get(`{${namespace}}${name}`);
  } catch {
    return undefined;
  }
}
