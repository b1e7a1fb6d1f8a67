/**
 * Comments, template literals and quoted texts of code, whichever comes first, or what is there of them up to the end of the text or of the line. Of a quoted text, what says
 * before it that it names a module, its marks and its content are captured. Regular expressions are not known: one that contains a mark hides at most the rest of its line.
 */
const marked =
  /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)|`(?:[^`\\]|\\[\s\S])*(?:`|\\?$)|(\b(?:from|import)(?: ?\()? ?)?(["'])((?:(?!\2)[^\\\r\n]|\\.)*)(\2?)/g;

/** Code with other specifiers for the files that it imports: `rename` gets each that is relative. Comments and texts stay, whatever they contain. */
export function withSpecifiers(code: string, rename: (specifier: string) => string): string {
  return code.replace(marked, (found: string, start?: string, mark?: string, text = '', end = '') =>
    start !== undefined && end !== '' && /^\.{1,2}\/[^\\]*$/.test(text)
      ? `${start}${mark}${rename(text)}${end}`
      : found,
  );
}
