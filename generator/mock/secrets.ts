import { createMasker, type Masker } from '@wsdl-codegen/runtime';

const masker: Masker = createMasker();
const mask = '***';
/** Longer texts are only searched for elements and attributes with secret names, in pieces of about this length. */
const maxText = 262_144;

/** A value in its JSON form with `***` in the place of credentials, which are recognised by the names of properties. */
export function maskedJson(json: unknown): unknown {
  if (Array.isArray(json)) {
    return json.map(maskedJson);
  }
  if (typeof json !== 'object' || json === null) {
    return json;
  }
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [
      name,
      masker.isSecret(name) && typeof value !== 'object' ? mask : maskedJson(value),
    ]),
  );
}

/**
 * A message without credentials: `***` in their place, or for numbers and identifiers a value of the same form, so that a recorded
 * answer stays valid.
 */
export function maskedText(text: string): string {
  return text.length <= maxText
    ? withForms(text, masker.text(text))
    : piecesOf(text)
        .map((piece) => withForms(piece, maskedPiece(piece)))
        .join('');
}

/** Pieces of a text that begin with a start tag each, so that no element with nothing but text and no attribute is cut: what is found in each is forgotten before the next. */
function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length; ) {
    let end = text.indexOf('<', from + maxText);
    while (text[end + 1] === '/' && end >= 0) {
      end = text.indexOf('<', end + 1);
    }
    pieces.push(text.slice(from, end < 0 ? text.length : end));
    from = end < 0 ? text.length : end;
  }
  return pieces;
}

/** Elements with nothing but text, and attributes: the text of each is a group. */
const contents = /<[\w.:-]+(?:\s(?:[^<>]*[^<>/])?)?>([^<]*)<\//g;
const attributes = /\s[\w.:-]+=["']([^"'<]*)["']/g;

/** Puts values of the same form in the place of the mask, if both texts have the same elements or attributes. */
function withForms(text: string, masked: string): string {
  return text === masked
    ? masked
    : [contents, attributes].reduce((result, places) => withFormsAt(places, text, result), masked);
}

function withFormsAt(places: RegExp, text: string, masked: string): string {
  const before = [...text.matchAll(places)];
  if ([...masked.matchAll(places)].length !== before.length) {
    return masked;
  }
  let at = 0;
  return masked.replace(places, (whole, now: string) => {
    const [, original = ''] = before[at++] ?? [];
    const form = now === mask ? formOf(original) : undefined;
    const place = whole.lastIndexOf(mask);
    return form === undefined ? whole : whole.slice(0, place) + form + whole.slice(place + mask.length);
  });
}

/** Another value of the same form, for texts that a type may demand: numbers and GUIDs. */
function formOf(text: string): string | undefined {
  const value = text.trim();
  if (/^[+-]?\d+(?:\.\d+)?$/.test(value)) {
    // The least number of as many digits: no bound that the value keeps is passed.
    return value.replace(/\d/g, '0').replace('0', '1');
  }
  return /^\{?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\}?$/i.test(value) ? value.replace(/[\da-f]/gi, '0') : undefined;
}

function maskedPiece(text: string): string {
  return text
    .replace(/<((?:[\w.-]+:)?([\w.-]+)(?:\s[^<>]*)?)>([^<]+)<\//g, (whole, tag: string, name: string) =>
      masker.isSecret(name) ? `<${tag}>${mask}</` : whole,
    )
    .replace(/\s([\w.-]+)=("[^"<]*"|'[^'<]*')/g, (whole, name: string) =>
      masker.isSecret(name) ? ` ${name}="${mask}"` : whole,
    );
}

/** A path with the values of secret parameters hidden. */
export function maskedUrl(url: string): string {
  return masker.text(url);
}
