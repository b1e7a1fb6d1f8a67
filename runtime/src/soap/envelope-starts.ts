import type { SoapVersionFacts } from '../service/soap-version.js';
import { drain, nextChild, skipElement, type XmlCursor } from '../xml/interfaces/reader.js';
import { KnownStarts, maxStartLength } from '../xml/read/known-starts.js';
import type { XmlReader } from '../xml/read/xml-reader.js';
import { enterBody, enterEnvelope, SoapFormatError } from './envelope.js';

/**
 * How the envelopes begin that were read lately, up to the start of the Body. Clients and servers begin all their messages in the same way. All readers must have
 * the same options.
 */
export class EnvelopeStarts {
  readonly #starts = new KnownStarts<SoapVersionFacts>();

  /** As `enterEnvelope`, but goes to the start tag of the Body if the document begins as an earlier one did. Throws as that. */
  enter(reader: XmlReader): SoapVersionFacts {
    return this.#starts.begin(reader) ?? enterEnvelope(reader);
  }

  /** As `enterBody`. Keeps the beginning of a document in which no other element than the Envelope comes before the Body. */
  enterBody(reader: XmlReader, facts: SoapVersionFacts, onHeader?: (reader: XmlCursor) => void): void {
    if (reader.depth !== 2 && enterBody(reader, facts, onHeader)) {
      this.#keep(reader, facts);
    }
  }

  /** Moves from the end of the Body to the end of the document. Throws `SoapFormatError` for a second Body. */
  leave(reader: XmlReader, { namespace }: SoapVersionFacts): void {
    while (nextChild(reader)) {
      if (reader.localName === 'Body' && reader.namespace === namespace) {
        throw new SoapFormatError('two-bodies', 'The Envelope has two Bodies');
      }
      skipElement(reader);
    }
    drain(reader);
  }

  #keep(reader: XmlReader, facts: SoapVersionFacts): void {
    const isShort = reader.attributeCount === 0 && reader.end <= maxStartLength;
    const text = isShort ? reader.source.slice(0, reader.end) : '';
    if (isTwoTags(text) && !this.#starts.has(text)) {
      this.#starts.keep(reader, facts);
    }
  }
}

/** True for a text that has two start tags, after an XML declaration if there is one, and nothing else that begins with `<`. */
function isTwoTags(text: string): boolean {
  const declaration = text.startsWith('<?');
  const envelope = text.indexOf('<', declaration ? text.indexOf('?>') : 0);
  const body = text.indexOf('<', envelope + 1);
  return body > 0 && !text.includes('<', body + 1) && !text.endsWith('/>');
}
