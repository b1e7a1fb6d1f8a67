/** Faults that are refused: whoever looks for the cause wants to know what they said. */
import type { PlacedElement } from '../xml/document.js';
import { allElements, isNamed } from '../xml/elements.js';
import { childElements, type SoapMessage } from './soap-message.js';

/** The fault of an answer. */
export function faultOf({ body, namespace }: SoapMessage): PlacedElement | undefined {
  const [first] = childElements(body);
  return first !== undefined && isNamed(first, namespace, 'Fault') ? first : undefined;
}

/** What a fault says, as a sentence for the error that refuses it. */
export function quoted(fault: PlacedElement): string {
  const texts = [...allElements(fault)].flatMap(({ children }) =>
    children.flatMap((child) => (child.kind === 'text' && child.text.trim() !== '' ? [child.text.trim()] : [])),
  );
  return `It is a fault, and says ${JSON.stringify(texts.join(' ').slice(0, 200))}.`;
}
