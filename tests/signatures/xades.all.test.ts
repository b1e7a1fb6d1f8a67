import { spawnSync } from 'node:child_process';
import { createPrivateKey, createPublicKey, webcrypto } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SignatureName, signXades, verifyXades, type XadesOptions } from '@wsdl-codegen/ws-security';
import { DOMImplementation, DOMParser, XMLSerializer } from '@xmldom/xmldom';
import * as xadesjs from 'xadesjs';
import xpath from 'xpath';
import { issue } from '../support/chains.js';

/** Signatures of XAdES are read by xmlsec1 and xadesjs, and those of xadesjs by this package. */

const pairs = { rsa: issue({ kind: 'RSA' }), 'ecdsa-sha384': issue({ kind: 'P-384' }) };
const pairFor = (algorithm: SignatureName): (typeof pairs)['rsa'] =>
  pairs[algorithm as keyof typeof pairs] ?? pairs.rsa;
const xml = '<i:invoice xmlns:i="urn:i" xmlns:unused="urn:u"><total Id="t">5 &gt; 4</total></i:invoice>';
const properties: Partial<XadesOptions> = {
  policy: { identifier: 'urn:oid:1.2.3', digest: 'AAAA' },
  place: { city: 'Köln', countryName: 'DE' },
  roles: ['buyer'],
  commitment: 'origin',
};

const folder = mkdtempSync(join(tmpdir(), 'xades-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

const rows = (['rsa-sha256', 'rsa-sha512', 'ecdsa-sha384'] as const).flatMap((algorithm) =>
  (['exclusive', 'inclusive'] as const).flatMap((canonical) =>
    [{}, { ids: ['t'] }, { form: 'enveloping' as const }].map((where) => [algorithm, canonical, where] as const),
  ),
);

const isThere = spawnSync('xmlsec1', ['--version']).status === 0;
(isThere ? it : it.skip).each(rows)('xmlsec1 reads %s, %s, %j', async (algorithm, canonical, where) => {
  const { key, cert } = pairFor(algorithm);
  const options = { key, certificate: cert, algorithm, canonical: { form: canonical }, ...properties, ...where };
  const verified = async (signed: string): Promise<boolean> => {
    const ids = [
      'http://uri.etsi.org/01903/v1.3.2#:SignedProperties',
      'http://www.w3.org/2000/09/xmldsig#:Object',
      'total',
    ];
    const names = ids.flatMap((id) => ['--id-attr:Id', id]);
    const args = ['--verify', '--pubkey-cert-pem', file('cert.pem', cert), ...names, file('in.xml', signed)];
    return spawnSync('xmlsec1', args).status === 0;
  };
  const signed = await signXades(xml, options);
  expect([await verified(signed), await verified(signed.replace('Köln', 'Bonn'))]).toEqual([true, false]);
});

describe('xadesjs', () => {
  const { key, cert, der } = pairs.rsa;
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  beforeAll(() => {
    xadesjs.setNodeDependencies({ DOMImplementation, DOMParser, XMLSerializer, xpath } as never);
    xadesjs.Application.setEngine('Node', webcrypto as Crypto);
  });

  it('reads what this package signs', async () => {
    for (const where of [{}, { ids: ['t'] }, { form: 'enveloping' as const }]) {
      const signed = await signXades(xml, { key, certificate: cert, ...properties, ...where });
      const document = xadesjs.Parse(signed);
      const peer = new xadesjs.SignedXml(document);
      const namespace = 'http://www.w3.org/2000/09/xmldsig#';
      peer.LoadXml(document.getElementsByTagNameNS(namespace, 'Signature')[0] as Element);
      const { SigningCertificateV2: named } = peer.Properties!.SignedProperties.SignedSignatureProperties;
      expect([where, await peer.Verify(), named.Count]).toEqual([where, true, 1]);
    }
  });

  it('is read by this package', async () => {
    const own = await webcrypto.subtle.importKey(
      'pkcs8',
      createPrivateKey(key).export({ type: 'pkcs8', format: 'der' }),
      algorithm,
      true,
      ['sign'],
    );
    const publicKey = await webcrypto.subtle.importKey(
      'spki',
      createPublicKey(cert).export({ type: 'spki', format: 'der' }),
      algorithm,
      true,
      ['verify'],
    );
    const document = xadesjs.Parse(xml);
    const certificate = der.toString('base64');
    const peer = new xadesjs.SignedXml();
    await peer.Sign(algorithm, own as CryptoKey, document, {
      keyValue: publicKey as CryptoKey,
      x509: [certificate],
      signingCertificate: certificate,
      references: [{ uri: '', hash: 'SHA-256', transforms: ['enveloped', 'exc-c14n'] }],
      signerRole: { claimed: ['buyer'] },
      policy: { hash: 'SHA-256', identifier: { qualifier: 'OIDAsURN', value: 'urn:oid:1.2.3' } },
    });
    document.documentElement.appendChild(peer.GetXml() as Node);
    const signed = new XMLSerializer().serializeToString(document as never);
    const found = await verifyXades(signed, {
      trust: { certificates: cert },
      require: [{ namespace: 'urn:i', name: 'invoice' }],
    });
    expect([found.roles, found.parts.length, found.policy]).toEqual([
      ['buyer'],
      1,
      expect.objectContaining({ identifier: 'urn:oid:1.2.3' }),
    ]);
    await expect(
      verifyXades(signed.replace('>buyer<', '>seller<'), { trust: { certificates: cert } }),
    ).rejects.toMatchObject({ code: 'digest' });
  });
});
