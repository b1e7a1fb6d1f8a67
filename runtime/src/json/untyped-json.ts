import { describe } from '../base/describe.js';
import { didYouMean } from '../base/nearest.js';
import type { ValidationIssue } from '../schema/context/encoder.js';
import { LexicalError } from '../schema/descriptor/errors.js';
import { isRecord } from '../schema/descriptor/resolve.js';
import { JsonError } from '../schema/json/json-error.js';
import type { JsonValue } from '../schema/json/to-json.js';
import { formatBase64, isOctets, parseBase64 } from '../schema/lexical/binary.js';
import type { Attachment } from '../soap/mime.js';

/** JSON of values that no schema describes. */

/** JSON of a value whose type is not known. */
export function untypedJson(value: unknown): JsonValue {
  switch (typeof value) {
    case 'bigint':
      return String(value);
    case 'number':
      return Number.isFinite(value) ? value : String(value);
    case 'string':
    case 'boolean':
      return value;
    case 'object':
      break;
    default:
      return null;
  }
  if (isOctets(value)) {
    return formatBase64(value);
  }
  if (Array.isArray(value)) {
    return value.map(untypedJson);
  }
  return value === null
    ? null
    : Object.fromEntries(Object.entries(value).map(([name, part]) => [name, untypedJson(part)]));
}

/** A JSON form; undefined for a value that has none. */
export function jsonOrNone(make: () => JsonValue): JsonValue | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof JsonError) {
      return undefined;
    }
    throw error;
  }
}

const members: ReadonlySet<string> = new Set(['contentType', 'content']);

/** Characters that no field of a header has: what is behind a line break would be a field of its own. */
const otherThanField = /[^\x20-\x7e]/;

/** An attachment from its JSON; with `coerce` also from its octets or their text alone. */
export function attachmentFromJson(
  name: string,
  json: unknown,
  { coerce, issues }: { readonly coerce?: boolean; readonly issues: ValidationIssue[] },
): Attachment {
  const isObject = isRecord(json);
  if (!isObject && coerce !== true) {
    const message = `expected an object with contentType and content, got ${describe(json)}`;
    issues.push({ path: [name], code: 'wrong-type', message });
  }
  const given = isObject ? json : { content: json };
  for (const member of Object.keys(given).filter((each) => !members.has(each))) {
    const message = `an attachment has no such property${didYouMean(member, members)}`;
    issues.push({ path: [name, member], code: 'unknown-property', message });
  }
  const { contentType = 'application/octet-stream', content = coerce === true ? '' : undefined } = given as Partial<
    Record<'contentType' | 'content', unknown>
  >;
  if (typeof contentType !== 'string' || otherThanField.test(contentType)) {
    const message = `expected a media type such as image/png, got ${describe(contentType)}`;
    issues.push({ path: [name, 'contentType'], code: 'wrong-type', message });
  }
  return { contentType: contentType as string, content: octetsFromJson(content, [name, 'content'], coerce, issues) };
}

function octetsFromJson(
  content: unknown,
  path: readonly string[],
  coerce: boolean | undefined,
  issues: ValidationIssue[],
): Uint8Array {
  if (coerce === true && isOctets(content)) {
    return content;
  }
  try {
    if (typeof content === 'string') {
      return parseBase64(content);
    }
  } catch (error) {
    if (!(error instanceof LexicalError)) {
      throw error;
    }
  }
  issues.push({ path, code: 'wrong-type', message: `expected a text of octets in base64, got ${describe(content)}` });
  return new Uint8Array();
}

/** The JSON of an attachment. */
export function attachmentToJson({ contentType, content }: Attachment): JsonValue {
  return { contentType, content: formatBase64(content) };
}
