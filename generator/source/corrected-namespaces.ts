import { xsdNamespace } from './names.js';

/**
 * Namespaces that inputs use by mistake, with the correct ones: drafts that became the standard, and a forgotten or
 * added slash at the end. Declarations in them are read as if the correct namespace were written.
 */
const corrections: ReadonlyMap<string, string> = new Map([
  ['http://www.w3.org/1999/XMLSchema', xsdNamespace],
  ['http://www.w3.org/2000/08/XMLSchema', xsdNamespace],
  ['http://www.w3.org/2000/10/XMLSchema', xsdNamespace],
  [`${xsdNamespace}/`, xsdNamespace],
  ['http://www.w3.org/2001/XMLschema', xsdNamespace],
  ['http://www.w3.org/2002/12/wsdl/soap12', 'http://schemas.xmlsoap.org/wsdl/soap12/'],
  ['http://schemas.xmlsoap.org/wsdl', 'http://schemas.xmlsoap.org/wsdl/'],
  ['http://schemas.xmlsoap.org/wsdl/soap', 'http://schemas.xmlsoap.org/wsdl/soap/'],
  ['http://schemas.xmlsoap.org/wsdl/soap12', 'http://schemas.xmlsoap.org/wsdl/soap12/'],
  ['http://schemas.xmlsoap.org/wsdl/http', 'http://schemas.xmlsoap.org/wsdl/http/'],
  ['http://schemas.xmlsoap.org/wsdl/mime', 'http://schemas.xmlsoap.org/wsdl/mime/'],
  ['http://schemas.xmlsoap.org/soap/encoding', 'http://schemas.xmlsoap.org/soap/encoding/'],
]);

/** The namespace that is meant by one that is declared; white space around it means nothing. */
export function correctedNamespace(declared: string): string {
  const namespace = declared.trim();
  return corrections.get(namespace) ?? namespace;
}
