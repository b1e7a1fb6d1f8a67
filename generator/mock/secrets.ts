import { createMasker, type Masker } from '@wsdl-codegen/runtime';

const masker: Masker = createMasker();
const mask = '***';
/** Longer texts are only searched for elements and attributes with secret names. */
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

/** A message with `***` in the place of credentials. */
export function maskedText(text: string): string {
  return text.length <= maxText
    ? masker.text(text)
    : text
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
