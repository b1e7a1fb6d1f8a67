import type { CallWriting } from '../client/attempt.js';
import type { CallPlan, EncodedCall } from '../client/context.js';
import type { ClientCall } from '../client/options.js';
import { XmlEncodeError } from '../schema/descriptor/errors.js';
import type { SoapHeaderBlock } from '../soap/envelope.js';
import { type GrowingBody, growingBody } from './bodies.js';

/** The request of a call whose input may have sources in the place of lists and octets. */
export class StreamedRequest implements CallWriting {
  #body: GrowingBody | undefined;

  get begun(): boolean {
    return this.#body?.stream.begun === true;
  }

  encode(plan: CallPlan, call: ClientCall, added: readonly SoapHeaderBlock[] | undefined): EncodedCall {
    if (this.begun) {
      const { name } = plan.operation;
      throw new XmlEncodeError('stream-begun', 'the streams of the input were read before', name, []);
    }
    const message = plan.outgoing(call.input, call.soapHeaders, added);
    if (message === undefined) {
      return plan.encode(call.input, call.soapHeaders, added);
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
