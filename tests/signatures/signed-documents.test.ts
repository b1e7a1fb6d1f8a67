import { chains, SignatureError, signXades, signXml, verifyXades, verifyXml } from '@wsdl-codegen/ws-security';
import { loadSchemas } from 'wsdl-codegen/schemas';
import { authority, issue } from '../support/chains.js';

/** Documents of schemas, signed and verified, as docs/xml.md says. */

const schema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:invoice" xmlns="urn:invoice" elementFormDefault="qualified">
  <xs:element name="Invoice">
    <xs:complexType>
      <xs:sequence>
        <xs:element name="Signatures" minOccurs="0"><xs:complexType><xs:sequence><xs:any namespace="##other" processContents="lax" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
        <xs:element name="Number" type="xs:token"/>
        <xs:element name="Total" type="xs:decimal"/>
      </xs:sequence>
    </xs:complexType>
  </xs:element>
</xs:schema>`;

const root = issue({ subject: 'Root', extensions: [authority()] });
const signer = issue({ subject: 'Supplier', issuer: root });
const own = { key: signer.key, certificate: signer.cert };
const options = {
  trust: chains({ authorities: root.cert }),
  require: [{ namespace: 'urn:invoice', name: 'Invoice' }],
};
const value = { Number: 'A-7', Total: '5.00' };

it('a value is written, signed, verified and read', async () => {
  const invoices = (await loadSchemas({ 'invoice.xsd': schema })).root('Invoice');
  const texts = [
    invoices.format(value),
    invoices.format(value, { indent: 2 }),
    invoices.format(value, { prefixes: { i: 'urn:invoice' } }),
  ];
  for (const text of texts) {
    for (const form of ['enveloped', 'enveloping'] as const) {
      const xades = await verifyXades(await signXades(text, { ...own, form }), { ...options });
      const xml = await verifyXml(await signXml(text, { ...own, form }), options);
      for (const [found] of [xades.parts, xml.parts]) {
        // What is signed around a document is the object that has it.
        const written = new TextDecoder().decode(found!.octets).replace(/^<ds:Object[^>]*>|<\/ds:Object>$/g, '');
        expect([form, invoices.parse(written)]).toEqual([form, value]);
      }
      expect(xades.certificate.subject).toBe('CN=Supplier');
    }
  }
});

it('a document has a place for its signature', async () => {
  const { root: rootOf, validate } = await loadSchemas({ 'invoice.xsd': schema });
  const text = rootOf('Invoice').format({ Signatures: {}, ...value });
  const signed = await signXades(text, { ...own, into: { namespace: 'urn:invoice', name: 'Signatures' } });
  expect(validate(signed)).toEqual([]);
  const { parts } = await verifyXades(signed, options);
  expect(rootOf('Invoice').parse(parts[0]!.octets)).toMatchObject(value);
});

it('a value that was changed after it was signed is not read', async () => {
  const invoices = (await loadSchemas({ 'invoice.xsd': schema })).root('Invoice');
  const signed = await signXades(invoices.format(value), own);
  await expect(verifyXades(signed.replace('5.00', '6.00'), options)).rejects.toThrow(SignatureError);
});
