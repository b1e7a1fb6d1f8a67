import { PackageError } from '../../http/multipart.js';
import type { TransportResponse } from '../../http/transport.js';
import { envelopeText, type OutgoingMessage } from '../../soap/envelope-frame.js';
import { type FormattedRelated, identified, type RelatedPart } from '../../soap/mime.js';
import { attachmentParts, BinaryParts, openMessage, packMessage, withAttachments } from '../../soap/xop.js';
import type { CallContent, Exchange, SoapPlan } from '../call/context.js';
import { decodeFailure } from '../call/failures.js';
import type { ClientAnswer } from '../options/options.js';

const noAttachments: readonly RelatedPart[] = [];

/** The plan of a call whose messages may have several parts: MTOM, and SOAP with attachments. */
export function withPackages(plan: SoapPlan): SoapPlan {
  return {
    ...plan,
    outgoing(call, blocks) {
      const attachments = outgoingParts(plan, call);
      const { mtom = false } = plan.context;
      const message = plan.outgoing(call, blocks);
      return mtom || attachments.length > 0 ? { ...message, mtom, attachments } : message;
    },
    packed(message) {
      const packed = pack(message);
      return packed === undefined
        ? plan.packed(message)
        : { url: message.url, body: packed.body, headers: { 'Content-Type': packed.contentType } };
    },
    decode: (exchange, response) => decode(plan, exchange, response),
  };
}

/** Parts that the input declares, and those that the call adds. */
function outgoingParts({ facts }: SoapPlan, { input, attachments }: CallContent): readonly RelatedPart[] {
  const declared = attachmentParts(facts.inputAttachments ?? [], input);
  return attachments.length === 0 ? declared : [...declared, ...identified(attachments)];
}

/** A message as a package; undefined for one that has no parts. Throws `XmlEncodeError`. */
function pack(message: OutgoingMessage): FormattedRelated | undefined {
  const { mtom, attachments, contentType, writer } = message;
  if (!mtom && attachments.length === 0) {
    return undefined;
  }
  const binaries = new BinaryParts();
  const envelope = envelopeText(message, mtom ? { ...writer, attach: binaries.attach } : writer);
  return packMessage(envelope, contentType, [...binaries.parts, ...attachments], mtom);
}

function decode(plan: SoapPlan, exchange: Exchange, response: TransportResponse): ClientAnswer | Promise<ClientAnswer> {
  const opened = open(plan, response);
  if (opened === undefined || opened instanceof PackageError) {
    return completed(plan, plan.decode(exchange, response, opened), noAttachments);
  }
  const refuse = (error: unknown): never => {
    throw decodeFailure(exchange, opened.response, error);
  };
  try {
    const answer = completed(plan, plan.decode(exchange, opened.response), opened.attachments);
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
function open(
  { context }: SoapPlan,
  answer: TransportResponse,
): { readonly response: TransportResponse; readonly attachments: readonly RelatedPart[] } | PackageError | undefined {
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
