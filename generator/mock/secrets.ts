import { createMasker, type Masker } from '@wsdl-codegen/runtime';

const masker: Masker = createMasker();
const mask = '***';

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
  return withForms(text, masker.text(text));
}

/**
 * A package of MIME without credentials, one character for each octet: its documents and texts are masked, its octets stay. A document that
 * cannot be read is given by its length.
 */
export function maskedPackage(text: string): string {
  const [, boundary] = /^\s*(--[^\r\n]+)/.exec(text) ?? [];
  return boundary === undefined ? maskedPart('', text) : text.split(boundary).map(maskedSection).join(boundary);
}

function maskedSection(section: string): string {
  const [head = ''] = /^[^\r\n]*\r?\n(?:[^\r\n]+\r?\n)*\r?\n/.exec(section.slice(0, maxHead)) ?? [];
  const [end = ''] = /\r?\n$/.exec(section) ?? [];
  return head === '' ? section : head + maskedPart(head, section.slice(head.length, section.length - end.length)) + end;
}

/** Characters of a section in which its head ends. */
const maxHead = 16_384;

function maskedPart(head: string, body: string): string {
  if (/^\s*</.test(body.slice(0, maxHead))) {
    return maskedText(body);
  }
  if (/^content-type:.*xml/im.test(head)) {
    return `(${body.length} bytes)`;
  }
  return /[\0-\x08\x0e-\x1f]/.test(body) ? body : maskedText(body);
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

/** A path with the values of secret parameters hidden. */
export function maskedUrl(url: string): string {
  return masker.text(url);
}
