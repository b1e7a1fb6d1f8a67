/** WSDL 1.1. */
export { wsdlNamespace } from '../source/references.js';
/** SOAP 1.1 binding extensions (WSDL 1.1, 3). */
export const soap11BindingNamespace = 'http://schemas.xmlsoap.org/wsdl/soap/';
/** SOAP 1.2 binding extensions (W3C member submission of 2006). */
export const soap12BindingNamespace = 'http://schemas.xmlsoap.org/wsdl/soap12/';
/** HTTP GET and POST binding extensions (WSDL 1.1, 4). */
export const httpBindingNamespace = 'http://schemas.xmlsoap.org/wsdl/http/';
/** MIME binding extensions (WSDL 1.1, 5). */
export const mimeBindingNamespace = 'http://schemas.xmlsoap.org/wsdl/mime/';
/** Microsoft's text matching extension of the MIME binding. */
export const textMatchingNamespace = 'http://microsoft.com/wsdl/mime/textMatching/';

/** Namespaces in which `Action` of an input or output, and `UsingAddressing` and `Addressing` of a binding or a policy are found. */
export const addressingNamespaces: ReadonlySet<string> = new Set([
  'http://www.w3.org/2006/05/addressing/wsdl',
  'http://www.w3.org/2007/05/addressing/metadata',
  'http://www.w3.org/2005/08/addressing',
  'http://schemas.xmlsoap.org/ws/2004/08/addressing',
  'http://schemas.xmlsoap.org/ws/2004/08/addressing/policy',
]);

/** The version of WS-Addressing that one of these namespaces belongs to. */
export function addressingVersionOf(namespace: string): '1.0' | '2004/08' {
  return namespace.includes('/2004/08/') ? '2004/08' : '1.0';
}

/** Versions of WS-Policy. */
export const policyNamespaces: ReadonlySet<string> = new Set([
  'http://schemas.xmlsoap.org/ws/2002/12/policy',
  'http://schemas.xmlsoap.org/ws/2004/09/policy',
  'http://www.w3.org/2006/07/ws-policy',
  'http://www.w3.org/ns/ws-policy',
]);

/** Versions 1.1 to 1.3 of WS-SecurityPolicy, and the additions of WCF. */
export const securityPolicyNamespaces: ReadonlySet<string> = new Set([
  'http://schemas.xmlsoap.org/ws/2005/07/securitypolicy',
  'http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702',
  'http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200802',
  'http://schemas.microsoft.com/ws/2005/07/securitypolicy',
]);

/** Transports of SOAP bindings that mean HTTP. */
export const httpTransports: ReadonlySet<string> = new Set([
  'http://schemas.xmlsoap.org/soap/http',
  'http://schemas.xmlsoap.org/soap/http/',
  'http://www.w3.org/2003/05/soap/bindings/HTTP',
  'http://www.w3.org/2003/05/soap/bindings/HTTP/',
]);
