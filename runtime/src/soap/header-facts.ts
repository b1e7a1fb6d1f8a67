import type { XmlCursor } from '../xml/reader.js';
import type { HeaderFacts } from './envelope.js';
import { actorAttribute, type SoapVersionFacts } from './version.js';

/** Processing attributes of the header block at whose start tag the cursor is. */
export function readHeaderFacts(cursor: XmlCursor, facts: SoapVersionFacts): HeaderFacts {
  const actor = cursor.attribute(facts.namespace, actorAttribute(facts));
  return {
    mustUnderstand: isTrue(cursor.attribute(facts.namespace, 'mustUnderstand')),
    relay: isTrue(cursor.attribute(facts.namespace, 'relay')),
    ...(actor !== undefined && { actor }),
  };
}

function isTrue(text: string | undefined): boolean {
  const value = text?.trim();
  return value === '1' || value === 'true';
}
