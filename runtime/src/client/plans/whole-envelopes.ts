import type { TransportResponse } from '../../http/transport.js';
import { soapContentType } from '../../service/soap-version.js';
import type { SoapHeaderBlock } from '../../soap/envelope.js';
import { envelopeBytes, type HeaderExtensions, versionOfText } from '../../soap/header-extensions.js';
import { type RelatedPart, requireOctets } from '../../soap/mime.js';
import { XmlSyntaxError } from '../../xml/text/errors.js';
import { type EncodedCall, type Exchange, errorFacts, type SoapPlan, type UnsealedAnswer } from '../call/context.js';
import { ResponseTooLargeError } from '../errors/errors.js';
import { bodyKind, bodyText } from '../messages/answer.js';
import type { ClientCall } from '../options/options.js';
import { contextOf } from './extensions.js';
import { writtenCall } from './written-call.js';

/** The request of an attempt as its extensions seal it. */
export async function sealedCall(
  all: HeaderExtensions,
  plan: SoapPlan,
  call: ClientCall,
  blocks: readonly SoapHeaderBlock[] | undefined,
): Promise<EncodedCall> {
  const written = writtenCall(plan, call, blocks);
  requireOctets(written.parts);
  const context = contextOf(plan, call.extensions, call.address, call.to);
  const sealed = await all.seal(
    { text: written.text, parts: written.parts },
    { ...context, side: 'client', message: 'request' },
  );
  return { ...plan.packed({ ...written, text: sealed.text, parts: sealed.parts }), unsealed: written.text };
}

/** An envelope that was received, and the parts that came with it. */
export interface ReceivedEnvelope {
  readonly response: UnsealedAnswer;
  readonly attachments: readonly RelatedPart[];
}

/** An answer as its extensions open it; one without an envelope as it is. */
export async function openedAnswer(
  all: HeaderExtensions,
  plan: SoapPlan,
  exchange: Exchange,
  received: ReceivedEnvelope,
): Promise<ReceivedEnvelope> {
  const { response, attachments } = received;
  const text = envelopeOf(response);
  const version = text === undefined ? undefined : versionOfText(text, plan.context.reader);
  if (text === undefined || version === undefined) {
    return received;
  }
  const { extensions, request } = exchange;
  const { maxResponseBytes = Number.POSITIVE_INFINITY, url } = request;
  // The binary values of a package are longer as base64.
  const maxBytes = Math.max(maxResponseBytes, envelopeBytes(response.body, attachments));
  const facts = { ...contextOf(plan, extensions, url), version, maxBytes };
  const opened = await all.open({ text, parts: attachments }, { ...facts, side: 'client', message: 'answer' });
  const body = new TextEncoder().encode(opened.text);
  if (envelopeBytes(body, opened.parts) > maxBytes) {
    throw new ResponseTooLargeError(maxBytes, errorFacts(exchange, response));
  }
  const headers: TransportResponse['headers'] = {
    get: (name) => (name.toLowerCase() === 'content-type' ? soapContentType(version) : response.headers.get(name)),
    forEach: (callback) => response.headers.forEach(callback),
  };
  return { response: { ...response, headers, body, sealed: response }, attachments: opened.parts };
}

/** The text of an answer that may be an envelope. */
function envelopeOf(response: TransportResponse): string | undefined {
  try {
    return bodyKind(response) === 'xml' ? bodyText(response) : undefined;
  } catch (error) {
    if (error instanceof XmlSyntaxError) {
      // In an unknown encoding: whoever reads it says so.
      return undefined;
    }
    throw error;
  }
}
