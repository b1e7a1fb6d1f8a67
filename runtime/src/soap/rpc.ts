import { decodeRpc } from '../schema/decode/decode.js';
import { RpcStruct } from '../schema/decode/rpc-struct.js';
import { encodeElement } from '../schema/encode/encode.js';
import type { BodyStyle } from './body-style.js';
import { returnsOf } from './message-value.js';
import { anyName } from './other-element.js';

/** What reads the struct around the accessors of an rpc message. */
export interface RpcMessages {
  /** The struct of a message; `returns` is the property of its return value. */
  readonly struct: (returns: string | undefined) => RpcStruct;
  /** How the elements of literal messages are written and read. */
  readonly style: BodyStyle;
}

/** Messages in rpc style (WSDL 1.1, 3.5). Generated operations name them if they have them, so that a bundler leaves them out elsewhere. */
export const rpcMessages: RpcMessages = {
  struct: (returns) => new RpcStruct(returns),
  style: {
    hasReferences: false,
    otherElement: anyName,
    encode: encodeElement,
    decode(element, cursor, options, message) {
      // The names are those of the parts (WSDL 1.1, 3.5), which only a strict reader insists on.
      const struct = new RpcStruct(options.strict === true ? undefined : returnsOf(message));
      return decodeRpc(element, cursor, struct, options);
    },
  },
};
