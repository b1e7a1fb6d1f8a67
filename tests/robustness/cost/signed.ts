import type { SoapHeaderExtension } from '@wsdl-codegen/runtime';
import { decrypt, encrypt, type SignOptions, sign, signXml, verify, verifyXml } from '@wsdl-codegen/ws-security';
import { openedBy, sealedBy } from '../../support/signed-calls.js';
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

const envelope = (body: string): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;

/** Messages with the input in their Body, which an extension seals. */
const sealedMessage = (name: string, extension: SoapHeaderExtension): Entry => ({
  name,
  prepare: (input) => () => sealedBy(extension, envelope(input)),
});

/** Messages that an extension has sealed, and another one opens. */
const openedMessage = (name: string, sealing: SoapHeaderExtension, opening: SoapHeaderExtension): Entry => ({
  name,
  prepare: async (input) => {
    const sealed = await sealedBy(sealing, envelope(input));
    return () => openedBy(opening, sealed);
  },
});

const signing = sign({ key });
const content = { key: { secret: new Uint8Array(32) }, keyTransport: 'direct' } as const;
const encrypting = encrypt(content);

/** Messages with the input in their Body: signed, verified, encrypted and decrypted. */
export const securedMessages: readonly Entry[] = [
  sealedMessage('message that is signed', signing),
  openedMessage('signed message', signing, verify({ key })),
  sealedMessage('message that is encrypted', encrypting),
  openedMessage('encrypted message', encrypting, decrypt({ key: content.key })),
];

/** All values of an attribute. */
export const valuesIn = (input: string, attribute: RegExp): readonly string[] =>
  [...input.matchAll(attribute)].map(([, value = '']) => value);
