/** The rule for names in camel case, for properties of generated types and for members of JSON. */

/** Letters that came with Unicode 15.1, 16 and 17: compilers and engines that are in use do not know them, and names do not depend on the Node that makes them. */
const recentLetters =
  String.raw`\u088f\u0897\u0c5c\u0cdc\u1acf-\u1add\u1ae0-\u1aeb\u1c89\u1c8a\ua7cb-\ua7cf\ua7d2\ua7d4\ua7da-\ua7dc\ua7f1\u{105c0}-\u{105f3}\u{10940}-\u{10959}\u{10d40}-\u{10d85}\u{10ec2}-\u{10ec7}\u{10efa}-\u{10efc}\u{11380}-\u{113e2}\u{116d0}-\u{116e3}\u{11b60}-\u{11b67}\u{11bc0}-\u{11bf9}\u{11db0}-\u{11de9}\u{11f5a}\u{13460}-\u{143fa}` +
  String.raw`\u{16100}-\u{16139}\u{16d40}-\u{16d79}\u{16ea0}-\u{16ed3}\u{16ff2}-\u{16ff6}\u{187f8}-\u{187ff}\u{18cff}\u{18d09}-\u{18df2}\u{1ccf0}-\u{1ccf9}\u{1e5d0}-\u{1e5fa}\u{1e6c0}-\u{1e6ff}\u{2b73a}-\u{2b73f}\u{2cea2}-\u{2cead}\u{2ebf0}-\u{2ee5d}\u{323b0}-\u{33479}`;

/** Invisible characters, such as the Hangul filler, some of which identifiers may contain: code has to show what it says. */
export const avoided: RegExp = new RegExp(`[\\p{Default_Ignorable_Code_Point}${recentLetters}]`, 'u');
/** Characters that identifiers do not have. */
export const notIdentifier: RegExp = new RegExp(`[^\\p{ID_Continue}$]|${avoided.source}`, 'gu');

/**
 * Members that every object has. An optional property of such a name would never be absent: reading it would give a function,
 * and no object without the property would have the type.
 */
export const ownedByEveryObject: ReadonlySet<string> = new Set([
  'constructor',
  'hasOwnProperty',
  'isPrototypeOf',
  'propertyIsEnumerable',
  'toLocaleString',
  'toString',
  'valueOf',
  '__defineGetter__',
  '__defineSetter__',
  '__lookupGetter__',
  '__lookupSetter__',
  '__proto__',
]);

/** `TopupAtmCard` is `topupAtmCard`, `GETStatus` is `getStatus`, `do-it.now` is `doItNow`. */
export function camelCase(name: string): string {
  const parts = name
    .replace(notIdentifier, ' ')
    .split(' ')
    .filter((part) => part !== '');
  const [first = '_', ...rest] = parts;
  const head = first.replace(/^\p{Lu}+(?=\p{Lu}\p{Ll})|^\p{Lu}+/u, (capitals) => capitals.toLowerCase());
  const text = head + rest.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
  return /^[\p{ID_Start}$_]/u.test(text) ? text : `_${text}`;
}
