import {
  decodeEncoded,
  EncodedBlocks,
  encodeEncoded,
  encodeEncodedBlock,
  isReferredTo,
} from '../schema/soap-encoding/encoded.js';
import type { SoapVersion } from '../service/soap-version.js';
import type { XmlCursor } from '../xml/interfaces/reader.js';
import type { BodyStyle } from './body-style.js';
import { returnsOf } from './message-value.js';
import { anyName } from './other-element.js';
import type { RpcMessages } from './rpc.js';

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
  /** How the elements of messages are written and read; `rpc` if they are in rpc style. */
  style(version: SoapVersion, rpc: RpcMessages | undefined): BodyStyle;
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
  style: (version, rpc) => ({
    hasReferences: true,
    otherElement: anyName,
    encode: (element, value, output, options, message) =>
      encodeEncoded(element, value, output, { ...options, version, returns: rpc && returnsOf(message) }),
    decode: (element, cursor, options, message, { open }) =>
      decodeEncoded(element, cursor, options, { rpc: rpc?.struct(returnsOf(message)), open }),
  }),
};
