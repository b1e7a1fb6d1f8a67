import { formatForm } from '../../http/form.js';
import { comparablePath, writtenPath } from '../../http/paths.js';
import { splitAddress } from '../../http/urls.js';
import type { ElementDescriptor, SimpleType } from '../../schema/descriptor.js';
import {
  encodeContent,
  encodeElement,
  encodeEncoded,
  formatSimple,
  LexicalError,
  sample,
  XmlEncodeError,
} from '../../schema/index.js';
import type {
  BindingKind,
  HttpBindingDescriptor,
  MessageDescriptor,
  OperationDescriptor,
  SoapBindingDescriptor,
} from '../../service/descriptor.js';
import { fillAction } from '../../service/placeholders.js';
import { writeEnvelope } from '../../soap/envelope.js';
import { type SoapVersion, soapVersion } from '../../soap/version.js';
import { type XmlOutput, XmlWriteError, XmlWriter } from '../../xml/index.js';
import { formMapping } from '../form-input.js';
import type { Endpoint } from '../routes.js';

/** Where samples are sent. */
export interface SamplePlace {
  /** Public address of the endpoint. */
  readonly page: string;
  /** Values of the placeholders. */
  readonly namespaces: Readonly<Record<string, string>>;
}

/** A request and its response, with their heads, as text. */
export interface ExchangeSample {
  readonly request: string;
  readonly response: string;
}

/** Sample messages of an operation in a binding; undefined when its types have no finite values. */
export function sampleExchange(
  endpoint: Endpoint,
  operation: OperationDescriptor,
  kind: BindingKind,
  place: SamplePlace,
): ExchangeSample | undefined {
  try {
    if (kind === 'soap11' || kind === 'soap12') {
      const binding = operation[kind];
      return binding === undefined ? undefined : soapSample(endpoint, operation, kind, binding, place);
    }
    const binding = operation[kind];
    return binding === undefined ? undefined : httpSample(endpoint, kind, binding, place);
  } catch (error) {
    // A page is no reason to fail: a value for every schema is more than can be promised.
    if (
      error instanceof TypeError ||
      error instanceof LexicalError ||
      error instanceof XmlEncodeError ||
      error instanceof XmlWriteError
    ) {
      return undefined;
    }
    throw error;
  }
}

function soapSample(
  endpoint: Endpoint,
  operation: OperationDescriptor,
  kind: 'soap11' | 'soap12',
  binding: SoapBindingDescriptor,
  place: SamplePlace,
): ExchangeSample {
  const version: SoapVersion = kind === 'soap11' ? '1.1' : '1.2';
  const { contentType } = soapVersion(version);
  const action = fillAction(binding.action, place.namespaces);
  const type = kind === 'soap12' && action !== '' ? `${contentType}; action="${action}"` : contentType;
  const head = [
    ...requestHead('POST', place.page, ''),
    `Content-Type: ${type}`,
    'Content-Length: length',
    ...(kind === 'soap11' ? [`SOAPAction: "${action}"`] : []),
  ];
  const encoded = binding.encoded === true ? version : undefined;
  const write = (message: MessageDescriptor): string => {
    const output = sampleWriter(endpoint, message.element?.namespace);
    writeEnvelope(output, version, [], (body) => writeSample(message, body, encoded));
    return output.toString();
  };
  return {
    request: join(head, write(operation.input)),
    response:
      operation.output === undefined
        ? 'HTTP/1.1 202 Accepted'
        : join(responseHead(contentType), write(operation.output)),
  };
}

function httpSample(
  endpoint: Endpoint,
  kind: 'httpGet' | 'httpPost',
  binding: HttpBindingDescriptor,
  place: SamplePlace,
): ExchangeSample {
  const fields = formatForm(
    binding.parameters.map(({ name, type }) => [name, formSample(typeof type === 'function' ? type() : type)]),
  );
  const below = writtenPath(comparablePath(binding.location.replace(/^\/?/, '/')));
  const request =
    kind === 'httpGet'
      ? join(requestHead('GET', place.page, `${below}${fields === '' ? '' : `?${fields}`}`), '')
      : join(
          [
            ...requestHead('POST', place.page, below),
            'Content-Type: application/x-www-form-urlencoded',
            'Content-Length: length',
          ],
          fields,
        );
  const { output, outputContentType } = binding;
  if (output === undefined) {
    const type = outputContentType === undefined ? [] : [`Content-Type: ${outputContentType}`];
    return { request, response: join(['HTTP/1.1 200 OK', ...type], '') };
  }
  const writer = sampleWriter(endpoint, output.namespace);
  writer.declaration();
  encodeElement(output, sample(output), writer);
  return { request, response: join(responseHead('text/xml; charset=utf-8'), writer.toString()) };
}

/** A value as a query or form carries it. */
function formSample(type: SimpleType): string {
  const value = sample(type);
  return formMapping(type)?.format(value) ?? formatSimple(type, value);
}

function sampleWriter(endpoint: Endpoint, namespace: string | undefined): XmlOutput {
  const { write } = endpoint.namespaces;
  return new XmlWriter({
    indent: 2,
    ...(write !== undefined && { namespaces: write }),
    ...(namespace !== undefined && namespace !== '' && { prefixes: new Map([[namespace, '']]) }),
  });
}

function writeSample(message: MessageDescriptor, output: XmlOutput, encoded: SoapVersion | undefined): void {
  const { element, content } = message;
  if (content !== undefined) {
    const type = typeof content === 'function' ? content() : content;
    encodeContent(type, sample(type), output);
  } else if (element !== undefined) {
    writeElement(element, output, encoded);
  }
}

function writeElement(element: ElementDescriptor, output: XmlOutput, encoded: SoapVersion | undefined): void {
  if (encoded !== undefined) {
    encodeEncoded(element, sample(element), output, { version: encoded });
  } else {
    encodeElement(element, sample(element), output);
  }
}

function requestHead(method: string, page: string, below: string): readonly string[] {
  const { base, path } = splitAddress(page) ?? { base: '', path: page };
  return [`${method} ${writtenPath(path)}${below} HTTP/1.1`, `Host: ${base.replace(/^[^/]*\/\//, '')}`];
}

function responseHead(contentType: string): readonly string[] {
  return ['HTTP/1.1 200 OK', `Content-Type: ${contentType}`, 'Content-Length: length'];
}

function join(head: readonly string[], body: string): string {
  return body === '' ? head.join('\n') : `${head.join('\n')}\n\n${body}`;
}
