import {
  decodeEncoded,
  EncodedBlocks,
  encodeEncoded,
  encodeEncodedBlock,
  isReferredTo,
} from '../schema/soap-encoding/encoded.js';
import type { XmlCursor } from '../xml/reader.js';

/** What reads and writes values in SOAP encoding: section 5 of SOAP 1.1, section 3 of the Adjuncts of SOAP 1.2. */
export interface EncodedMessages {
  /** Writes the content of a Body. */
  readonly encode: typeof encodeEncoded;
  /** Writes a header block or an entry of a detail. */
  readonly encodeBlock: typeof encodeEncodedBlock;
  /** Reads the content of a Body. */
  readonly decode: typeof decodeEncoded;
  /** Reads header blocks and entries of a detail. `open` begins the document anew. */
  readonly blocks: (open: () => XmlCursor) => EncodedBlocks;
  /** True on the start of an element that is there only for others to refer to. */
  readonly isReferredTo: typeof isReferredTo;
}

/** SOAP encoding. Generated operations name it if they use it (`use="encoded"`), so that a bundler leaves it out elsewhere. */
export const encodedMessages: EncodedMessages = {
  encode: encodeEncoded,
  encodeBlock: encodeEncodedBlock,
  decode: decodeEncoded,
  blocks: (open) => new EncodedBlocks(open),
  isReferredTo,
};
