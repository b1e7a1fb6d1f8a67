import { PackageError } from '../http/multipart.js';
import type { TransportResponse } from '../http/transport.js';
import type { OperationDescriptor, SoapBindingDescriptor } from '../service/descriptor.js';
import type { XmlReaderOptions } from '../xml/index.js';
import type { SoapHeaderBlock } from './envelope.js';
import { envelopeText, type OutgoingMessage } from './envelope-frame.js';
import { type FormattedRelated, identified, type OutgoingAttachment, type RelatedPart } from './mime.js';
import { attachmentParts, BinaryParts, openMessage, packMessage, withAttachments } from './xop.js';

/** A message and where it goes. */
interface AddressedMessage extends OutgoingMessage {
  readonly url: string;
}

/** A call, as far as packages need it. */
interface PackagedCall {
  readonly input: unknown;
  readonly attachments: readonly OutgoingAttachment[];
}

/** A successful answer, as far as packages need it. */
interface PackagedAnswer {
  readonly value: unknown;
}

/** The plan of a call over SOAP, as far as packages need it. */
export interface PackagedPlan {
  readonly operation: OperationDescriptor;
  readonly facts: SoapBindingDescriptor;
  readonly context: { readonly mtom?: boolean; readonly reader: XmlReaderOptions };
  outgoing(call: PackagedCall, blocks?: readonly SoapHeaderBlock[]): AddressedMessage;
  packed(message: AddressedMessage): {
    readonly url: string;
    readonly body: string | Uint8Array | undefined;
    readonly headers?: Readonly<Record<string, string>>;
  };
  /** `cause` is what is wrong with an answer that holds no envelope. */
  decode(exchange: object, response: TransportResponse, cause?: unknown): PackagedAnswer | Promise<PackagedAnswer>;
  /** The error for an answer that cannot be read. */
  failure(exchange: object, response: TransportResponse, error: unknown): unknown;
}

const noAttachments: readonly RelatedPart[] = [];

/** The plan of a call whose messages may have several parts: MTOM, and SOAP with attachments. */
export function withPackages<Plan extends PackagedPlan>(plan: Plan): Plan {
  return {
    ...plan,
    outgoing(call: PackagedCall, blocks?: readonly SoapHeaderBlock[]) {
      const attachments = outgoingParts(plan, call);
      const { mtom = false } = plan.context;
      const message = plan.outgoing(call, blocks);
      return mtom || attachments.length > 0 ? { ...message, mtom, attachments } : message;
    },
    packed(message: AddressedMessage) {
      const packed = pack(message);
      return packed === undefined
        ? plan.packed(message)
        : { url: message.url, body: packed.body, headers: { 'Content-Type': packed.contentType } };
    },
    decode: (exchange: object, response: TransportResponse) => decode(plan, exchange, response),
  };
}

/** Parts that the input declares, and those that the call adds. */
function outgoingParts({ facts }: PackagedPlan, { input, attachments }: PackagedCall): readonly RelatedPart[] {
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

function decode(
  plan: PackagedPlan,
  exchange: object,
  response: TransportResponse,
): PackagedAnswer | Promise<PackagedAnswer> {
  const opened = open(plan, response);
  if (opened === undefined || opened instanceof PackageError) {
    return completed(plan, plan.decode(exchange, response, opened), noAttachments);
  }
  const refuse = (error: unknown): never => {
    throw plan.failure(exchange, opened.response, error);
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
  { facts, operation }: PackagedPlan,
  answer: PackagedAnswer | Promise<PackagedAnswer>,
  attachments: readonly RelatedPart[],
): PackagedAnswer | Promise<PackagedAnswer> {
  const { outputAttachments } = facts;
  if (outputAttachments === undefined && attachments.length === 0) {
    return answer;
  }
  const complete = (given: PackagedAnswer): PackagedAnswer => ({
    ...given,
    value: withAttachments(outputAttachments, operation.output, given.value, attachments),
    ...(attachments.length > 0 && { attachments }),
  });
  return answer instanceof Promise ? answer.then(complete) : complete(answer);
}

/** An answer as if its envelope had come alone, and its parts; undefined if it did, the error of a broken package. Throws `XmlSyntaxError`. */
function open(
  { context }: PackagedPlan,
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
