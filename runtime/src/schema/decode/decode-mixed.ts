import { XmlEvent } from '../../xml/interfaces/reader.js';
import type { XmlNode } from '../../xml/interfaces/tree.js';
import type { Decoder } from '../context/decoder.js';
import type { ComplexPlan, ElementPlan } from '../plan/plan.js';
import { readOpenElement } from './open-content.js';

/** Reads mixed content: texts and elements in order. */
export function decodeMixed(
  decoder: Decoder,
  plan: ComplexPlan,
  element: ElementPlan,
  result: Record<string, unknown>,
): void {
  const { cursor } = decoder;
  const content: XmlNode[] = [];
  for (let event = cursor.next(); event !== XmlEvent.EndElement; event = cursor.next()) {
    content.push(event === XmlEvent.Text ? cursor.text : readOpenElement(decoder));
  }
  const fallback = element.fixed ?? element.default;
  if (content.length === 0 && fallback !== undefined) {
    content.push(fallback);
  }
  if (decoder.strict && element.fixed !== undefined && (content.length !== 1 || content[0] !== element.fixed)) {
    throw decoder.error('fixed', `the content must be the text ${JSON.stringify(element.fixed)}`);
  }
  decoder.strictness?.match(
    decoder,
    plan,
    content.filter((node) => typeof node !== 'string'),
  );
  result.$content = content;
}
