import { XmlReader } from '@wsdl-codegen/runtime/xml';
import { decrypt, encrypt, encryptXml, sign, signXml, verify } from '@wsdl-codegen/ws-security';
import { signingCertificate } from '../../../../tests/support/certificates.js';
import { openedBy, sealedBy } from '../../../../tests/support/signed-calls.js';

const { key, cert } = signingCertificate('Alice');
const count = 300;
const items = Array.from({ length: count }, (_, i) => `<item n="${i}">${i}</item>`).join('');
const body = `<list xmlns="urn:list">${items}</list>`;
const message = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;

/** How many texts of elements are kept while something is done: a tree of a large message takes many times the memory of the message. */
async function textsIn(act: () => unknown): Promise<number> {
  const read = jest.spyOn(XmlReader.prototype, 'text', 'get');
  try {
    await act();
    return read.mock.calls.length;
  } finally {
    read.mockRestore();
  }
}

const signing = sign({ key, certificate: cert });
const encrypting = encrypt({ certificate: cert });

interface Work {
  readonly times: number;
  /** Gets a message ready. */
  readonly prepare: () => Promise<() => unknown>;
}

describe('what is in the Body is kept', () => {
  it.each<[string, Work]>([
    ['once to sign it', { times: 1, prepare: async () => () => sealedBy(signing, message) }],
    [
      'once to verify it',
      {
        times: 1,
        prepare: async () => {
          const signed = await sealedBy(signing, message);
          return () => openedBy(verify({ trust: { certificates: [cert] } }), signed);
        },
      },
    ],
    ['never to encrypt it', { times: 0, prepare: async () => () => sealedBy(encrypting, message) }],
    [
      'once to decrypt it',
      {
        times: 1,
        prepare: async () => {
          const encrypted = await sealedBy(encrypting, message);
          return () => openedBy(decrypt({ key }), encrypted);
        },
      },
    ],
    [
      'once to sign it as a document',
      { times: 1, prepare: async () => () => signXml(body, { key, certificate: cert }) },
    ],
    [
      'never to encrypt it as a document',
      { times: 0, prepare: async () => () => encryptXml(body, { certificate: cert }) },
    ],
  ])('%s', async (_, { times, prepare }) => {
    const texts = await textsIn(await prepare());
    // There are a few more in the header.
    expect(Math.floor(texts / count)).toBe(times);
  });
});
