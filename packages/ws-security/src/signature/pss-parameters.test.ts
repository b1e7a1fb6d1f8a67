import { constants, sign } from 'node:crypto';
import { signXml, type VerifyOptions, verifyXml } from '@wsdl-codegen/ws-security';
import { signingCertificate } from '../../../../tests/support/certificates.js';
import { canonicalElement } from '../xml/canonicalize.js';
import { readDocument } from '../xml/document.js';
import { allElements } from '../xml/elements.js';

/** RSA-PSS with its algorithms as parameters, as other programs write it. */

const { key, cert } = signingCertificate('Signer');
const more = 'http://www.w3.org/2007/05/xmldsig-more#';
const sha384 = '<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#sha384"/>';
const sha256 = '<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/>';
const sha1 = '<ds:DigestMethod Algorithm="http://www.w3.org/2000/09/xmldsig#sha1"/>';
const parameters = (content: string): string => `<p:RSAPSSParams xmlns:p="${more}">${content}</p:RSAPSSParams>`;

/** A document with these parameters, signed again by hand. */
async function signedWith(content: string, digest: string, saltLength: number): Promise<string> {
  const signed = await signXml('<a/>', { key, algorithm: 'rsa-pss-sha256' });
  const method = `<ds:SignatureMethod Algorithm="${more}rsa-pss">${content}</ds:SignatureMethod>`;
  const changed = signed.replace(/<ds:SignatureMethod[^>]*>/, method);
  const info = [...allElements(readDocument(changed).root)].find(({ name }) => name === 'SignedInfo')!;
  const data = Buffer.from(canonicalElement(info));
  const value = sign(digest, data, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength });
  return changed.replace(/(<ds:SignatureValue>)[^<]*/, `$1${value.toString('base64')}`);
}

const algorithmOf = async (signed: string, options: Partial<VerifyOptions> = {}): Promise<string> =>
  (await verifyXml(signed, { key: cert, ...options })).algorithm;

it.each([
  ['without parameters', '', 'sha256', 32],
  ['with none of them', parameters(''), 'sha256', 32],
  ['with a digest', parameters(sha384), 'sha384', 48],
  [
    'with all of them',
    parameters(
      `${sha384}<p:MaskGenerationFunction Algorithm="${more}MGF1">${sha384}</p:MaskGenerationFunction><p:SaltLength>48</p:SaltLength><p:TrailerField>1</p:TrailerField>`,
    ),
    'sha384',
    48,
  ],
  [
    'with the mask of the usual digest',
    parameters(`${sha256}<p:MaskGenerationFunction/><p:SaltLength> 32 </p:SaltLength>`),
    'sha256',
    32,
  ],
] as const)('is read %s', async (_, content, digest, saltLength) => {
  const signed = await signedWith(content, digest, saltLength);
  expect(await algorithmOf(signed)).toBe(`rsa-pss-${digest}`);
  await expect(algorithmOf(signed, { algorithms: ['rsa-sha256', 'sha256'] })).rejects.toThrow('not among those');
  await expect(algorithmOf(signed.replace('<a>', '<b>').replace('</a>', '</b>'))).rejects.toMatchObject({
    code: 'digest',
  });
});

it.each([
  ['another digest for the mask', `${sha384}<p:MaskGenerationFunction>${sha256}</p:MaskGenerationFunction>`],
  ['another mask', `<p:MaskGenerationFunction Algorithm="${more}MGF2"/>`],
  ['another length of the salt', '<p:SaltLength>20</p:SaltLength>'],
  ['another trailer', '<p:TrailerField>2</p:TrailerField>'],
  ['something else', '<p:Salt/>'],
  ['SHA-1', sha1],
])('is refused with %s', async (_, content) => {
  await expect(algorithmOf(await signedWith(parameters(content), 'sha256', 32))).rejects.toMatchObject({
    code: 'algorithm',
  });
});

it('is refused with parameters of another name', async () => {
  await expect(algorithmOf(await signedWith('<x/>', 'sha256', 32))).rejects.toMatchObject({ code: 'algorithm' });
});
