import { unescapeFormText } from '../../http/form.js';

const reference = /&(?:#(\d{1,7}|x[\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi;
const unit = /\\(?:u([\da-f]{4})|(["'\\/bfnrt]))/gi;
const characters: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' },
  ...{ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' },
};

/**
 * The text with one level of escaping undone, to find what is in it and not to show it: references of XML and HTML; where there are none, the
 * escapes of JSON; where there are none of them either, those of addresses and forms.
 */
export function unescapeText(text: string): string {
  const plain = text.replace(reference, (whole, number: string | undefined, entity: string | undefined) => {
    const point = Number(number?.replace(/^x/i, '0x'));
    return point <= 0x10ffff ? String.fromCodePoint(point) : characterOf(entity, whole);
  });
  if (plain !== text) {
    return plain;
  }
  const unescaped = text.replace(unit, (_, code: string | undefined, escaped: string | undefined) =>
    code === undefined ? characterOf(escaped, '') : String.fromCharCode(Number.parseInt(code, 16)),
  );
  return unescaped === text && text.includes('%') ? unescapeFormText(text) : unescaped;
}

function characterOf(name = '', otherwise = name): string {
  return characters[name.toLowerCase()] ?? (otherwise || name);
}
