const reference = /&(?:#(\d{1,7}|x[\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi;
const octets = /(?:%[\da-f]{2})+/gi;
const unit = /[\\%]u([\da-f]{4})|\\(["'\\/bfnrt])/gi;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const controls: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/**
 * The text with one level of escaping undone: references of XML and HTML; where there are none, `%u0041` and the escapes of JSON; where there
 * are none of them either, percent-encoding (of UTF-8, or else of Latin-1).
 */
export function unescapeText(text: string): string {
  const plain = text.replace(reference, fromReference);
  if (plain !== text) {
    return plain;
  }
  const unescaped = text.replace(unit, fromUnit);
  return unescaped === text ? text.replace(octets, fromOctets) : unescaped;
}

function fromReference(whole: string, number: string | undefined, entity: string | undefined): string {
  if (number === undefined) {
    return entities[entity ?? ''] ?? whole;
  }
  const point = Number(/^x/i.test(number) ? `0${number}` : number);
  return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
}

/** What some octets stand for. A character that was cut at their end stays as it is. */
function fromOctets(escaped: string): string {
  for (let end = escaped.length; end > Math.max(0, escaped.length - 12); end -= 3) {
    try {
      return decodeURIComponent(escaped.slice(0, end)) + escaped.slice(end);
    } catch {
      // Less may be whole characters.
    }
  }
  return escaped.replace(/%(..)/g, (_, octet: string) => String.fromCharCode(Number.parseInt(octet, 16)));
}

function fromUnit(_: string, code: string | undefined, escaped: string | undefined): string {
  return code === undefined
    ? (controls[escaped ?? ''] ?? escaped ?? '')
    : String.fromCharCode(Number.parseInt(code, 16));
}
