/** The names of XAdES (ETSI EN 319 132-1). */

/** The namespace of its elements. */
export const xadesNamespace = 'http://uri.etsi.org/01903/v1.3.2#';

/** The type of the reference to the properties that are signed. */
export const signedPropertiesType = 'http://uri.etsi.org/01903#SignedProperties';
