import { ADDRESSING_2004, ADDRESSING_2005 } from './addressing.js';
import { APACHE_SOAP } from './apache.js';
import { SWA_REF, XMLMIME, XMLMIME_2004, XOP_INCLUDE } from './attachments.js';
import { MICROSOFT_TYPES, SERIALIZATION, SERIALIZATION_ARRAYS } from './microsoft.js';
import { BUNDLED_PREFIX } from './prefix.js';
import { XLINK, XML_SIGNATURE } from './signature.js';
import { SOAP11_ENCODING, SOAP11_ENVELOPE, SOAP12_ENCODING, SOAP12_ENVELOPE } from './soap.js';
import { XML, XML_SCHEMA } from './xml.js';

/** A schema that comes with the generator, for descriptors which use a namespace that everybody is expected to know. */
export interface WellKnownSchema {
  readonly namespace: string;
  /** Identity as a source document. */
  readonly uri: string;
  readonly text: string;
  /** More names may be declared elsewhere: each WCF service publishes the collections that it uses under one namespace of all. */
  readonly open?: true;
}

/** The bundled schemas; one that takes names from another stands before it. */
export const wellKnownSchemas: readonly WellKnownSchema[] = [
  schema('http://www.w3.org/2003/05/soap-envelope', 'soap12-envelope.xsd', SOAP12_ENVELOPE),
  schema('http://schemas.xmlsoap.org/soap/envelope/', 'soap11-envelope.xsd', SOAP11_ENVELOPE),
  schema('http://schemas.xmlsoap.org/soap/encoding/', 'soap11-encoding.xsd', SOAP11_ENCODING),
  schema('http://www.w3.org/2003/05/soap-encoding', 'soap12-encoding.xsd', SOAP12_ENCODING),
  schema('http://www.w3.org/2005/08/addressing', 'addressing-2005.xsd', ADDRESSING_2005),
  schema('http://schemas.xmlsoap.org/ws/2004/08/addressing', 'addressing-2004.xsd', ADDRESSING_2004),
  schema('http://www.w3.org/2005/05/xmlmime', 'xmlmime.xsd', XMLMIME),
  schema('http://www.w3.org/2004/11/xmlmime', 'xmlmime-2004.xsd', XMLMIME_2004),
  schema('http://www.w3.org/2004/08/xop/include', 'xop-include.xsd', XOP_INCLUDE),
  schema('http://xml.apache.org/xml-soap', 'apache-soap.xsd', APACHE_SOAP),
  schema('http://www.w3.org/2000/09/xmldsig#', 'xml-signature.xsd', XML_SIGNATURE),
  schema('http://www.w3.org/1999/xlink', 'xlink.xsd', XLINK),
  schema('http://ws-i.org/profiles/basic/1.1/xsd', 'swa-ref.xsd', SWA_REF),
  {
    ...schema(
      'http://schemas.microsoft.com/2003/10/Serialization/Arrays',
      'serialization-arrays.xsd',
      SERIALIZATION_ARRAYS,
    ),
    open: true,
  },
  schema('http://schemas.microsoft.com/2003/10/Serialization/', 'serialization.xsd', SERIALIZATION),
  schema('http://microsoft.com/wsdl/types/', 'microsoft-types.xsd', MICROSOFT_TYPES),
  schema('http://www.w3.org/2001/XMLSchema', 'xml-schema.xsd', XML_SCHEMA),
  schema('http://www.w3.org/XML/1998/namespace', 'xml.xsd', XML),
];

function schema(namespace: string, file: string, text: string): WellKnownSchema {
  return { namespace, uri: `${BUNDLED_PREFIX}${file}`, text };
}
