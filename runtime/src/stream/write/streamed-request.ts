import type { CallWriting } from '../../client/attempts/attempt.js';
import type { CallPlan, EncodedCall } from '../../client/call/context.js';
import type { ClientCall } from '../../client/options/options.js';
import type { Transport } from '../../http/transport.js';
import { XmlEncodeError } from '../../schema/descriptor/errors.js';
import type { SoapHeaderBlock } from '../../soap/envelope.js';
import { type GrowingBody, growingBody } from './bodies.js';

/** The request of a call whose input may have sources in the place of lists and octets. */
export class StreamedRequest implements CallWriting {
  #body: GrowingBody | undefined;

  get begun(): boolean {
    return this.#body?.stream.begun === true;
  }

  /**
   * Throws `XmlEncodeError` for a value that does not fit, for requests without XML, and if the sources were read before; `TypeError` for a
   * transport that does not send streams.
   */
  encode(
    plan: CallPlan,
    call: ClientCall,
    blocks: readonly SoapHeaderBlock[] | undefined,
    transport: Transport,
  ): EncodedCall {
    if (this.begun) {
      const { name } = plan.operation;
      throw new XmlEncodeError('stream-begun', 'the streams of the input were read before', name, []);
    }
    const message = plan.outgoing(call, blocks);
    if (message === undefined) {
      const { operation, binding } = plan;
      const problem = `over ${binding} its parameters are a query or a form, which needs lists as a whole`;
      throw new XmlEncodeError('whole-list', problem, operation.name, []);
    }
    if (transport.sendsStreams !== true) {
      throw new TypeError(
        'The transport of the client does not send streams (sendsStreams); give the lists and binary values as a whole.',
      );
    }
    const body = growingBody(message, true);
    this.#body = body;
    const { contentType, stream } = body;
    return { url: message.url, body: undefined, stream, headers: { 'Content-Type': contentType } };
  }

  /** The call is over: ends the reading of all sources. */
  end(): void {
    this.#body?.cancel();
  }
}
