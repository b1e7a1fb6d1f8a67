/** Texts are escaped so often, at most. */
const maxLevels = 4;
const escapes = /&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,7}|x[\da-f]{1,6}));|%([\da-f]{2})|[%\\]u([\da-f]{4})|\\/gi;
const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** What a text says with all its escapes undone, those of XML, addresses and JSON, as far as it is ASCII. */
export function unescaped(text: string): string {
  let plain = text;
  for (let level = 0; level < maxLevels && /[&%\\]/.test(plain); level++) {
    plain = plain.replace(escapes, (_, name?: string, reference?: string, byte?: string, unit?: string) =>
      name === undefined ? character(reference ?? `x${byte ?? unit ?? ''}`) : (characters[name.toLowerCase()] ?? ''),
    );
  }
  return plain;
}

/** The character of a number; none of one that is too large, or of no number. */
function character(number: string): string {
  const point = Number(number.replace(/^x/i, '0x'));
  return point <= 0x10ffff ? String.fromCodePoint(point) : '';
}
