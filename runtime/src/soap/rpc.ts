import { decodeRpc } from '../schema/decode/decode.js';
import { RpcStruct } from '../schema/decode/rpc-struct.js';

/** What reads the struct around the accessors of an rpc message. */
export interface RpcMessages {
  /** The struct of a message; `returns` is the property of its return value. */
  readonly struct: (returns: string | undefined) => RpcStruct;
  /** Reads the struct of a literal message. */
  readonly decode: typeof decodeRpc;
}

/** Messages in rpc style (WSDL 1.1, 3.5). Generated operations name them if they have them, so that a bundler leaves them out elsewhere. */
export const rpcMessages: RpcMessages = { struct: (returns) => new RpcStruct(returns), decode: decodeRpc };
