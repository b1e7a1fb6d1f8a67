import { decodeContent } from '../schema/decode/decode.js';
import { resolve } from '../schema/descriptor/resolve.js';
import { encodeContent } from '../schema/encode/encode.js';
import type { ContentStyle } from './body-style.js';

/**
 * Messages whose fields are the children of the Body: of several parts in document style, or of one with a type. Generated operations name it if they have them,
 * so that a bundler leaves it out elsewhere. On Node every client has it.
 */
export const contentMessages: ContentStyle = {
  encode: (type, value, output, options) => encodeContent(resolve(type), value ?? {}, output, options),
  decode: (type, cursor, options) => decodeContent(resolve(type), cursor, options),
};
