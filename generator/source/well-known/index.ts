import { addressing2004, addressing2005 } from './addressing.js';
import { apacheSoap } from './apache.js';
import { swaRef, xmlMimeSchema, xmlmime2004, xopInclude } from './attachments.js';
import { microsoftTypes, serializationArrays, serializationSchema } from './microsoft.js';
import { bundledPrefix } from './prefix.js';
import { xlinkSchema, xmlSignature } from './signature.js';
import { soap11Encoding, soap11Envelope, soap12Encoding, soap12Envelope } from './soap.js';
import { xmlAttributesSchema, xmlSchema } from './xml.js';

/** A schema that comes with the generator, for inputs which use a namespace that everybody is expected to know. */
export interface WellKnownSchema {
  readonly namespace: string;
  /** Identity as a source document. */
  readonly uri: string;
  readonly text: string;
  /** More names may be declared elsewhere: each WCF service publishes the collections that it uses under one namespace of all. */
  readonly open?: true;
}

/** The bundled schemas; one that others take names from comes after them. */
export const wellKnownSchemas: readonly WellKnownSchema[] = [
  schema('http://www.w3.org/2003/05/soap-envelope', 'soap12-envelope.xsd', soap12Envelope),
  schema('http://schemas.xmlsoap.org/soap/envelope/', 'soap11-envelope.xsd', soap11Envelope),
  schema('http://schemas.xmlsoap.org/soap/encoding/', 'soap11-encoding.xsd', soap11Encoding),
  schema('http://www.w3.org/2003/05/soap-encoding', 'soap12-encoding.xsd', soap12Encoding),
  schema('http://www.w3.org/2005/08/addressing', 'addressing-2005.xsd', addressing2005),
  schema('http://schemas.xmlsoap.org/ws/2004/08/addressing', 'addressing-2004.xsd', addressing2004),
  schema('http://www.w3.org/2005/05/xmlmime', 'xmlmime.xsd', xmlMimeSchema),
  schema('http://www.w3.org/2004/11/xmlmime', 'xmlmime-2004.xsd', xmlmime2004),
  schema('http://www.w3.org/2004/08/xop/include', 'xop-include.xsd', xopInclude),
  schema('http://xml.apache.org/xml-soap', 'apache-soap.xsd', apacheSoap),
  schema('http://www.w3.org/2000/09/xmldsig#', 'xml-signature.xsd', xmlSignature),
  schema('http://www.w3.org/1999/xlink', 'xlink.xsd', xlinkSchema),
  schema('http://ws-i.org/profiles/basic/1.1/xsd', 'swa-ref.xsd', swaRef),
  {
    ...schema(
      'http://schemas.microsoft.com/2003/10/Serialization/Arrays',
      'serialization-arrays.xsd',
      serializationArrays,
    ),
    open: true,
  },
  schema('http://schemas.microsoft.com/2003/10/Serialization/', 'serialization.xsd', serializationSchema),
  schema('http://microsoft.com/wsdl/types/', 'microsoft-types.xsd', microsoftTypes),
  schema('http://www.w3.org/2001/XMLSchema', 'xml-schema.xsd', xmlSchema),
  schema('http://www.w3.org/XML/1998/namespace', 'xml.xsd', xmlAttributesSchema),
];

function schema(namespace: string, file: string, text: string): WellKnownSchema {
  return { namespace, uri: `${bundledPrefix}${file}`, text };
}
