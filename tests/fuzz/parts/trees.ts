import { deepStrictEqual } from 'node:assert/strict';
import { decodeXmlBytes } from '../../../runtime/src/xml/text/bytes.js';
import { XmlSyntaxError } from '../../../runtime/src/xml/text/errors.js';
import { formatTree, parseTree } from '../../../runtime/src/xml/trees/tree-io.js';
import { mutate, mutateBytes, randomDocument } from '../../support/mutate.js';
import { drawn } from '../../support/plain-data.js';
import { expecting, type FuzzPart, itemOf } from '../part.js';

/** A document as octets, one character each, and the number of the charset that its transport names. */
interface Input {
  readonly octets: string;
  readonly charset: number;
}

const charsets = [undefined, 'utf-8', 'utf-16', 'latin1', 'x'];

/** Octets of whatever kind are a document, which is the same after it was written, or an `XmlSyntaxError`. */
export const trees: FuzzPart<Input> = {
  name: 'trees',
  cases: 3000,
  inputs: drawn((random) => {
    const document = randomDocument(random);
    const isWhole = random.oneIn(10);
    const bytes = isWhole
      ? Buffer.from(document)
      : random.oneIn(2)
        ? Buffer.from(mutate(document, random))
        : mutateBytes(mutate(document, random), random);
    return { octets: Buffer.from(bytes).toString('latin1'), charset: isWhole ? 0 : random.below(charsets.length) };
  }),
  check: ({ octets, charset }) => {
    const tree = expecting(
      () => parseTree(decodeXmlBytes(Buffer.from(octets, 'latin1'), itemOf(charsets, charset))),
      XmlSyntaxError,
    );
    if (tree !== undefined) {
      deepStrictEqual(withoutScope(parseTree(formatTree(tree))), withoutScope(tree));
    }
  },
};

/** Prefixes and declarations may be written in other places than before. */
function withoutScope(tree: unknown): unknown {
  return JSON.parse(
    JSON.stringify(tree, (key, value) => (key === 'declarations' || key === 'prefix' ? undefined : value)),
  );
}
