/** Characters that must not occur raw in source text: controls, line separators, and those that reorder text on a screen. */
const unsafe =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufff9-\ufffb]/;

/**
 * The characters that a string literal has to escape: those, quotes and backslashes, lone surrogates, and all that are
 * invisible.
 */
const escaped = new RegExp(`['\\\\]|${unsafe.source}|\\p{Cs}|\\p{Default_Ignorable_Code_Point}`, 'gu');

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', "'": "\\'", '\\': '\\\\' };

function escapeCharacter(character: string): string {
  const known = short[character];
  if (known !== undefined) {
    return known;
  }
  const hex = (character.codePointAt(0) ?? 0).toString(16);
  if (hex.length <= 2) {
    return `\\x${hex.padStart(2, '0')}`;
  }
  return hex.length <= 4 ? `\\u${hex.padStart(4, '0')}` : `\\u{${hex}}`;
}

/** The characters that code which a compiler printed may hold raw, although its source escaped them. */
const unescaped = new RegExp(`(?![\\n\\t])${unsafe.source}|\\p{Default_Ignorable_Code_Point}`, 'gu');

/**
 * Code of a compiler with the escapes of its source: compilers print what a string contains, also characters that nobody sees or that
 * reorder the text around them.
 */
export function escapeUnseen(code: string): string {
  return code.replace(unescaped, escapeCharacter);
}

/** A string literal of TypeScript, in single quotes. Whatever the text contains, it stays one literal on one line. */
export function quote(text: string): string {
  return `'${text.replace(escaped, escapeCharacter)}'`;
}

/**
 * The characters that a template literal has to escape: backticks, backslashes, `${`, and all that a string literal escapes except
 * for line feeds and tabs. A blank at the end of a line and empty lines after another would not survive layout; programs that search
 * code for directives (`//# source…`) do not know literals.
 */
const escapedInTemplate = new RegExp(
  `[\`\\\\]|\\$(?=\\{)|[ \\t](?=\\n|$)|\\n(?=\\n\\n)|(?<=/[/*][ \\t]?)[#@]|(?![\\n\\t])(?:${unsafe.source})|\\p{Cs}|\\p{Default_Ignorable_Code_Point}`,
  'gu',
);

/** A template literal that has the lines of the text, readable as they are. Whatever the text contains, it stays one literal. */
export function quoteLines(text: string): string {
  const lines = text.replace(escapedInTemplate, (character) =>
    character === '`' || character === '$' ? `\\${character}` : escapeCharacter(character),
  );
  return `\`${lines}\``;
}

/** Characters that `JSON.stringify` leaves raw although they must not be. */
const jsonEscaped = new RegExp(`${unsafe.source}|\\p{Default_Ignorable_Code_Point}`, 'gu');

/** A string of JSON. */
export function quoteJson(text: string): string {
  return JSON.stringify(text).replace(jsonEscaped, (c) =>
    [...Array(c.length).keys()].map((i) => `\\u${c.charCodeAt(i).toString(16).padStart(4, '0')}`).join(''),
  );
}

const entities: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' };

/** Text as Markdown shows it literally: nothing in it becomes markup, a link or HTML. */
export function markdown(text: string): string {
  return plain(text)
    .replace(/[\\`*[\]|~<>&@]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, (c) => entities[c] ?? `\\${c}`)
    .replace(/:(?=\/\/)|(?<=www)\./gi, '\\$&')
    .replace(/^(\d+)([.)])|^([#+=-])/, (_, digits, mark, lead) => (lead ? `\\${lead}` : `${digits}\\${mark}`));
}

/** Code as Markdown shows it within a line: a fence longer than any run of backticks inside. */
export function markdownCode(text: string): string {
  const line = plain(text);
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = longest > 0 || line === '' ? ' ' : '';
  return `${fence}${space}${line}${space}${fence}`;
}

/** Invisible characters, which can hide text in another one; selectors of emoji are harmless. */
const unseen = /(?![\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}/u;

/** One line of text without controls or invisible characters. */
export function plain(text: string): string {
  return [...text]
    .map((c) => (unsafe.test(c) || unseen.test(c) ? ' ' : c))
    .join('')
    .replace(/ {2,}/g, ' ')
    .trim();
}
