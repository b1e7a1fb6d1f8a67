import { didYouMean } from '../../base/nearest.js';
import { formatForm } from '../../http/form.js';
import type { TransportResponse } from '../../http/transport.js';
import { withoutEndSlashes, writtenAddress } from '../../http/urls.js';
import { decodeElement } from '../../schema/decode/decode.js';
import type { ElementDescriptor, ElementParticleDescriptor, Type } from '../../schema/descriptor/descriptor.js';
import { XmlEncodeError } from '../../schema/descriptor/errors.js';
import { isObject, readProperty, resolve } from '../../schema/descriptor/resolve.js';
import { formatXml } from '../../schema/document/document.js';
import { encodeElement } from '../../schema/encode/encode.js';
import { resultOfDocument } from '../../service/any-document.js';
import { verbOfKind } from '../../service/binding-kinds.js';
import type { HttpBindingDescriptor, HttpBindingKind, OperationDescriptor } from '../../service/descriptor.js';
import { factsAt, propertyOf } from '../../service/facts.js';
import { versionOfNamespace } from '../../service/soap-version.js';
import { parseTree, XmlEvent, type XmlReader, type XmlWriterOptions } from '../../xml/index.js';
import { drain } from '../../xml/interfaces/reader.js';
import { usePart, wrongPart } from '../../xml/text/errors.js';
import {
  answerOptions,
  type CallContent,
  type CallPlan,
  type ClientBinding,
  type ClientContext,
  type EncodedCall,
  type Exchange,
  type OutgoingCall,
  openAnswer,
} from '../call/context.js';
import {
  contentFailure,
  decodeFailure,
  refuseFault,
  rootFailure,
  statusFailure,
  unexpected,
  withAnswerSummary,
} from '../call/failures.js';
import { bodyKind, bodyText } from '../messages/answer.js';
import { mergeHeaders } from '../messages/headers.js';
import type { ClientAnswer } from '../options/options.js';
import { formatFormValue, formatMultipart } from './form-values.js';
import { replaceParts } from './url-replacement.js';

type Parameters = readonly (readonly [name: string, value: string])[];

/** The client side of an HTTP binding. */
export function httpBinding(kind: HttpBindingKind): ClientBinding {
  return {
    plan: (context, operation, port, address) => {
      const facts = factsAt(operation[kind], port.name);
      if (facts !== undefined && context.extensions?.soapOnly === true) {
        const name = `${context.service.name}.${operation.name}`;
        throw new TypeError(`${name} is not called over ${kind}: an extension of the client has \`soapOnly\`.`);
      }
      return facts && new HttpPlan(context, operation, kind, facts, address);
    },
  };
}

/**
 * An operation over HTTP GET or POST (WSDL 1.1, 4 and 5). All parameters are sent, because ASP.NET refuses a call that leaves one out: an absent
 * optional one as the empty string. Arrays repeat the name, once an item.
 */
class HttpPlan implements CallPlan {
  declare readonly context: ClientContext;
  declare readonly operation: OperationDescriptor;
  declare readonly binding: HttpBindingKind;
  readonly version = undefined;
  declare readonly method: 'GET' | 'POST';
  declare readonly address: string;
  declare readonly headers: Readonly<Record<string, string>>;
  readonly #facts: HttpBindingDescriptor;
  /** Properties that the schema requires: if one is absent, the call is refused, as over SOAP. */
  readonly #required: ReadonlySet<string>;
  /**
   * Properties that are parameters, or that the message has in addition over SOAP. Undefined if the whole input is one
   * parameter.
   */
  readonly #properties: ReadonlySet<string> | undefined;
  /** Elements that are not among the parameters: only SOAP can send them. */
  readonly #unsent: readonly ElementParticleDescriptor[];

  constructor(
    context: ClientContext,
    operation: OperationDescriptor,
    binding: HttpBindingKind,
    facts: HttpBindingDescriptor,
    address: string,
  ) {
    this.context = context;
    this.operation = operation;
    this.binding = binding;
    this.method = verbOfKind(binding);
    this.#facts = facts;
    this.address = address;
    const fields = fieldsOf(operation.input.element);
    this.#required = new Set(fields.flatMap((field) => (field.min === 0 ? [] : [field.property])));
    const sent = new Set(facts.parameters.map(propertyOf));
    const isWhole = facts.parameters.some(({ whole }) => whole === true);
    this.#unsent = isWhole ? [] : fields.filter(({ property }) => !sent.has(property));
    this.#properties = isWhole ? undefined : new Set([...sent, ...fields.map(({ property }) => property)]);
    const contentType = this.method === 'GET' ? undefined : contentTypes[facts.input];
    this.headers = mergeHeaders(contentType === undefined ? {} : { 'Content-Type': contentType }, context.headers);
  }

  encode({ input, address, attachments }: CallContent): EncodedCall {
    this.#refuseAttachments(attachments);
    const { location, input: form } = this.#facts;
    if (form === 'xml') {
      return { url: joinLocation(address, location), body: this.#xmlBody(input) };
    }
    const parameters = this.#format(input);
    if (form === 'urlReplacement') {
      const filled = replaceParts(this.operation.name, location, this.#facts.parameters, new Map(parameters));
      return { url: joinLocation(address, filled), body: this.#noBody() };
    }
    const url = joinLocation(address, location);
    if (form === 'multipart') {
      const { contentType, body } = formatMultipart(parameters);
      return { url, body, headers: { 'Content-Type': contentType } };
    }
    const text = formatForm(parameters);
    if (form === 'form' && this.method === 'POST') {
      return { url, body: text };
    }
    return { url: text === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${text}`, body: this.#noBody() };
  }

  #refuseAttachments({ length }: CallContent['attachments']): void {
    if (length > 0) {
      throw new TypeError(`${this.operation.name} cannot send attachments over ${this.binding}; SOAP can.`);
    }
  }

  #noBody(): string | undefined {
    return this.method === 'GET' ? undefined : '';
  }

  #format(input: unknown): Parameters {
    const operation = this.operation.name;
    const values = this.#valuesIn(input);
    this.#refuseUnknown(values);
    for (const { name, property } of this.#unsent) {
      if (values.get(property) !== undefined) {
        throw new XmlEncodeError('no-parameter', `${this.binding} has no parameter "${name}"`, operation, [property]);
      }
    }
    return this.#facts.parameters.flatMap((parameter): Parameters => {
      const property = propertyOf(parameter);
      const value = parameter.whole ? input : values.get(property);
      if (value === undefined && this.#required.has(property)) {
        throw new XmlEncodeError('missing-element', `element "${parameter.name}" is missing`, operation, [property]);
      }
      if (parameter.list !== true) {
        return [[parameter.name, formatFormValue(operation, parameter, value, [])]];
      }
      const { item } = parameter;
      const steps = item === undefined ? [] : [item];
      return usePart(operation, [property], () => itemsOf(value, item)).map((each, i) => [
        parameter.name,
        formatFormValue(operation, parameter, each, [...steps, i]),
      ]);
    });
  }

  /** The properties of an input, each read once; none of one that is a parameter itself. */
  #valuesIn(input: unknown): ReadonlyMap<string, unknown> {
    const operation = this.operation.name;
    const known = this.#properties;
    if (known === undefined || input === undefined || input === null) {
      return new Map();
    }
    const names = usePart(operation, [], () => {
      if (!isObject(input)) {
        throw wrongPart('an object', input);
      }
      return new Set([...Object.keys(input), ...known]);
    });
    const read = (name: string): unknown => usePart(operation, [name], () => readProperty(input, name));
    return new Map([...names].map((name) => [name, read(name)]));
  }

  /** Refuses properties that are no parameters, as over SOAP. */
  #refuseUnknown(values: ReadonlyMap<string, unknown>): void {
    const known = this.#properties;
    if (known === undefined || this.context.unknownProperties === 'ignore') {
      return;
    }
    for (const [property, value] of values) {
      if (!known.has(property) && value !== undefined) {
        const message = `the operation has no such parameter${didYouMean(property, known)}`;
        throw new XmlEncodeError('unknown-property', message, this.operation.name, [property]);
      }
    }
  }

  outgoing({ input, address, attachments }: CallContent): OutgoingCall | undefined {
    this.#refuseAttachments(attachments);
    const { element } = this.operation.input;
    if (this.#facts.input !== 'xml' || element === undefined) {
      return undefined;
    }
    return {
      url: joinLocation(address, this.#facts.location),
      contentType: this.headers['Content-Type'] ?? '',
      before: '',
      after: '',
      writer: this.#writer(element),
      mtom: false,
      attachments: [],
      write: (output) => {
        output.declaration();
        encodeElement(element, input ?? {}, output, this.context);
      },
    };
  }

  #xmlBody(input: unknown): string {
    const { element } = this.operation.input;
    if (element === undefined) {
      return '';
    }
    const { unknownProperties } = this.context;
    return formatXml(element, input ?? {}, {
      ...this.#writer(element),
      ...(unknownProperties && { unknownProperties }),
    });
  }

  #writer({ namespace }: ElementDescriptor): XmlWriterOptions {
    const { write } = this.context.translation;
    const options = { ...(write !== undefined && { namespaces: write }), prefixes: new Map([[namespace, '']]) };
    return this.context.prefixes?.writer(options) ?? options;
  }

  decode(exchange: Exchange, response: TransportResponse): ClientAnswer {
    const { status, statusText, headers } = response;
    if (status < 200 || status > 299) {
      throw statusFailure(exchange, response);
    }
    return { value: this.#value(exchange, response), status, statusText, headers, soapHeaders: {} };
  }

  #value(exchange: Exchange, response: TransportResponse): unknown {
    const { output, outputContentType, outputDocument } = this.#facts;
    if (outputDocument === true) {
      return this.#document(exchange, response);
    }
    if (output === undefined) {
      return outputContentType === undefined ? this.#voidValue() : response.body;
    }
    if (bodyKind(response) !== 'xml') {
      throw contentFailure(exchange, response, `the XML element "${output.name}"`);
    }
    try {
      return this.#read(exchange, response, output);
    } catch (error) {
      throw decodeFailure(exchange, response, error);
    }
  }

  #document(exchange: Exchange, response: TransportResponse): unknown {
    if (bodyKind(response) !== 'xml') {
      throw contentFailure(exchange, response, 'an XML document');
    }
    const text = bodyText(response);
    refuseFault(exchange, response, text);
    const { decode, reader } = this.context;
    try {
      const root = parseTree(text, reader.limits === undefined ? {} : { limits: reader.limits });
      return resultOfDocument(this.operation.output, root, { decode, reader });
    } catch (error) {
      throw decodeFailure(exchange, response, error);
    }
  }

  #read(exchange: Exchange, response: TransportResponse, output: ElementDescriptor): unknown {
    const text = bodyText(response);
    const cursor = openAnswer(exchange, text);
    while (cursor.next() !== XmlEvent.StartElement) {
      // The reader throws if there is no root element.
    }
    if (cursor.localName !== output.name || cursor.namespace !== output.namespace) {
      refuseFault(exchange, response, text);
      throw this.#unexpected(exchange, response, cursor, output);
    }
    const value = decodeElement(output, cursor, answerOptions(exchange));
    drain(cursor);
    return this.#asResult(value, output);
  }

  #unexpected(
    exchange: Exchange,
    response: TransportResponse,
    { localName, namespace }: XmlReader,
    output: ElementDescriptor,
  ): Error {
    if (versionOfNamespace(namespace) !== undefined && localName === 'Envelope') {
      const message = `Expected the element "${output.name}", but the answer is a SOAP Envelope`;
      return unexpected(exchange, response, 'envelope', withAnswerSummary(exchange, response, message));
    }
    const found = `Expected the element "${output.name}", but the answer is "${localName}" in namespace "${namespace}"`;
    return rootFailure(
      exchange,
      response,
      withAnswerSummary(exchange, response, found),
      `the XML element "${output.name}"`,
    );
  }

  /** The method's result, as the SOAP bindings give it. */
  #asResult(value: unknown, output: ElementDescriptor): unknown {
    const message = this.operation.output;
    if (message?.unwrap === undefined) {
      return value;
    }
    if (message.element?.name === output.name && message.element.namespace === output.namespace) {
      // The answer is the SOAP message itself, as Axis2 sends it.
      return (value as Readonly<Record<string, unknown>> | null)?.[message.unwrap];
    }
    return value === null && !isNillable(message.element, message.unwrap) ? undefined : value;
  }

  /** The result of a method without a result over SOAP: nothing, or the empty wrapper. */
  #voidValue(): unknown {
    const message = this.operation.output;
    return message?.element !== undefined && message.unwrap === undefined ? {} : undefined;
  }
}

const contentTypes: Readonly<Record<HttpBindingDescriptor['input'], string | undefined>> = {
  form: 'application/x-www-form-urlencoded',
  urlEncoded: undefined,
  urlReplacement: undefined,
  xml: 'text/xml; charset=utf-8',
  multipart: undefined,
};

/** An operation's address: the location below the service's, before any query of it. */
function joinLocation(address: string, location: string): string {
  const mark = address.indexOf('?');
  const path = mark < 0 ? address : address.slice(0, mark);
  const query = mark < 0 ? '' : address.slice(mark);
  const separator = location === '' || location.startsWith('/') || location.startsWith('?') ? '' : '/';
  return writtenAddress((location === '' ? path : withoutEndSlashes(path)) + separator + location + query);
}

function isNillable(element: ElementDescriptor | undefined, property: string): boolean {
  return fieldsOf(element).some(
    (field) => field.property === property && (field.nillable === true || field.absent === 'null'),
  );
}

/** The child elements of a wrapper, if it is a plain sequence that HTTP bindings can express. */
function fieldsOf(element: ElementDescriptor | undefined): readonly ElementParticleDescriptor[] {
  const type = element === undefined ? undefined : resolve<Type>(element.type);
  const content = type?.kind === 'complex' ? type.content : undefined;
  const particles = content?.kind === 'sequence' || content?.kind === 'all' ? content.particles : [content];
  return particles.filter((particle) => particle?.kind === 'element');
}

/** The items of a list parameter, which a class may wrap. */
function itemsOf(value: unknown, item: string | undefined): readonly unknown[] {
  const list = item === undefined ? value : readProperty(Object(value) as object, item);
  if (list === undefined || list === null) {
    return [];
  }
  if (!Array.isArray(list)) {
    throw wrongPart('an array', list, ...(item === undefined ? [] : [item]));
  }
  return Array.from<unknown>(list);
}
