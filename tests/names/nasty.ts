/** Names that XML allows and that cause trouble in TypeScript, in JavaScript objects, or with generated names. */
export const nastyNames: readonly string[] = [
  // Reserved words, words that mean something in strict mode, types that TypeScript predefines.
  ...'break case catch class const continue debugger default delete do else enum export extends false finally for function if import'.split(
    ' ',
  ),
  ...'in instanceof new null return super switch this throw true try typeof var void while with implements interface let package'.split(
    ' ',
  ),
  ...'private protected public static yield await async of arguments eval undefined NaN Infinity any unknown never object string'.split(
    ' ',
  ),
  ...'number boolean bigint symbol asserts infer is keyof readonly unique globalThis type as from get set declare module namespace'.split(
    ' ',
  ),
  ...'require exports abstract satisfies accessor using override out intrinsic'.split(' '),
  // What a CommonJS module finds around it, and its mark.
  ...'__filename __dirname __esModule jest'.split(' '),
  // The members of every object, function and promise.
  ...'constructor __proto__ prototype toString valueOf hasOwnProperty then catch finally name length caller apply call bind toJSON'.split(
    ' ',
  ),
  // Globals that generated code relies on, or that a reader would take for the global.
  ...'Array Record Object String Number Boolean BigInt Symbol Promise Uint8Array Readonly ReadonlyArray Partial Omit Error Map Set'.split(
    ' ',
  ),
  ...'Date JSON Math console process window document'.split(' '),
  // Names that generated modules import, declare or export.
  ...'elements Elements schema types index service client server Choice ServiceClient ClientOptions CallOptions ServiceContext'.split(
    ' ',
  ),
  ...'ServiceRegistration registerService ServiceDescriptor ElementDescriptor ComplexType SimpleType element field attribute'.split(
    ' ',
  ),
  ...'complexType restriction enumeration list union scalar sequence choice all char guid XmlElement XmlNode QName NamedElement'.split(
    ' ',
  ),
  ...'t s xs api nasty Nasty NastyClient NastyService NastyMethods NastyBinding NastyClientOptions nastyDocuments input output options'.split(
    ' ',
  ),
  ...'implementation context unqualified $ns'.split(' ').filter((name) => !name.startsWith('$')),
  // Only their case differs.
  ...'order Order ORDER oRder'.split(' '),
  // Not identifiers: dots, dashes, digits that come first once the rest is gone, and what they become.
  ...'a-b a.b a_b a--b a..b -a'.split(' ').filter((name) => !name.startsWith('-')),
  ...'_1 _1a _2.0 _ __ _-_ _._ x-1 x.1 x_1'.split(' '),
  // Letters that are not Latin, combining marks, and one beyond the Basic Multilingual Plane.
  ...'Адрес 住所 العنوان כתובת é é Straße ıI İi ﬁ 𐐀'.split(' '),
  // Letters that only the standard counts among those of identifiers, others of full width, those of the last versions of Unicode, and two that are one once they are normalized.
  ...'a·b x· a‿b a⁀b ℮x x℘ ゛x 〇 Ⅷ a፩ ａ xᲊ 𲎰 K K'.split(' '),
  // Names that end like those that are made.
  ...'Order_element foo_attr item_group Order.element'.split(' '),
];

/** Names in the order in which they first occur. */
export const distinctNames: readonly string[] = [...new Set(nastyNames)];
