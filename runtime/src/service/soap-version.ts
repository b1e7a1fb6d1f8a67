/** The two versions of SOAP that are spoken: `'1.1'` (W3C Note 2000) and `'1.2'` (Recommendation 2007). */
export type SoapVersion = '1.1' | '1.2';

/** The differences between the versions outside of faults. */
export interface SoapVersionFacts {
  readonly version: SoapVersion;
  /** Namespace of the envelope. */
  readonly namespace: string;
}

/** SOAP 1.1. */
export const soap11: SoapVersionFacts = {
  version: '1.1',
  namespace: 'http://schemas.xmlsoap.org/soap/envelope/',
};

/** SOAP 1.2. */
export const soap12: SoapVersionFacts = {
  version: '1.2',
  namespace: 'http://www.w3.org/2003/05/soap-envelope',
};

/** Name of the attribute that addresses a header block (SOAP 1.1, 4.2.2; SOAP 1.2, 5.2.2). */
export function actorAttribute({ version }: SoapVersionFacts): 'actor' | 'role' {
  return version === '1.1' ? 'actor' : 'role';
}

/** Whole `Content-Type` value that is sent with SOAP 1.1. */
export const contentType11 = 'text/xml; charset=utf-8';
/** That of SOAP 1.2. */
export const contentType12 = 'application/soap+xml; charset=utf-8';

/** That of a version. */
export function soapContentType(version: SoapVersion): string {
  return version === '1.1' ? contentType11 : contentType12;
}

/** The facts of a version. */
export function soapVersion(version: SoapVersion): SoapVersionFacts {
  return version === '1.1' ? soap11 : soap12;
}

/** The version whose envelope has this namespace, or undefined. */
export function versionOfNamespace(namespace: string): SoapVersionFacts | undefined {
  return namespace === soap11.namespace ? soap11 : namespace === soap12.namespace ? soap12 : undefined;
}
