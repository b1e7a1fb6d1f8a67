import type { XmlCursor } from '../xml/reader.js';
import type { XmlReader } from '../xml/xml-reader.js';
import { drain } from './cursor.js';
import { enterBody, enterEnvelope } from './envelope.js';
import type { SoapVersionFacts } from './version.js';

/** How the Envelopes of messages are entered. All readers must have the same options. */
export interface EnvelopeEntry {
  /** Moves a fresh reader to the start tag of the Envelope, or of the Body, and returns the version. Throws as `enterEnvelope`. */
  enter(reader: XmlReader): SoapVersionFacts;
  /** Moves on to the start tag of the Body, as `enterBody`; a reader that is there stays. Throws as `enterBody`. */
  enterBody(reader: XmlReader, facts: SoapVersionFacts, onHeader?: (reader: XmlCursor) => void): void;
  /** Moves from the end of the Body to the end of the document. May throw `SoapFormatError` for a second Body. */
  leave(reader: XmlReader, facts: SoapVersionFacts): void;
}

const everyEnvelope: EnvelopeEntry = { enter: enterEnvelope, enterBody, leave: drain };

/** Reads each Envelope from its beginning. */
export function simpleEntry(): EnvelopeEntry {
  return everyEnvelope;
}
