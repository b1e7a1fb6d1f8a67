import {
  chains,
  readCertificate,
  signXades,
  signXadesDetached,
  signXml,
  verifyXades,
  verifyXml,
  type XadesOptions,
  type XadesSignature,
} from '@wsdl-codegen/ws-security';
import { authority, issue } from '../../../../tests/support/chains.js';

/** Signatures with properties of XAdES, and how they are attacked. */

const root = issue({ subject: 'Root', extensions: [authority()] });
const between = issue({ subject: 'Between', issuer: root, extensions: [authority()] });
const signer = issue({ subject: 'Signer, "of" <Firm>', issuer: between });
const own = { key: signer.key, certificate: signer.cert, intermediates: between.cert };
const trust = chains({ authorities: root.cert });
const xml = '<?xml version="1.0"?>\n<i:invoice xmlns:i="urn:i"><!-- c --><total Id="t">5 &gt; 4</total></i:invoice>';
const invoice = { namespace: 'urn:i', name: 'invoice' };
const decoded = ({ parts }: XadesSignature): readonly string[] =>
  parts.map(({ octets }) => new TextDecoder().decode(octets));

const everything: XadesOptions = {
  ...own,
  digest: 'sha512',
  signatureId: 'signed & <sealed>',
  signingTime: new Date('2026-02-03T04:05:06.789Z'),
  policy: { identifier: 'urn:oid:1.2.3', digest: 'AAAA', algorithm: 'sha384', address: 'http://policy.test/?a&b' },
  place: { city: 'Köln', postalCode: '5', countryName: 'DE' },
  roles: ['buyer & "seller"', 'second'],
  commitment: 'approval',
  mimeTypes: { '': 'application/xml' },
};

it.each([
  ['in the document', {}, [`<i:invoice xmlns:i="urn:i"><total Id="t">5 &gt; 4</total></i:invoice>`]],
  ['of an element', { ids: ['t'], into: 't' }, ['<total Id="t">5 &gt; 4</total>']],
  ['around the document', { form: 'enveloping' as const }, undefined],
  ['in the inclusive form', { canonical: { form: 'inclusive' as const } }, [expect.stringContaining('5 &gt; 4')]],
])('signs and verifies: %s', async (_, options, contents) => {
  const signed = await signXades(xml, { ...everything, ...options });
  const found = await verifyXades(signed, { trust });
  expect(found.certificate.equals(readCertificate(signer.cert))).toBe(true);
  expect(decoded(found)).toEqual(contents ?? [expect.stringContaining('<i:invoice xmlns:i="urn:i">')]);
  expect([found.signingTime, found.policy, found.roles]).toEqual([
    new Date('2026-02-03T04:05:06Z'),
    { identifier: 'urn:oid:1.2.3', algorithm: 'sha384', digest: new Uint8Array(3) },
    ['buyer & "seller"', 'second'],
  ]);
  expect(found.properties).toMatchObject({ name: 'SignedProperties' });
  // It is a signature for those who know nothing of XAdES.
  expect((await verifyXml(signed, { trust })).parts).toHaveLength(2);
  await expect(verifyXades(signed.replace('5 &gt;', '6 &gt;'), { trust })).rejects.toMatchObject({ code: 'digest' });
  await expect(verifyXades(signed.replace('Köln', 'Bonn'), { trust })).rejects.toMatchObject({ code: 'digest' });
});

it('signs octets that stand elsewhere', async () => {
  const contents = { 'a.pdf': new Uint8Array([1, 2, 3]) };
  const signed = await signXadesDetached(contents, { ...own, mimeTypes: { 'a.pdf': 'application/pdf' } });
  const { parts } = await verifyXades(signed, { trust, detached: contents });
  expect(parts.map(({ uri, octets }) => [uri, [...octets]])).toEqual([['a.pdf', [1, 2, 3]]]);
  expect(signed).toContain('<xades:MimeType>application/pdf</xades:MimeType>');
});

it('a document has more than one signature', async () => {
  const once = await signXades(xml, { ...own, signatureId: 'first' });
  const twice = await signXades(once, { ...own, signatureId: 'second' });
  await expect(verifyXades(twice, { trust })).rejects.toThrow('more than one signature');
  const second = await verifyXades(twice, { trust, signature: 'second', require: [invoice] });
  expect(second.signingTime!.getTime()).toBeGreaterThan(Date.now() - 60_000);
  // The first one was made when the second one was not there.
  await expect(verifyXades(twice, { trust, signature: 'first' })).rejects.toMatchObject({ code: 'digest' });
  const [a, b] = await Promise.all([signXades(xml, own), signXades(xml, own)]);
  const idOf = (signed: string): string | undefined => / Id="(signature-[0-9a-f]{16})"/.exec(signed)?.[1];
  expect(idOf(a)).toEqual(expect.any(String));
  expect(idOf(a)).not.toBe(idOf(b));
});

it('writes the properties in the order of the schema', async () => {
  const signed = await signXades(xml, everything);
  const names = [...signed.matchAll(/<xades:(\w+)/g)].map(([, name]) => name);
  expect(names.join(' ')).toBe(
    'QualifyingProperties SignedProperties SignedSignatureProperties SigningTime SigningCertificateV2 Cert CertDigest IssuerSerialV2 ' +
      'SignaturePolicyIdentifier SignaturePolicyId SigPolicyId Identifier SigPolicyHash SigPolicyQualifiers SigPolicyQualifier SPURI ' +
      'SignatureProductionPlaceV2 City PostalCode CountryName SignerRoleV2 ClaimedRoles ClaimedRole ClaimedRole ' +
      'SignedDataObjectProperties DataObjectFormat MimeType CommitmentTypeIndication CommitmentTypeId Identifier AllSignedDataObjects',
  );
  const [reference] = /<ds:Reference Id="[^"]*" URI="">/.exec(signed) ?? [];
  expect(signed).toContain(`ObjectReference="#${/Id="([^"]*)"/.exec(reference!)?.[1]}"`);
  const implied = await verifyXades(await signXades(xml, { ...own, policy: 'implied' }), { trust });
  expect(implied.policy).toBe('implied');
});

/** Signs again what a forger changes who has a key of somebody who is trusted. */
async function forged(change: (properties: string) => string): Promise<string> {
  const made = await signXades(xml, { ...own, signatureId: 's' });
  const [properties = ''] = /<xades:QualifyingProperties.*<\/xades:QualifyingProperties>/.exec(made) ?? [];
  const declared = properties.replace(' Target', ' xmlns:ds="http://www.w3.org/2000/09/xmldsig#" Target');
  const withProperties = xml.replace('</i:invoice>', `${change(declared)}</i:invoice>`);
  const { key, certificate } = own;
  const signed = await signXml(withProperties, { key, certificate, ids: ['t', 's-properties'], signatureId: 's' });
  // The properties come where they belong.
  const [moved = ''] = /<xades:QualifyingProperties.*<\/xades:QualifyingProperties>/.exec(signed) ?? [];
  return signed.replace(moved, '').replace('</ds:Signature>', `<ds:Object>${moved}</ds:Object></ds:Signature>`);
}

it.each([
  ['without the type of the reference', (p: string) => p, 'does not cover its properties'],
  [
    'with the properties of another signature',
    (p: string) => p.replace('Target="#s"', 'Target="#t"'),
    'of another signature',
  ],
  ['with properties twice', (p: string) => p + p.replaceAll('s-properties', 'other'), 'does not have one element'],
  ['without properties', () => '<a Id="s-properties"/>', 'does not have one element'],
])('is refused %s', async (_, change, message) => {
  const known = chains({ authorities: root.cert, intermediates: between.cert });
  await expect(verifyXades(await forged(change), { trust: known })).rejects.toThrow(message);
});

it('properties that are somewhere else are not read', async () => {
  const signed = await signXades(xml, { ...own, signatureId: 's', ids: ['t'] });
  const [object = ''] = /<ds:Object>.*<\/ds:Object>/.exec(signed) ?? [];
  // The signed ones move out of the signature, and others take their place.
  const other = object.replaceAll('s-properties', 'o-properties').replace(/2\d{3}-/, '1999-');
  const moved = signed
    .replace(object, other)
    .replace('</i:invoice>', `<x xmlns:ds="http://www.w3.org/2000/09/xmldsig#">${object}</x></i:invoice>`);
  expect((await verifyXml(moved, { trust })).parts).toHaveLength(2);
  await expect(verifyXades(moved, { trust })).rejects.toThrow('does not cover its properties');
  const gone = moved.replace(other, '');
  await expect(verifyXades(gone, { trust })).rejects.toThrow('does not have one element');
});

it('the certificate that the properties name is that of the signer', async () => {
  // The same key in another certificate, which the authority made as well.
  const again = issue({ subject: 'Administrator', keyOf: signer, issuer: between });
  const signed = await signXades(xml, own);
  const swapped = signed.replace(signer.der.toString('base64'), again.der.toString('base64'));
  expect((await verifyXml(swapped, { trust })).certificate?.subject).toBe('CN=Administrator');
  await expect(verifyXades(swapped, { trust })).rejects.toThrow(
    'name another certificate than that of "CN=Administrator"',
  );
});

it('is refused if a stranger signed, and where a required element is not covered', async () => {
  const stranger = issue();
  const signed = await signXades(xml, { key: stranger.key, certificate: stranger.cert });
  await expect(verifyXades(signed, { trust })).rejects.toMatchObject({ code: 'untrusted' });
  const part = await signXades(xml, { ...own, ids: ['t'] });
  await expect(verifyXades(part, { trust, require: [invoice] })).rejects.toMatchObject({ code: 'not-covered' });
});

it.each([
  [{ key: signer.key }, 'certificate'],
  [{ ...own, signingTime: 'now' }, 'signingTime'],
  [{ ...own, policy: { identifier: 'urn:a' } }, 'digest'],
  [{ ...own, place: { town: 'Köln' } }, 'town'],
  [{ ...own, commitment: 'love' }, 'commitment'],
  [{ ...own, keyInfo: ['keyValue'] }, 'keyInfo'],
])('options that mean nothing are refused: %j', async (options, message) => {
  await expect(signXades(xml, options as never)).rejects.toThrow(message);
});

it('needs trust', async () => {
  const signed = await signXades(xml, own);
  await expect(verifyXades(signed, { key: signer.cert } as never)).rejects.toThrow('needs the option `trust`');
});
