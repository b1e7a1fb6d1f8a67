/** An expanded name as a string, `{namespace}local`; a name in no namespace is `{}local`. */
export type ExpandedName = string;

/** The namespace of XML Schema, whose built-in types need no declaration. */
export const XSD_NAMESPACE = 'http://www.w3.org/2001/XMLSchema';

/** The namespace of .NET's own simple types in `.asmx` descriptors: `char` and `guid`. */
export const MICROSOFT_TYPES_NAMESPACE = 'http://microsoft.com/wsdl/types/';

/** The namespace of the simple types and attributes of WCF's data contracts: `char`, `duration`, `guid`, `Id`, `Ref`. */
export const SERIALIZATION_NAMESPACE = 'http://schemas.microsoft.com/2003/10/Serialization/';

/** `{namespace}local`; the absent namespace is the empty string. */
export function expandedName(namespace: string, local: string): string {
  return `{${namespace}}${local}`;
}

/** The parts of `{namespace}local`. The namespace may itself hold placeholders in braces. */
export function splitExpandedName(name: string): { readonly namespace: string; readonly local: string } {
  const end = name.lastIndexOf('}');
  return { namespace: name.slice(1, end), local: name.slice(end + 1) };
}

/** Built-in types of the drafts of XML Schema by what the recommendation made of them. */
const DRAFT_TYPES: ReadonlyMap<string, string> = new Map([
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
  return expandedName(namespace, namespace === XSD_NAMESPACE ? (DRAFT_TYPES.get(local) ?? local) : local);
}

/** Orders strings by UTF-16 code units: the same on every machine, unlike a locale's order. */
export function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
