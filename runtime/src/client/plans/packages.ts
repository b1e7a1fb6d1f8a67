import { PackageError } from '../../http/multipart.js';
import type { TransportResponse } from '../../http/transport.js';
import { envelopeText } from '../../soap/envelope-frame.js';
import { identified, type RelatedPart } from '../../soap/mime.js';
import { attachmentParts, BinaryParts, openMessage, packMessage, withAttachments } from '../../soap/xop.js';
import { asReceived, type CallContent, type Exchange, type OutgoingCall, type SoapPlan } from '../call/context.js';
import { decodeFailure } from '../call/failures.js';
import type { ClientAnswer } from '../options/options.js';
import { openedAnswer, type ReceivedEnvelope, sealedCall } from './whole-envelopes.js';

const noAttachments: readonly RelatedPart[] = [];

/** The plan of a call whose messages may have several parts: MTOM, and SOAP with attachments. */
export function withPackages(plan: SoapPlan): SoapPlan {
  const { extensions } = plan.context;
  const complete: SoapPlan = {
    ...plan,
    outgoing(call, blocks) {
      const attachments = outgoingParts(plan, call);
      const { mtom = false } = plan.context;
      const message = plan.outgoing(call, blocks);
      return mtom || attachments.length > 0 ? { ...message, mtom, attachments } : message;
    },
    parted: (message) => parted(plan, message),
    packed(written) {
      const { mtom, parts, url, text, contentType } = written;
      if (!mtom && parts.length === 0) {
        return plan.packed(written);
      }
      const packed = packMessage(text, contentType, parts, mtom);
      return { url, body: packed.body, headers: { 'Content-Type': packed.contentType } };
    },
    decode: (exchange, response) => decode(plan, exchange, response),
  };
  return extensions?.seals === true
    ? { ...complete, sealed: (call, blocks) => sealedCall(extensions, complete, call, blocks) }
    : complete;
}

/** Parts that the input declares, and those that the call adds. */
function outgoingParts({ facts }: SoapPlan, { input, attachments }: CallContent): readonly RelatedPart[] {
  const declared = attachmentParts(facts.inputAttachments ?? [], input);
  return attachments.length === 0 ? declared : [...declared, ...identified(attachments)];
}

/** The envelope of a message, and its parts. Throws `XmlEncodeError`. */
function parted(plan: SoapPlan, message: OutgoingCall): ReturnType<SoapPlan['parted']> {
  const { mtom, attachments, writer } = message;
  if (!mtom && attachments.length === 0) {
    return plan.parted(message);
  }
  const binaries = new BinaryParts();
  const takesOut = mtom && plan.context.extensions?.inlineBinaries !== true;
  const text = envelopeText(message, takesOut ? { ...writer, attach: binaries.attach } : writer);
  return { text, parts: [...binaries.parts, ...attachments] };
}

function decode(plan: SoapPlan, exchange: Exchange, response: TransportResponse): ClientAnswer | Promise<ClientAnswer> {
  const opened = open(plan, response);
  if (opened instanceof PackageError) {
    return completed(plan, plan.decode(exchange, response, opened), noAttachments);
  }
  const { extensions } = plan.context;
  if (extensions?.opens === true) {
    const received = opened ?? { response, attachments: noAttachments };
    return openedAnswer(extensions, plan, exchange, received).then(
      (whole) => decodeOpened(plan, exchange, whole),
      (error: unknown) => {
        throw decodeFailure(exchange, received.response, error);
      },
    );
  }
  return opened === undefined
    ? completed(plan, plan.decode(exchange, response), noAttachments)
    : decodeOpened(plan, exchange, opened);
}

/** Decodes an envelope that was taken out of a package, or that extensions opened. */
function decodeOpened(
  plan: SoapPlan,
  exchange: Exchange,
  { response, attachments }: ReceivedEnvelope,
): ClientAnswer | Promise<ClientAnswer> {
  const refuse = (error: unknown): never => {
    throw decodeFailure(exchange, asReceived(response), error);
  };
  try {
    const answer = completed(plan, plan.decode(exchange, response), attachments);
    return answer instanceof Promise ? answer.catch(refuse) : answer;
  } catch (error) {
    return refuse(error);
  }
}

/** An answer with the parts that came with it. */
function completed(
  { facts, operation }: SoapPlan,
  answer: ClientAnswer | Promise<ClientAnswer>,
  attachments: readonly RelatedPart[],
): ClientAnswer | Promise<ClientAnswer> {
  const { outputAttachments } = facts;
  if (outputAttachments === undefined && attachments.length === 0) {
    return answer;
  }
  const complete = (given: ClientAnswer): ClientAnswer => ({
    ...given,
    value: withAttachments(outputAttachments, operation.output, given.value, attachments),
    ...(attachments.length > 0 && { attachments }),
  });
  return answer instanceof Promise ? answer.then(complete) : complete(answer);
}

/** An answer as if its envelope had come alone, and its parts; undefined if it did, the error of a broken package. Throws `XmlSyntaxError`. */
function open({ context }: SoapPlan, answer: TransportResponse): ReceivedEnvelope | PackageError | undefined {
  const { headers } = answer;
  const contentType = headers.get('content-type');
  if (contentType === null || !/^\s*multipart\//i.test(contentType)) {
    return undefined;
  }
  try {
    const opened = openMessage(answer.body, contentType, { reader: context.reader });
    const whole: TransportResponse['headers'] = {
      get: (name) => (name.toLowerCase() === 'content-type' ? (opened?.contentType ?? null) : headers.get(name)),
      forEach: (callback) => headers.forEach(callback),
    };
    return opened && { response: { ...answer, headers: whole, body: opened.body }, attachments: opened.attachments };
  } catch (error) {
    if (error instanceof PackageError) {
      return error;
    }
    throw error;
  }
}
