/** An expanded name as a string, `{namespace}local`; a name in no namespace is `{}local`. */
export type ExpandedName = string;

/** The namespace of XML Schema, whose built-in types need no declaration. */
export const xsdNamespace = 'http://www.w3.org/2001/XMLSchema';

/** Namespace of the attributes of XML Schema for documents (Part 1, 2.6). */
export const xsiNamespace = 'http://www.w3.org/2001/XMLSchema-instance';

/** The namespace of .NET's own simple types in `.asmx` inputs: `char` and `guid`. */
export const microsoftTypesNamespace = 'http://microsoft.com/wsdl/types/';

/** The namespace of the simple types and attributes of WCF's data contracts: `char`, `duration`, `guid`, `Id`, `Ref`. */
export const serializationNamespace = 'http://schemas.microsoft.com/2003/10/Serialization/';

/** Namespaces of SOAP encoding: SOAP 1.1, section 5, and SOAP 1.2 Adjuncts, section 3. */
export const soapEncodingNamespaces: ReadonlySet<string> = new Set([
  'http://schemas.xmlsoap.org/soap/encoding/',
  'http://www.w3.org/2003/05/soap-encoding',
]);

/** `{namespace}local`; the absent namespace is the empty string. */
export function expandedName(namespace: string, local: string): string {
  return `{${namespace}}${local}`;
}

/** The parts of `{namespace}local`. The namespace may itself contain placeholders in braces. */
export function splitExpandedName(name: string): { readonly namespace: string; readonly local: string } {
  const end = name.lastIndexOf('}');
  return { namespace: name.slice(1, end), local: name.slice(end + 1) };
}

/** Built-in types of the drafts of XML Schema, with their counterparts in the recommendation. */
const draftTypes: ReadonlyMap<string, string> = new Map([
  ['ur-type', 'anyType'],
  ['timeInstant', 'dateTime'],
  ['timeDuration', 'duration'],
  ['uriReference', 'anyURI'],
  ['uri', 'anyURI'],
  ['CDATA', 'normalizedString'],
  ['binary', 'base64Binary'],
  ['recurringDate', 'gMonthDay'],
  ['recurringDay', 'gDay'],
  ['month', 'gYearMonth'],
  ['year', 'gYear'],
]);

/** The expanded name that a reference means: drafts of XML Schema had other names for some built-in types. */
export function referredName(namespace: string, local: string): string {
  return expandedName(namespace, namespace === xsdNamespace ? (draftTypes.get(local) ?? local) : local);
}

/** Orders strings by UTF-16 code units: the same on every machine, unlike a locale's order. */
export function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** White space at the ends removed, and one space for each run of it inside (Part 2, 4.3.6, `collapse`). */
export function collapseWhiteSpace(text: string): string {
  return text.replace(/[ \t\r\n]+/g, ' ').trim();
}

/**
 * True for a text by which a component can be identified and found, even if it is not a valid XML name: `Outer$Inner`,
 * `Map<String>`, `1st`. Braces and `#` are reserved for the keys of expanded names and of types without a name, `:` for
 * prefixes.
 */
export function isReferableName(text: string): boolean {
  return text !== '' && !/[{}#:]/.test(text);
}
