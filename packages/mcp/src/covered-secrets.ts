import type { JsonValue } from '@wsdl-codegen/runtime/schema';

/** What stands in the place of a secret. */
const cover = '***';
/** Shorter texts stand for too many other things. */
const minLength = 4;

/** A text without the secrets that a program gave. */
export function coveredText(text: string, secrets: readonly string[] = []): string {
  return secrets
    .filter(({ length }) => length >= minLength)
    .reduce((covered, secret) => covered.replaceAll(secret, cover), text);
}

/** A value without them, in all its texts. */
export function coveredValue(value: JsonValue, secrets: readonly string[] = []): JsonValue {
  const wanted = secrets.filter(({ length }) => length >= minLength);
  return wanted.length === 0 ? value : covered(value, wanted);
}

function covered(value: JsonValue, secrets: readonly string[]): JsonValue {
  if (typeof value === 'string') {
    return coveredText(value, secrets);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  return Array.isArray(value)
    ? (value as readonly JsonValue[]).map((item) => covered(item, secrets))
    : Object.fromEntries(Object.entries(value).map(([name, part]) => [name, covered(part, secrets)]));
}
