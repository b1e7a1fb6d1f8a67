import type { TransportResponse } from '../../http/transport.js';
import type { OperationDescriptor, SoapBindingKind } from '../../service/descriptor.js';
import { factsAt } from '../../service/facts.js';
import { contentType11, contentType12, type SoapVersionFacts } from '../../service/soap-version.js';
import { type BodyCodec, bodyCodec } from '../../soap/body.js';
import type { SoapHeaderBlock } from '../../soap/envelope.js';
import { bodyFrame, envelopeText } from '../../soap/envelope-frame.js';
import { EnvelopeStarts } from '../../soap/envelope-starts.js';
import { besideAttachments } from '../../soap/message-value.js';
import type { RelatedPart } from '../../soap/mime.js';
import { writeEnvelope } from '../../soap/write-envelope.js';
import type { XmlOutput, XmlReader, XmlWriterOptions } from '../../xml/index.js';
import {
  answerOptions,
  type ClientBinding,
  type ClientContext,
  type Exchange,
  openAnswer,
  type SoapPlan,
} from '../call/context.js';
import { contentFailure, refuseFault, statusFailure } from '../call/failures.js';
import { bodyKind, bodyText } from '../messages/answer.js';
import { mergeHeaders } from '../messages/headers.js';
import type { ClientAnswer } from '../options/options.js';
import { requireParts } from '../options/parts.js';
import { readExtensionBlocks } from './extensions.js';
import { withPackages } from './packages.js';
import { AnswerHeaders, headerBlocksOf } from './soap-headers.js';
import { writtenCall } from './written-call.js';

const noBlocks: readonly SoapHeaderBlock[] = [];
const noParts: readonly RelatedPart[] = [];
const noHeaders: ClientAnswer['soapHeaders'] = {};

/** The HTTP headers of an operation's requests, which say its action. */
type ActionHeaders = (
  action: string,
  context: ClientContext,
  operation: OperationDescriptor,
) => Readonly<Record<'Content-Type', string>>;

/** The client side of a SOAP binding. */
export function soapBinding(
  kind: SoapBindingKind,
  version: SoapVersionFacts,
  actionHeaders: ActionHeaders,
): ClientBinding {
  return {
    plan: (context, operation, port, address) => {
      const facts = factsAt(operation[kind], port.name);
      if (facts === undefined) {
        return undefined;
      }
      const { parts, translation } = context;
      requireParts(parts, operation, facts);
      const action = translation.action?.(facts.action) ?? facts.action;
      const own = actionHeaders(escapeAction(action), context, operation);
      const headers = mergeHeaders(own, context.headers);
      const plan = soapPlan(
        { ...own, ...headers }['Content-Type'],
        { context, operation, binding: kind, address, headers, facts, action },
        version,
      );
      return withPackages(plan);
    },
  };
}

/** The headers of SOAP 1.1 (6.1.1). */
export const soap11Headers: ActionHeaders = (action) => ({
  'Content-Type': contentType11,
  SOAPAction: `"${action}"`,
});

/** Those of SOAP 1.2 (Part 2, 7.1.4). */
export const soap12Headers: ActionHeaders = (action, { service, soap12Action }, operation) => {
  const isNamed = action !== '' && (soap12Action ?? needsAction(service, operation));
  return { 'Content-Type': contentType12 + (isNamed ? `; action="${action}"` : '') };
};

/** The result of a method, and its SOAP headers. */
type ReadBody = readonly [value: unknown, headers: ClientAnswer['soapHeaders']];

/** The facts about a call over SOAP that are known before it is planned. */
type SoapCallFacts = Pick<SoapPlan, 'context' | 'operation' | 'binding' | 'address' | 'headers' | 'facts' | 'action'>;

/** The plan of an operation. The text around the Body, the headers and the address are made once. */
function soapPlan(contentType: string, known: SoapCallFacts, version: SoapVersionFacts): SoapPlan {
  const { context, operation, facts } = known;
  const { input, output } = operation;
  const writer = writerOptions(context, operation, version);
  const frame = bodyFrame(version, input, facts, context.prefixes);
  const codec = bodyCodec(facts, {
    written: context,
    version: version.version,
    parts: context.parts,
    bodyPart: besideAttachments(facts),
  });
  const read = envelopeReader(known, codec);
  return {
    ...known,
    version: version.version,
    method: 'POST',
    encodedFaults: facts.encodedFaults,
    headerBlocks(call) {
      return headerBlocksOf(this, call);
    },
    encode(call, blocks) {
      return this.packed(writtenCall(this, call, blocks));
    },
    parted: (message) => ({ text: envelopeText(message), parts: noParts }),
    packed: ({ url, text }) => ({ url, body: text }),
    outgoing(call, blocks = noBlocks) {
      const writeBody = (xml: XmlOutput): void => codec.encode(input, call.input, xml);
      const write = (xml: XmlOutput): void =>
        writeEnvelope(xml, version.version, blocks, writeBody, context.parts.encoded);
      const framed = blocks.length === 0 ? frame(writeBody) : { before: '', after: '', write };
      return { url: call.address, contentType, writer, mtom: false, attachments: [], ...framed };
    },
    decode(exchange, response, cause) {
      const { extensions } = context;
      const answer = (): ClientAnswer => answerOf(output, read, exchange, response, cause);
      return extensions === undefined
        ? answer()
        : readExtensionBlocks(extensions, this, exchange, response).then(() => ({
            ...answer(),
            extensions: exchange.extensions,
          }));
    },
  };
}

/** The answer to a call. Throws a `ServiceError` for one that does not mean success. */
function answerOf(
  output: OperationDescriptor['output'],
  read: EnvelopeReader,
  exchange: Exchange,
  response: TransportResponse,
  cause: unknown,
): ClientAnswer {
  const { status, statusText, headers } = response;
  if (status < 200 || status > 299) {
    throw statusFailure(exchange, response);
  }
  const kind = bodyKind(response);
  // For a method that gives nothing, an empty "accepted" will do.
  const hasResult = output?.unwrap !== undefined || output?.content !== undefined;
  const isEmpty = kind === 'empty' && (output === undefined || (status === 202 && !hasResult));
  if (!isEmpty && kind !== 'xml') {
    throw contentFailure(exchange, response, 'a SOAP envelope', cause);
  }
  const [value, soapHeaders] = isEmpty ? [undefined, noHeaders] : read(exchange, response);
  return { value, status, statusText, headers, soapHeaders };
}

/** Reads the envelope of an answer. */
type EnvelopeReader = (exchange: Exchange, response: TransportResponse) => ReadBody;

/** Reads the envelopes of the answers to an operation. It remembers how they begin. */
function envelopeReader({ context, operation, facts }: SoapCallFacts, codec: BodyCodec): EnvelopeReader {
  const { output } = operation;
  const entry = new EnvelopeStarts();
  return (exchange, response) => {
    const text = bodyText(response);
    const open = (): XmlReader => openAnswer(exchange, text);
    const cursor = open();
    const envelope = entry.enter(cursor);
    const blocks = new AnswerHeaders(context, facts, open);
    entry.enterBody(cursor, envelope, () => blocks.read(cursor, envelope));
    const onFault = (): void => refuseFault(exchange, response, text);
    // The children of the Body are the fields of such a message, so a Fault among them has to be found beforehand.
    if (output?.content !== undefined && /[<:]Fault[\s>]/.test(text)) {
      onFault();
    }
    const value = codec.decode(output ?? {}, cursor, answerOptions(exchange), { onFault, open });
    entry.leave(cursor, envelope);
    return [value, blocks.values];
  };
}

/**
 * True for an operation that cannot be recognised by the first element of its Body: there may be none, or another operation
 * has the same.
 */
function needsAction({ operations }: ClientContext['service'], operation: OperationDescriptor): boolean {
  const { element, absent } = operation.input;
  if (element === undefined || absent !== undefined || operation.soap12?.sharesElement === true) {
    return true;
  }
  return Object.values<OperationDescriptor>(operations).some(({ method, soap12, input }) => {
    const other = method === operation.method || soap12 === undefined ? undefined : input.element;
    return other?.name === element.name && other.namespace === element.namespace;
  });
}

/** Header values are ASCII, and quotes end them; ASP.NET undoes percent-encoding in actions. */
function escapeAction(action: string): string {
  return action.replace(/[^ -~]+|"/g, encodeURIComponent);
}

/** The operation's element is in a default namespace, as .NET writes it. */
function writerOptions(
  { service, translation, prefixes }: ClientContext,
  { input }: OperationDescriptor,
  { version }: SoapVersionFacts,
): XmlWriterOptions {
  const namespace = input.element?.namespace ?? service.namespace;
  const { write } = translation;
  const options: XmlWriterOptions = {
    ...(write && { namespaces: write }),
    ...(namespace && { prefixes: new Map([[namespace, '']]) }),
  };
  return prefixes?.writer(options, version) ?? options;
}
