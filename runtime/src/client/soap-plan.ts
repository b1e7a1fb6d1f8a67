import type { EncodedBlocks } from '../schema/soap-encoding/encoded.js';
import { versionOfKind } from '../service/binding-kinds.js';
import type { OperationDescriptor, SoapBindingDescriptor, SoapBindingKind } from '../service/descriptor.js';
import { fillAction } from '../service/placeholders.js';
import { factsAt } from '../service/port-facts.js';
import { anyName, type BodyCodec, bodyCodec } from '../soap/body.js';
import { drain, nextChild, skipElement } from '../soap/cursor.js';
import {
  type EnvelopeFrame,
  enterBody,
  envelopeFrame,
  type HeaderFacts,
  type SoapHeaderBlock,
  writeEnvelope,
} from '../soap/envelope.js';
import { EnvelopeStarts } from '../soap/envelope-starts.js';
import type { ExtensionStates, HeaderContext } from '../soap/extension.js';
import { decodeHeader, isHeader } from '../soap/header.js';
import { type HeaderExtensions, readBeginning } from '../soap/header-extensions.js';
import type { RelatedPart } from '../soap/mime.js';
import { isForUs } from '../soap/roles.js';
import { type SoapVersion, type SoapVersionFacts, soapVersion } from '../soap/version.js';
import {
  readTree,
  type XmlElement,
  type XmlOutput,
  XmlReader,
  XmlWriter,
  type XmlWriterOptions,
} from '../xml/index.js';
import { withoutDefault } from '../xml/without-default.js';
import { bodyKind, bodyText } from './answer.js';
import type { ClientBinding } from './binding.js';
import type { CallPlan, ClientContext, EncodedCall, Exchange, OutgoingCall } from './context.js';
import {
  contentFailure,
  decodeFailure,
  faultError,
  findFault,
  statusFailure,
  unexpected,
  withAnswerSummary,
} from './failures.js';
import { mergeHeaders } from './headers.js';
import type { ClientAnswer, SoapHeaders } from './options.js';
import { requireParts } from './parts.js';
import type { ResponseHeaders, TransportResponse } from './transport.js';

const noHeaders: ClientAnswer['soapHeaders'] = {};
const noBlocks: readonly SoapHeaderBlock[] = [];
const noAttachments: readonly RelatedPart[] = [];

/** The client side of a SOAP binding. */
export function soapBinding(kind: SoapBindingKind): ClientBinding {
  return {
    plan: (context, operation, port, address) => {
      const facts = factsAt(operation[kind], port.name);
      return facts && new SoapPlan(context, operation, kind, facts, address);
    },
  };
}

/** An operation over SOAP 1.1 or 1.2. The text around the Body, the headers and the address are made once. */
class SoapPlan implements CallPlan {
  readonly context: ClientContext;
  readonly operation: OperationDescriptor;
  readonly binding: SoapBindingKind;
  readonly method = 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly encodedFaults?: readonly string[];
  readonly extensionBlocks?: CallPlan['extensionBlocks'];
  readonly #facts: SoapBindingDescriptor;
  readonly #version: SoapVersionFacts;
  readonly #url: string;
  readonly #frame: EnvelopeFrame;
  readonly #writer: XmlWriterOptions;
  readonly #codec: BodyCodec;
  readonly #starts = new EnvelopeStarts();

  constructor(
    context: ClientContext,
    operation: OperationDescriptor,
    binding: SoapBindingKind,
    facts: SoapBindingDescriptor,
    url: string,
  ) {
    this.context = context;
    this.operation = operation;
    this.binding = binding;
    this.#facts = facts;
    requireParts(context.parts, operation, facts, context.mtom);
    const { extensions } = context;
    if (extensions !== undefined) {
      this.extensionBlocks = (call) =>
        extensions.write(this.#headerContext('request', this.#version.version, call.extensions));
    }
    if (facts.encodedFaults !== undefined) {
      this.encodedFaults = facts.encodedFaults;
    }
    this.#version = soapVersion(versionOfKind(binding));
    this.#url = url;
    this.#frame = envelopeFrame(this.#version.version);
    this.#writer = writerOptions(context, operation);
    const hasAnyName = facts.style === 'rpc' || facts.encoded === true;
    this.#codec = bodyCodec(facts, {
      version: this.#version.version,
      unknownProperties: context.unknownProperties,
      encoding: context.parts.encoded,
      rpc: context.parts.rpc,
      ...(hasAnyName && { otherElement: anyName }),
    });
    this.headers = mergeHeaders(this.#bindingHeaders(), context.headers);
  }

  #bindingHeaders(): Record<string, string> {
    const action = escapeAction(fillAction(this.#facts.action, this.context.values));
    if (this.#version.version === '1.1') {
      return { 'Content-Type': this.#version.contentType, SOAPAction: `"${action}"` };
    }
    const { service, soap12Action = needsAction(service, this.operation) } = this.context;
    const parameter = soap12Action && action !== '' ? `; action="${action}"` : '';
    return { 'Content-Type': this.#version.contentType + parameter };
  }

  #headerContext(message: HeaderContext['message'], version: SoapVersion, extensions: ExtensionStates): HeaderContext {
    const { operation, binding } = this;
    const { service, values } = this.context;
    const facts = this.#facts;
    const action = fillAction(facts.action, values);
    return { side: 'client', message, version, binding, service, operation, action, facts, url: this.#url, extensions };
  }

  encode(
    input: unknown,
    soapHeaders: SoapHeaders | undefined,
    added: readonly SoapHeaderBlock[] = noBlocks,
  ): EncodedCall {
    const given = soapHeaders === undefined ? noBlocks : this.#headerBlocks(soapHeaders);
    const blocks = added.length === 0 ? given : [...given, ...added];
    try {
      return this.#encode(input, blocks, this.#writer);
    } catch (error) {
      return this.#encode(input, blocks, withoutDefault(this.#writer, error));
    }
  }

  #encode(input: unknown, blocks: readonly SoapHeaderBlock[], writer: XmlWriterOptions): EncodedCall {
    const { mtom, parts: named } = this.context;
    const { packages } = named;
    const attachments = this.#attachments(input);
    if (packages === undefined || (!mtom && attachments.length === 0)) {
      return { url: this.#url, body: this.#envelope(input, blocks, writer) };
    }
    const binaries = packages.binaryParts();
    const options = mtom ? { ...writer, attach: binaries.attach } : writer;
    const envelope = this.#envelope(input, blocks, options);
    const contentType = this.headers['Content-Type'] ?? this.#version.contentType;
    const parts = [...binaries.parts, ...attachments];
    const { contentType: type, body } = packages.packMessage(envelope, contentType, parts, mtom);
    return { url: this.#url, body, headers: { 'Content-Type': type } };
  }

  #attachments(input: unknown): readonly RelatedPart[] {
    return this.context.parts.packages?.attachmentParts(this.#facts.inputAttachments ?? [], input) ?? noAttachments;
  }

  #envelope(input: unknown, blocks: readonly SoapHeaderBlock[], options: XmlWriterOptions): string {
    const writer = new XmlWriter(options);
    this.#write(writer, input, blocks);
    return this.#isFramed(blocks) ? this.#frame.start + writer.toString() + this.#frame.end : writer.toString();
  }

  /** True if what is written is one element, which goes between two fixed texts. */
  #isFramed(blocks: readonly SoapHeaderBlock[]): boolean {
    return blocks.length === 0 && this.operation.input.content === undefined && this.#facts.encoded !== true;
  }

  #write(output: XmlOutput, input: unknown, blocks: readonly SoapHeaderBlock[]): void {
    const writeBody = (body: XmlOutput): void => this.#codec.encode(this.operation.input, input, body);
    if (this.#isFramed(blocks)) {
      writeBody(output);
    } else {
      writeEnvelope(output, this.#version.version, blocks, writeBody, this.context.parts.encoded);
    }
  }

  outgoing(
    input: unknown,
    soapHeaders: SoapHeaders | undefined,
    added: readonly SoapHeaderBlock[] = noBlocks,
  ): OutgoingCall {
    const given = soapHeaders === undefined ? noBlocks : this.#headerBlocks(soapHeaders);
    const blocks = [...given, ...added];
    const framed = this.#isFramed(blocks);
    return {
      url: this.#url,
      contentType: this.headers['Content-Type'] ?? this.#version.contentType,
      before: framed ? this.#frame.start : '',
      after: framed ? this.#frame.end : '',
      writer: this.#writer,
      mtom: this.context.mtom,
      attachments: this.#attachments(input),
      write: (output) => this.#write(output, input, blocks),
    };
  }

  #headerBlocks(headers: SoapHeaders): readonly SoapHeaderBlock[] {
    if (Array.isArray(headers)) {
      return headers as readonly SoapHeaderBlock[];
    }
    const declared = this.#facts.inputHeaders ?? [];
    return Object.entries(headers).flatMap(([property, value]) => {
      const header = declared.find((candidate) => candidate.property === property);
      // Headers of the client's options are for all operations; each operation uses those that it declares.
      return header === undefined || value === undefined ? [] : [{ ...header, value }];
    });
  }

  decode(exchange: Exchange, response: TransportResponse): ClientAnswer | Promise<ClientAnswer> {
    const opened = this.#open(exchange, response);
    const plain = opened?.response ?? response;
    const attachments = opened?.attachments ?? noAttachments;
    const { extensions } = this.context;
    return extensions === undefined
      ? this.#decodeWith(exchange, plain, attachments)
      : this.#decodeExtended(extensions, exchange, plain, attachments);
  }

  #decodeWith(exchange: Exchange, response: TransportResponse, attachments: readonly RelatedPart[]): ClientAnswer {
    const answer = this.#decode(exchange, response, attachments);
    return attachments.length === 0 ? answer : { ...answer, attachments };
  }

  /** The answer after the extensions have read its header blocks, those of a fault too. */
  async #decodeExtended(
    extensions: HeaderExtensions,
    exchange: Exchange,
    response: TransportResponse,
    attachments: readonly RelatedPart[],
  ): Promise<ClientAnswer> {
    const states = exchange.extensions;
    const beginning =
      bodyKind(response) === 'xml' ? readBeginning(bodyText(response), this.context.reader, extensions) : undefined;
    if (beginning !== undefined) {
      const { received, version, isFault } = beginning;
      await extensions.read(received, this.#headerContext(isFault ? 'fault' : 'answer', version, states));
    }
    return { ...this.#decodeWith(exchange, response, attachments), extensions: states };
  }

  /** The answer as if its envelope had come alone; undefined if it did. */
  #open(
    exchange: Exchange,
    response: TransportResponse,
  ): { readonly response: TransportResponse; readonly attachments: readonly RelatedPart[] } | undefined {
    const { packages } = this.context.parts;
    const contentType = response.headers.get('content-type');
    if (packages === undefined || contentType === null || !/^\s*multipart\//i.test(contentType)) {
      return undefined;
    }
    try {
      const opened = packages.openMessage(response.body, contentType, { reader: this.context.reader });
      if (opened === undefined) {
        return undefined;
      }
      const headers: ResponseHeaders = {
        get: (name) => (name.toLowerCase() === 'content-type' ? opened.contentType : response.headers.get(name)),
        forEach: (callback) => response.headers.forEach(callback),
      };
      return { response: { ...response, headers, body: opened.body }, attachments: opened.attachments };
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
      const { outputAttachments } = this.#facts;
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
    const cursor = new XmlReader(text, this.context.reader);
    const version = this.#starts.enter(cursor);
    let soapHeaders = noHeaders;
    const open = (): XmlReader => new XmlReader(text, this.context.reader);
    let encoded: EncodedBlocks | undefined;
    const isFirst = enterBody(cursor, version, (_, header) => {
      if (this.context.extensions?.takes(cursor, header)) {
        skipElement(cursor);
      } else {
        if (this.context.decode.strict && header.mustUnderstand && this.#isUnknown(cursor, header)) {
          const message = `The SOAP header ${cursor.localName} had to be understood, and is not`;
          throw unexpected(exchange, response, 'not-understood', withAnswerSummary(exchange, response, message));
        }
        encoded ??= this.context.parts.encoded?.blocks(open);
        soapHeaders = this.#readHeader(cursor, soapHeaders, encoded);
      }
    });
    if (isFirst) {
      this.#starts.keep(cursor, version);
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
        throw unexpected(
          exchange,
          response,
          'two-bodies',
          withAnswerSummary(exchange, response, 'The Envelope has two Bodies'),
        );
      }
      skipElement(cursor);
    }
    drain(cursor);
    return [value, soapHeaders];
  }

  /** False for methods that give nothing: an empty "accepted" will do. */
  #hasResult(): boolean {
    const { output } = this.operation;
    return output?.unwrap !== undefined || output?.content !== undefined;
  }

  /** True for a header block that is addressed to this client, and that the operation does not declare. */
  #isUnknown(cursor: XmlReader, { actor }: HeaderFacts): boolean {
    return isForUs(actor) && !this.#facts.outputHeaders?.some((each) => isHeader(each, cursor));
  }

  #readHeader(
    cursor: XmlReader,
    before: ClientAnswer['soapHeaders'],
    encoded: EncodedBlocks | undefined,
  ): ClientAnswer['soapHeaders'] {
    const declared = this.#facts.outputHeaders ?? [];
    const header = declared.find((candidate) => isHeader(candidate, cursor));
    if (header !== undefined) {
      return { ...before, [header.property]: decodeHeader(header, cursor, encoded, this.context.decode) };
    }
    if (declared.some((each) => each.encoded === true) && this.context.parts.encoded?.isReferredTo(cursor)) {
      skipElement(cursor);
      return before;
    }
    const others: readonly XmlElement[] = before.$any ?? [];
    return { ...before, $any: [...others, readTree(cursor, 'wire')] };
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
function writerOptions(context: ClientContext, operation: OperationDescriptor): XmlWriterOptions {
  const namespace = operation.input.element?.namespace ?? context.service.namespace;
  const { write } = context.translation;
  return {
    ...(write !== undefined && { namespaces: write }),
    ...(namespace !== '' && { prefixes: new Map([[namespace, '']]) }),
  };
}
