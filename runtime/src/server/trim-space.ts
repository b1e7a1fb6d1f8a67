/**
 * The text without tabs, line ends, form feeds and spaces at its ends: the characters that .NET's number formats ignore. A
 * loop, because an expression that looks for space at the end takes quadratic time for space in the middle.
 */
export function trimSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charCodeAt(start))) {
    start++;
  }
  while (end > start && isSpace(text.charCodeAt(end - 1))) {
    end--;
  }
  return text.slice(start, end);
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 9 && code <= 13);
}
