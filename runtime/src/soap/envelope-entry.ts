import type { XmlReader } from '../xml/xml-reader.js';
import { enterEnvelope } from './envelope.js';
import type { SoapVersionFacts } from './version.js';

/** How the Envelopes of messages are entered. All readers must have the same options. */
export interface EnvelopeEntry {
  /** Moves a fresh reader to the start tag of the Envelope, or of the Body, and returns the version. Throws as `enterEnvelope`. */
  enter(reader: XmlReader): SoapVersionFacts;
  /**
   * Keeps the beginning of a document whose reader is at the start tag of the Body, before which there is no other element than the Envelope.
   */
  keep(reader: XmlReader, facts: SoapVersionFacts): void;
}

const everyEnvelope: EnvelopeEntry = { enter: enterEnvelope, keep: () => undefined };

/** Reads each Envelope from its beginning. */
export function simpleEntry(): EnvelopeEntry {
  return everyEnvelope;
}
