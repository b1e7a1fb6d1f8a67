import type { Random } from './random.js';

/** Pieces that matter to readers of XML, forms and descriptors, and to whoever puts texts into code. */
const pieces: readonly string[] = [
  ...[
    '<',
    '>',
    '&',
    '"',
    "'",
    '</',
    '/>',
    '<!--',
    '-->',
    ']]>',
    '<![CDATA[',
    '<?x',
    '?>',
    '&#x0;',
    '&#65;',
    '&#xD800;',
  ],
  ...[
    '&amp;',
    '&undefined;',
    '<!DOCTYPE a [<!ENTITY b "&b;&b;">]>',
    ' xmlns:a=""',
    ' xmlns=""',
    ' a="1" a="1"',
    'xmlns:xml="u"',
  ],
  ...['\0', '\ufeff', '\ufffe', '\u0085', '\u2028', '\ud800', '\udc00', '\u{10ffff}', '\r\n', '\t', ' '],
  ...['%', '%u', '%u00', '%zz', '%C0%AF', '=', ';', ',', '+', '&&', '?', '#', '{', '}', '{a}', '(', ')'],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', '$items', '$any', '$type', '$name'],
  ...[
    '*/pwned()/*',
    '$' + '{pwned()}',
    '`+pwned()+`',
    "'+pwned()+'",
    '"+pwned()+"',
    '{{pwned}}',
    '</script>',
    '\\u002a/',
    '\n',
  ],
  ...['../../../etc/passwd', 'file:///etc/passwd', 'http://169.254.169.254/', 'http://localhost:1/', '..\\..\\x'],
  ...[
    '9'.repeat(400),
    '-1',
    '1e999',
    'NaN',
    'INF',
    '0x1',
    'unbounded',
    '4294967296',
    '1.0',
    'true',
    'xs:anyType',
    't:T',
  ],
  ...['(a+)+$', '[', '\\p{L}', '(?:', '{1,99999}', 'minOccurs="9999999"', 'maxOccurs="9999999"', 'nillable="1"'],
  ...[
    'x'.repeat(3000),
    'type="',
    'base="',
    'ref="',
    'name="',
    'xsi:nil="true"',
    'xsi:type="x"',
    's:mustUnderstand="1"',
  ],
];

/** The text with some pieces cut out, doubled, moved, or replaced. */
export function mutate(text: string, random: Random): string {
  let result = text;
  for (let count = 1 + random.below(4); count > 0; count--) {
    result = mutateOnce(result, random);
  }
  return result;
}

function mutateOnce(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  const length = random.below(random.oneIn(4) ? 200 : 12);
  const rest = text.slice(at + length);
  switch (random.below(6)) {
    case 0:
      return text.slice(0, at) + rest;
    case 1:
      return text.slice(0, at) + random.pick(pieces) + text.slice(at);
    case 2:
      return text.slice(0, at) + random.pick(pieces) + rest;
    case 3:
      return text.slice(0, at + length) + text.slice(at);
    case 4:
      return swapWords(text, random);
    default:
      return (
        text.slice(0, at) + String.fromCharCode(random.below(random.oneIn(3) ? 0x10000 : 0x80)) + text.slice(at + 1)
      );
  }
}

/** Puts one word of the text in the place of another: the document stays in form and changes its meaning. */
function swapWords(text: string, random: Random): string {
  const words = [...text.matchAll(/[\w:.-]+/g)];
  if (words.length < 2) {
    return text;
  }
  const from = random.pick(words)[0];
  const to = random.pick(words);
  return text.slice(0, to.index) + from + text.slice(to.index + to[0].length);
}

/** Bytes of a text with a few of them changed, or in another encoding. */
export function mutateBytes(text: string, random: Random): Uint8Array {
  const bytes = random.oneIn(8) ? utf16(text) : new TextEncoder().encode(text);
  for (let count = random.below(3); count > 0 && bytes.length > 0; count--) {
    bytes[random.below(bytes.length)] = random.below(256);
  }
  return bytes;
}

function utf16(text: string): Uint8Array {
  return new Uint8Array(Uint16Array.from(`\ufeff${text}`, (character) => character.charCodeAt(0)).buffer);
}

const names = ['a', 'b', 'p:c', 'longer-name', 'é', '_1', 'xsi:x', 'Envelope', 'Body'];
const texts = ['', ' ', 'text', '&lt;&#x10FFFF;', '<![CDATA[ ]] ]]>', '<!-- c -->', '<?pi d?>', 'é', '\n\t', '1.5'];

/** A well-formed document of random elements. */
export function randomDocument(random: Random): string {
  const element = (depth: number): string => {
    const name = random.pick(names);
    const attributes = random.oneIn(3)
      ? ` ${random.pick(['k', 'p:k', 'xml:lang'])}="${random.pick(['', 'v', '&quot;', '&#10;'])}"`
      : '';
    const declared = random.oneIn(5) ? ` xmlns="urn:${random.below(3)}"` : '';
    const count = depth > 6 ? 0 : random.below(4);
    let content = random.pick(texts);
    for (let i = 0; i < count; i++) {
      content += element(depth + 1) + random.pick(texts);
    }
    return content === '' && random.oneIn(2)
      ? `<${name}${attributes}${declared}/>`
      : `<${name}${attributes}${declared}>${content}</${name}>`;
  };
  const inner = element(0);
  return `${random.pick(['', '<?xml version="1.0"?>', '<!-- c -->\n', '\ufeff'])}<p:root xmlns:p="urn:p" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${inner}</p:root>`;
}
