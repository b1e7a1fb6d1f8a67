import { deepStrictEqual } from 'node:assert/strict';
import { XmlSyntaxError } from '@wsdl-codegen/runtime';
import { PackageError } from '../../../runtime/src/http/multipart.js';
import { formatRelated, readRelated } from '../../../runtime/src/soap/mime.js';
import { openMessage } from '../../../runtime/src/soap/xop.js';
import { mutate, mutateBytes } from '../../support/mutate.js';
import { drawn } from '../../support/plain-data.js';
import { randomText } from '../../support/random-text.js';
import { expecting, type FuzzPart, itemOf } from '../part.js';

/** Contents of parts with the numbers of their types, and a package as octets, one character each, with its type. */
interface Input {
  readonly parts: readonly { readonly type: number; readonly content: string }[];
  readonly octets: string;
  readonly contentType: string;
}

const types = ['text/xml; charset=utf-8', 'application/xop+xml; type="text/xml"', 'image/png'];
const include = (id: string): string =>
  `<a><i:Include xmlns:i="http://www.w3.org/2004/08/xop/include" href="cid:${id}"/></a>`;

/** Packages are taken apart into what they were made of; broken ones are no package or no XML. */
export const packages: FuzzPart<Input> = {
  name: 'packages',
  cases: 1500,
  inputs: drawn((random) => {
    const parts = Array.from({ length: 1 + random.below(4) }, () => ({
      type: random.below(types.length),
      content: random.oneIn(2) ? include(random.pick(['1', '2', 'x'])) : randomText(random, 60),
    }));
    const { contentType, body } = packed(parts);
    return {
      parts,
      octets: Buffer.from(mutateBytes(mutate(Buffer.from(body).toString('latin1'), random), random)).toString('latin1'),
      contentType: random.oneIn(4) ? mutate(contentType, random) : contentType,
    };
  }),
  check: ({ parts, octets, contentType }) => {
    if (parts.length > 0) {
      const made = packed(parts);
      const [root, ...others] = partsOf(parts);
      deepStrictEqual(
        withPlainBytes(readRelated(made.body, made.contentType)),
        withPlainBytes({ root, parts: others }),
      );
    }
    expecting(() => openMessage(Buffer.from(octets, 'latin1'), contentType), XmlSyntaxError, PackageError);
  },
};

const partsOf = (parts: Input['parts']) =>
  parts.map(({ type, content }, index) => ({
    contentId: index === 0 ? 'r' : String(index),
    contentType: itemOf(types, type),
    content: new TextEncoder().encode(content),
  }));

function packed(parts: Input['parts']): ReturnType<typeof formatRelated> {
  const [root, ...others] = partsOf(parts);
  return formatRelated(root as NonNullable<typeof root>, others, { type: 'text/xml' });
}

function withPlainBytes(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, item) => (item instanceof Uint8Array ? [...item] : item)) ?? 'null');
}
