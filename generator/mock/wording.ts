import type { WireResponse } from '@wsdl-codegen/runtime';
import type { UnknownContent } from '@wsdl-codegen/runtime/schema';
import { textOfBody } from '../calls/http-text.js';
import { headerOf } from './message-text.js';

const kinds: Readonly<Record<UnknownContent['kind'], string>> = {
  element: 'the schema does not know this element',
  attribute: 'the schema does not know this attribute',
  text: 'text is not allowed here',
  order: 'this element is in the wrong place',
  duplicate: 'this element may occur only once',
  type: 'its xsi:type is not known',
  namespace: 'it has another namespace in the schema',
  empty: 'it is empty, which its type does not allow',
  nil: 'it is nil, which the schema does not allow',
  missing: 'it is missing',
  enumeration: 'the enumeration does not have its value',
  value: 'its text is not a value of its type',
};

/** Content that does not fit its schema, with its path. */
export function describeUnknown({ kind, path, name }: UnknownContent): string {
  return `${path}/${name}: ${kinds[kind]}`;
}

/** The reason in an answer that refuses a request: that of its fault, or its text. */
export function refusalReason({ status, headers, body }: WireResponse): string {
  const text = textOfBody(body, headerOf(headers, 'content-type'));
  const [, fault] = /<(?:\w+:)?(?:faultstring|Text)\b[^<>]*>([^<]*)</.exec(text) ?? [];
  // Of a page, what comes before its body is not for reading.
  const shown = text.slice(Math.max(0, text.indexOf('<body'))).replace(/<[^<>]*>/g, ' ');
  const plain = withoutReferences(fault ?? shown)
    .replace(/\s+/g, ' ')
    .trim();
  return plain === '' ? `the request was refused with the status ${status}` : plain.slice(0, 300);
}

function withoutReferences(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
