/** Names of types that a description may use without declaring them: those of XML Schema, and .NET's `char` and `guid`. */
export const builtInTypes: ReadonlySet<string> = new Set(
  (
    'anyType anySimpleType string normalizedString token language Name NCName NMTOKEN NMTOKENS ID IDREF IDREFS ENTITY ' +
    'ENTITIES boolean decimal integer nonPositiveInteger negativeInteger nonNegativeInteger positiveInteger long int ' +
    'short byte unsignedLong unsignedInt unsignedShort unsignedByte float double dateTime date time duration gYear ' +
    'gYearMonth gMonth gMonthDay gDay base64Binary hexBinary anyURI QName NOTATION char guid'
  ).split(' '),
);

/** Those that .NET reads into value types, which are always there. */
export const valueTypes: ReadonlySet<string> = new Set(
  (
    'boolean byte unsignedByte short unsignedShort int unsignedInt long unsignedLong float double decimal dateTime date ' +
    'time char guid'
  ).split(' '),
);
