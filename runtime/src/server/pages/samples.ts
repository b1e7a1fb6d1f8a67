import { formatForm } from '../../http/form.js';
import { comparablePath, writtenPath } from '../../http/paths.js';
import { splitAddress } from '../../http/urls.js';
import type { SimpleType } from '../../schema/descriptor.js';
import { encodeElement, formatSimple, LexicalError, XmlEncodeError } from '../../schema/index.js';
import { resolve } from '../../schema/resolve.js';
import { compactSample } from '../../schema/sample.js';
import type {
  BindingKind,
  HttpBindingDescriptor,
  MessageDescriptor,
  OperationDescriptor,
  SoapBindingDescriptor,
} from '../../service/descriptor.js';
import { fillAction } from '../../service/placeholders.js';
import { type BodyCodec, bodyCodec } from '../../soap/body.js';
import { writeEnvelope } from '../../soap/envelope.js';
import { type SoapVersion, soapVersion } from '../../soap/version.js';
import { BoundedWriter, OutputFullError } from '../../xml/bounded-writer.js';
import { type XmlOutput, XmlWriteError } from '../../xml/index.js';
import { formMapping } from '../form-input.js';
import type { Endpoint } from '../routes.js';
import type { TextCache } from '../text-cache.js';

/** Where samples are sent. */
export interface SamplePlace {
  /** Public address of the endpoint. */
  readonly page: string;
  /** Values of the placeholders. */
  readonly namespaces: Readonly<Record<string, string>>;
  /** Samples as they were shown before. */
  readonly texts: TextCache;
}

/** A request and its response, with their heads, as text. */
export interface ExchangeSample {
  readonly request: string;
  readonly response: string;
}

/** Characters of a message that are shown, and of a field of a form. */
const maxCharacters = 65_536;
const maxField = 4096;
/** Stands at the end of what is shown of a longer message. */
const cutRemark = ' The sample ends here: the message is longer than a page can show. ';

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
    if (error instanceof NoSampleError) {
      return undefined;
    }
    throw error;
  }
}

/** A page is no reason to fail: a value for every schema is more than can be promised. */
class NoSampleError extends Error {
  override readonly name = 'NoSampleError';
}

/** Stands for a sample that cannot be made. */
const impossible = '\0';

/** A part of a sample, made once. Throws `NoSampleError` when its types have no finite values. */
function kept(place: SamplePlace, owner: object, name: string, make: () => string): string {
  const text = place.texts.get(owner, name, [], () => {
    try {
      return make();
    } catch (error) {
      if (expectedErrors.some((kind) => error instanceof kind)) {
        return impossible;
      }
      throw error;
    }
  });
  if (text === impossible) {
    throw new NoSampleError();
  }
  return text;
}

const expectedErrors = [TypeError, RangeError, LexicalError, XmlEncodeError, XmlWriteError] as const;

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
  const codec = bodyCodec(binding, { version });
  const write = (message: MessageDescriptor, side: string): string =>
    kept(place, operation, `${side} ${kind} ${endpoint.path}`, () =>
      written(endpoint, message.element?.namespace, (output) =>
        writeEnvelope(output, version, [], (body) => writeSample(message, body, codec)),
      ),
    );
  return {
    request: join(head, write(operation.input, 'request')),
    response:
      operation.output === undefined
        ? 'HTTP/1.1 202 Accepted'
        : join(responseHead(contentType), write(operation.output, 'response')),
  };
}

function httpSample(
  endpoint: Endpoint,
  kind: 'httpGet' | 'httpPost',
  binding: HttpBindingDescriptor,
  place: SamplePlace,
): ExchangeSample {
  const fields = kept(place, binding, `fields ${endpoint.path}`, () =>
    formatForm(binding.parameters.map(({ name, type }) => [name, formSample(resolve(type))])),
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
  const text = kept(place, binding, `response ${endpoint.path}`, () =>
    written(endpoint, output.namespace, (writer) => {
      writer.declaration();
      encodeElement(output, compactSample(output), writer);
    }),
  );
  return { request, response: join(responseHead('text/xml; charset=utf-8'), text) };
}

/** A value as a query or form carries it. */
function formSample(type: SimpleType): string {
  const value = compactSample(type);
  const text = formMapping(type)?.format(value) ?? formatSimple(type, value);
  return text.length > maxField ? `${text.slice(0, maxField)}…` : text;
}

/** A document, or as much of it as is shown. */
function written(endpoint: Endpoint, namespace: string | undefined, write: (output: XmlOutput) => void): string {
  const translation = endpoint.namespaces.write;
  const output = new BoundedWriter(maxCharacters, {
    indent: 2,
    ...(translation !== undefined && { namespaces: translation }),
    ...(namespace !== undefined && namespace !== '' && { prefixes: new Map([[namespace, '']]) }),
  });
  try {
    write(output);
    return output.toString();
  } catch (error) {
    if (error instanceof OutputFullError) {
      return output.cut(cutRemark);
    }
    throw error;
  }
}

function writeSample({ element, content }: MessageDescriptor, output: XmlOutput, codec: BodyCodec): void {
  if (content !== undefined) {
    codec.encode({ content }, compactSample(resolve(content)), output);
  } else if (element !== undefined) {
    codec.encode({ element }, compactSample(element), output);
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
