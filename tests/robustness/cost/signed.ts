import { type SignOptions, signXml, verifyXml } from '@wsdl-codegen/ws-security';
import type { Entry } from './family.js';

/** Signed documents as inputs: what is signed grows, and everything that a signature may say. */

const key = { secret: 'a secret of both sides' };

/** Signs the input, and measures how it is verified. Where nothing else is said, all of it is signed. */
export const signedDocument = (
  name: string,
  optionsOf: (input: string) => Partial<SignOptions> = () => ({}),
): Entry => ({
  name,
  prepare: async (input) => {
    const signed = await signXml(input, { key, ...optionsOf(input) });
    return () => verifyXml(signed, { key, maxReferences: 1e9, require: [{ namespace: '', name: 'r' }] });
  },
});

/** Documents with a signature that nobody made: what is done before it is refused. */
export const forgedDocument: Entry = {
  name: 'forged signature',
  prepare: (input) => () => verifyXml(input, { key }),
};

/** All values of an attribute. */
export const valuesIn = (input: string, attribute: RegExp): readonly string[] =>
  [...input.matchAll(attribute)].map(([, value = '']) => value);
