import { avoided, notIdentifier } from '@wsdl-codegen/runtime/extend';

/** Rules that turn XML names into TypeScript names. They depend only on the name, never on other names. */

export { camelCase } from '@wsdl-codegen/runtime/extend';

/** Words that cannot name a type or a constant in a strict-mode module. */
const reserved: ReadonlySet<string> = new Set(
  (
    'break case catch class const continue debugger default delete do else enum export extends false finally for function ' +
    'if import in instanceof new null return super switch this throw true try typeof var void while with implements ' +
    'interface let package private protected public static yield await async of arguments eval undefined NaN Infinity'
  ).split(' '),
);

/**
 * Names of types that TypeScript predefines, or that generated code itself relies on being the global ones; `satisfies`, which esbuild cannot read
 * as the name of an interface; `then`, which `import()` would call; the parameters of the function into which Node and Jest put a CommonJS module, and its mark.
 */
const predefined: ReadonlySet<string> = new Set(
  (
    'any unknown never object string number boolean bigint symbol as asserts infer intrinsic is keyof readonly unique ' +
    'satisfies then globalThis ' +
    'Array ArrayBuffer BigInt Boolean Exclude Function Number Object Omit Partial Pick Promise Readonly ReadonlyArray ' +
    'Record String Symbol Uint8Array constructor __proto__ exports require module __filename __dirname __esModule jest'
  ).split(' '),
);

const identifierPattern = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** True if `name` is allowed as a property name without quotes. */
export function isIdentifierName(name: string): boolean {
  return identifierPattern.test(name) && !avoided.test(name);
}

/**
 * The natural TypeScript name of an XML name: the name itself if it is allowed for a type and a constant. Otherwise,
 * characters that are not allowed become `_`, a leading digit gets `_` before it, and reserved and predefined names get `_`
 * at the end.
 */
export function toIdentifier(name: string): string {
  let text = name.replace(notIdentifier, '_');
  if (text === '' || !/^[\p{ID_Start}$_]/u.test(text)) {
    text = `_${text}`;
  }
  return reserved.has(text) || predefined.has(text) ? `${text}_` : text;
}

/**
 * A TypeScript name that no other XML name has or can come to have: the name itself if it is allowed; otherwise `-` becomes
 * `$_`, `.` becomes `$$_`, any other character its code point between `$$$` and `$`. `$` cannot occur in an XML name, so
 * these differ from all names that need no change. A reserved or predefined name gets `$` at the end.
 */
export function toUniqueIdentifier(name: string): string {
  const text = toUniqueStem(name);
  return reserved.has(text) || predefined.has(text) ? `${text}$` : text;
}

/** As `toUniqueIdentifier`, but reserved names stay: for names that something follows. */
export function toUniqueStem(name: string): string {
  let text = '';
  for (const character of name) {
    if (/[\p{ID_Continue}]/u.test(character) && !avoided.test(character)) {
      text += character;
    } else {
      text +=
        character === '-' ? '$_' : character === '.' ? '$$_' : `$$$${(character.codePointAt(0) ?? 0).toString(16)}$`;
    }
  }
  return text === '' || !/^[\p{ID_Start}_$]/u.test(text) ? `$$$$${text}` : text;
}

/** Words of a name: at separators and where the case changes (`ATMCardIssue2` is ATM, Card, Issue2). */
function wordsOf(name: string): readonly string[] {
  return name.match(/\p{Lu}+(?!\p{Ll})[\p{N}]*|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+[\p{N}]*|[\p{L}]+|[\p{N}]+/gu) ?? [];
}

/** `ExchangerApi` is `exchanger-api`: for file names, in ASCII and lower case. Empty when nothing is left. */
export function kebabCase(name: string): string {
  const words = wordsOf(name)
    .join('-')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9-]+/g, '')
    .split('-');
  const last = words.findLastIndex((word) => word !== '');
  return words
    .slice(
      words.findIndex((word) => word !== ''),
      last + 1,
    )
    .join('-');
}

/**
 * The name of an npm package after a text, such as the name of a folder or a file: its words in lower case with hyphens between them, as in `kebabCase`. Characters outside
 * ASCII, dots and underscores separate words or are left out; digits stay with the word before them. Empty when nothing is left.
 */
export function packageNameAfter(text: string): string {
  return kebabCase(text).slice(0, maxPackageName);
}

/** Names that Windows keeps for devices, whatever extension follows. */
const devicesPattern = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;
/** Longest name that npm takes. */
const maxPackageName = 214;
/** Longest stem of a file name: file systems accept it with the suffixes that are added. */
const maxStem = 100;

/** `kebabCase` for a file name that is valid on every system: not a device of Windows, and not too long. */
export function fileStem(name: string): string {
  const stem = kebabCase(name);
  if (devicesPattern.test(stem)) {
    return `${stem}_`;
  }
  return stem.length > maxStem ? `${stem.slice(0, maxStem)}-${shortHash(name)}` : stem;
}

/** Eight hexadecimal digits (FNV-1a, 32 bit) that distinguish two names if nothing readable does. */
export function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  }
  return hash.toString(16).padStart(8, '0');
}
