import { envelopeEntry } from '#platform';
import type { OperationDescriptor, SoapBindingDescriptor, SoapBindingKind } from '../service/descriptor.js';
import { fillAction } from '../service/placeholders.js';
import { factsAt } from '../service/port-facts.js';
import { anyName, type BodyCodec, bodyCodec } from '../soap/body.js';
import { drain, nextChild, skipElement } from '../soap/cursor.js';
import {
  type EnvelopeFrame,
  enterBody,
  envelopeFrame,
  SoapFormatError,
  type SoapHeaderBlock,
  writeAround,
} from '../soap/envelope.js';
import type { RelatedPart } from '../soap/mime.js';
import { envelopeText } from '../soap/outgoing.js';
import type { OpenedAnswer } from '../soap/packages.js';
import { type SoapVersion, type SoapVersionFacts, soap11, soap12, soapVersion } from '../soap/version.js';
import { XmlReader } from '../xml/engine.js';
import type { XmlOutput, XmlWriterOptions } from '../xml/index.js';
import { withoutDefault } from '../xml/without-default.js';
import { bodyKind, bodyText } from './answer.js';
import type { ClientBinding } from './binding.js';
import type { CallContent, CallPlan, ClientContext, EncodedCall, Exchange, OutgoingCall } from './context.js';
import { contentFailure, decodeFailure, faultError, findFault, statusFailure } from './failures.js';
import { mergeHeaders } from './headers.js';
import { headerBlocksFor, type SoapCallPlan } from './named-header-blocks.js';
import type { ClientAnswer, ClientCall } from './options.js';
import { requireParts } from './parts.js';
import type { TransportResponse } from './transport.js';

const noHeaders: ClientAnswer['soapHeaders'] = {};
const noBlocks: readonly SoapHeaderBlock[] = [];
const noAttachments: readonly RelatedPart[] = [];

/** The HTTP headers of an operation's requests, which say its action. */
type ActionHeaders = (action: string, context: ClientContext, operation: OperationDescriptor) => Record<string, string>;

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
      requireParts(context.parts, operation, facts, context.mtom);
      const action = fillAction(facts.action, context.values);
      const headers = mergeHeaders(actionHeaders(escapeAction(action), context, operation), context.headers);
      return new SoapPlan({
        context,
        operation,
        binding: kind,
        version: version.version,
        address,
        headers,
        facts,
        action,
      });
    },
  };
}

/** The headers of SOAP 1.1 (6.1.1). */
export const soap11Headers: ActionHeaders = (action) => ({
  'Content-Type': soap11.contentType,
  SOAPAction: `"${action}"`,
});

/** Those of SOAP 1.2 (Part 2, 7.1.4). */
export const soap12Headers: ActionHeaders = (action, { service, soap12Action }, operation) => {
  const isNamed = action !== '' && (soap12Action ?? needsAction(service, operation));
  return { 'Content-Type': soap12.contentType + (isNamed ? `; action="${action}"` : '') };
};

/** What is known of a call over SOAP before it is planned. */
type SoapCallFacts = Omit<SoapCallPlan, 'context'> & Pick<CallPlan, 'context' | 'address' | 'headers'>;

/** An operation over SOAP 1.1 or 1.2. The text around the Body, the headers and the address are made once. */
class SoapPlan implements CallPlan, SoapCallPlan {
  declare readonly context: ClientContext;
  declare readonly operation: OperationDescriptor;
  declare readonly binding: SoapBindingKind;
  declare readonly version: SoapVersion;
  declare readonly address: string;
  declare readonly headers: Readonly<Record<string, string>>;
  declare readonly facts: SoapBindingDescriptor;
  declare readonly action: string;
  readonly method = 'POST';
  readonly #frame: EnvelopeFrame;
  readonly #writer: XmlWriterOptions;
  readonly #codec: BodyCodec;
  readonly #entry = envelopeEntry();

  constructor(known: SoapCallFacts) {
    Object.assign(this, known);
    const { context, operation, version, facts } = known;
    const { parts, unknownProperties } = context;
    this.#frame = envelopeFrame(version);
    this.#writer = writerOptions(context, operation, version);
    const hasAnyName = facts.style === 'rpc' || facts.encoded === true;
    this.#codec = bodyCodec(facts, {
      version,
      unknownProperties,
      encoding: parts.encoded,
      rpc: parts.rpc,
      ...(hasAnyName && { otherElement: anyName }),
    });
  }

  get encodedFaults(): readonly string[] | undefined {
    return this.facts.encodedFaults;
  }

  headerBlocks(call: ClientCall): Promise<readonly SoapHeaderBlock[]> | undefined {
    return headerBlocksFor(call.soapHeaders, this.context.parts.headerBlocks)?.blocks(this, call);
  }

  encode(call: CallContent, blocks?: readonly SoapHeaderBlock[]): EncodedCall {
    const message = this.outgoing(call, blocks);
    try {
      return this.#encode(message);
    } catch (error) {
      return this.#encode({ ...message, writer: withoutDefault(message.writer, error) });
    }
  }

  #encode(message: OutgoingCall): EncodedCall {
    const packed = this.context.parts.packages?.pack(message);
    return packed === undefined
      ? { url: message.url, body: envelopeText(message) }
      : { url: message.url, body: packed.body, headers: { 'Content-Type': packed.contentType } };
  }

  outgoing(call: CallContent, blocks: readonly SoapHeaderBlock[] = noBlocks): OutgoingCall {
    const { input } = call;
    const { mtom } = this.context;
    const message = this.operation.input;
    const writeBody = (output: XmlOutput): void => this.#codec.encode(message, input, output);
    // One element goes between two fixed texts.
    const isFramed =
      blocks.length === 0 &&
      message.content === undefined &&
      this.facts.encoded !== true &&
      this.context.prefixes === undefined;
    return {
      url: call.address,
      contentType: this.headers['Content-Type'] ?? soapVersion(this.version).contentType,
      before: isFramed ? this.#frame.start : '',
      after: isFramed ? this.#frame.end : '',
      writer: this.#writer,
      mtom,
      attachments: this.#attachments(call),
      write: isFramed ? writeBody : (output) => this.#write(output, blocks, writeBody),
    };
  }

  #write(output: XmlOutput, blocks: readonly SoapHeaderBlock[], writeBody: (output: XmlOutput) => void): void {
    if (blocks.length === 0) {
      writeAround(output, soapVersion(this.version), writeBody);
    } else {
      this.context.parts.headerBlocks?.write(this, blocks, output, writeBody);
    }
  }

  /** Parts that the input declares, and those that the call adds. Throws `TypeError` if nothing can write them. */
  #attachments({ input, attachments }: CallContent): readonly RelatedPart[] {
    const { packages } = this.context.parts;
    if (packages === undefined) {
      if (attachments.length > 0) {
        throw new TypeError(`${this.operation.name} needs the option \`packages: soapPackages\` to send attachments.`);
      }
      return noAttachments;
    }
    const declared = packages.attachmentParts(this.facts.inputAttachments ?? [], input);
    return attachments.length === 0 ? declared : [...declared, ...packages.identified(attachments)];
  }

  decode(exchange: Exchange, response: TransportResponse): ClientAnswer | Promise<ClientAnswer> {
    const opened = this.#open(exchange, response);
    const plain = opened?.response ?? response;
    const decode = (): ClientAnswer => {
      const attachments = opened?.attachments ?? noAttachments;
      const answer = this.#decode(exchange, plain, attachments);
      return attachments.length === 0 ? answer : { ...answer, attachments };
    };
    const received = this.context.parts.headerBlocks?.receive(this, plain, exchange.request.url, exchange.extensions);
    return received === undefined
      ? decode()
      : received.then(
          () => ({ ...decode(), extensions: exchange.extensions }),
          (error) => {
            throw decodeFailure(exchange, plain, error);
          },
        );
  }

  #open(exchange: Exchange, response: TransportResponse): OpenedAnswer<TransportResponse> | undefined {
    const { parts, reader } = this.context;
    try {
      return parts.packages?.open(response, reader);
    } catch (error) {
      throw decodeFailure(exchange, response, error);
    }
  }

  #decode(exchange: Exchange, response: TransportResponse, attachments: readonly RelatedPart[]): ClientAnswer {
    const { status, statusText, headers } = response;
    if (status < 200 || status > 299) {
      throw statusFailure(exchange, response);
    }
    const kind = bodyKind(response);
    const isEnvelope = kind === 'xml';
    const mayBeEmpty = this.operation.output === undefined || (status === 202 && !this.#hasResult());
    if (mayBeEmpty && kind === 'empty') {
      return { value: undefined, status, statusText, headers, soapHeaders: noHeaders };
    }
    if (!isEnvelope) {
      throw contentFailure(exchange, response, 'a SOAP envelope');
    }
    try {
      const [content, soapHeaders] = this.#read(exchange, response);
      const { outputAttachments } = this.facts;
      const { packages } = this.context.parts;
      const value =
        packages?.withAttachments(outputAttachments, this.operation.output, content, attachments) ?? content;
      return { value, status, statusText, headers, soapHeaders };
    } catch (error) {
      throw decodeFailure(exchange, response, error);
    }
  }

  #read(exchange: Exchange, response: TransportResponse): readonly [unknown, ClientAnswer['soapHeaders']] {
    const text = bodyText(response);
    const open = (): XmlReader => new XmlReader(text, this.context.reader);
    const cursor = open();
    const version = this.#entry.enter(cursor);
    const headers = this.context.parts.headerBlocks?.reading(this, open);
    const isFirst = enterBody(cursor, version, headers && (() => headers.read(cursor, version)));
    if (isFirst) {
      this.#entry.keep(cursor, version);
    }
    const { output } = this.operation;
    const onFault = (): void => {
      const fault = findFault(exchange, text);
      if (fault !== undefined) {
        throw faultError(exchange, response, fault);
      }
    };
    // The children of the Body are the fields of such a message, so a Fault among them has to be found beforehand.
    if (output?.content !== undefined && /[<:]Fault[\s>]/.test(text)) {
      onFault();
    }
    const value = this.#codec.decode(output ?? {}, cursor, { ...this.context.decode, onFault, open });
    while (nextChild(cursor)) {
      if (cursor.localName === 'Body' && cursor.namespace === version.namespace) {
        throw new SoapFormatError('two-bodies', 'The Envelope has two Bodies');
      }
      skipElement(cursor);
    }
    drain(cursor);
    return [value, headers?.values ?? noHeaders];
  }

  /** False for methods that give nothing: an empty "accepted" will do. */
  #hasResult(): boolean {
    const { output } = this.operation;
    return output?.unwrap !== undefined || output?.content !== undefined;
  }
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
  return Object.values<OperationDescriptor>(operations).some(({ name, soap12, input }) => {
    const other = name === operation.name || soap12 === undefined ? undefined : input.element;
    return other?.name === element.name && other.namespace === element.namespace;
  });
}

/** Header values are ASCII, and quotes end them; ASP.NET undoes percent-encoding in actions. */
function escapeAction(action: string): string {
  return action.replace(/[^ -~]+|"/g, (text) =>
    encodeURIComponent(new TextDecoder().decode(new TextEncoder().encode(text))),
  );
}

/** The operation's element is in a default namespace, as .NET writes it. */
function writerOptions(context: ClientContext, operation: OperationDescriptor, version: SoapVersion): XmlWriterOptions {
  const namespace = operation.input.element?.namespace ?? context.service.namespace;
  const { write } = context.translation;
  const options: XmlWriterOptions = {
    ...(write !== undefined && { namespaces: write }),
    ...(namespace !== '' && { prefixes: new Map([[namespace, '']]) }),
  };
  return context.prefixes?.writer(options, version) ?? options;
}
