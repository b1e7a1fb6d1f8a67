import { resolve } from '../../schema/descriptor/resolve.js';
import { compactSample } from '../../schema/sample/sample.js';
import { versionOfKind } from '../../service/binding-kinds.js';
import type {
  MessageDescriptor,
  OperationDescriptor,
  SoapBindingDescriptor,
  SoapBindingKind,
} from '../../service/descriptor.js';
import { fillAction } from '../../service/placeholders.js';
import { type BodyCodec, bodyCodec } from '../../soap/body.js';
import { encodedMessages } from '../../soap/encoded.js';
import { writeEnvelope } from '../../soap/envelope.js';
import { rpcMessages } from '../../soap/rpc.js';
import { soapVersion } from '../../soap/version.js';
import type { XmlOutput } from '../../xml/index.js';
import type { Endpoint } from '../endpoint.js';
import type { ExchangeSample, SamplePlace } from '../sample.js';
import { join, kept, requestHead, responseHead, sampleOrNone, written } from './samples.js';

/** Sample messages of an operation over SOAP; undefined if its types have no finite values. */
export function soapSample(
  endpoint: Endpoint,
  operation: OperationDescriptor,
  kind: SoapBindingKind,
  binding: SoapBindingDescriptor,
  place: SamplePlace,
): ExchangeSample | undefined {
  return sampleOrNone(() => exchange(endpoint, operation, kind, binding, place));
}

function exchange(
  endpoint: Endpoint,
  operation: OperationDescriptor,
  kind: SoapBindingKind,
  binding: SoapBindingDescriptor,
  place: SamplePlace,
): ExchangeSample {
  const version = versionOfKind(kind);
  const { contentType } = soapVersion(version);
  const action = fillAction(binding.action, place.namespaces);
  const type = version === '1.2' && action !== '' ? `${contentType}; action="${action}"` : contentType;
  const head = [
    ...requestHead('POST', place.page, ''),
    `Content-Type: ${type}`,
    'Content-Length: length',
    ...(version === '1.1' ? [`SOAPAction: "${action}"`] : []),
  ];
  const codec = bodyCodec(binding, { version, encoding: encodedMessages, rpc: rpcMessages });
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

function writeSample({ element, content }: MessageDescriptor, output: XmlOutput, codec: BodyCodec): void {
  if (content !== undefined) {
    codec.encode({ content }, compactSample(resolve(content)), output);
  } else if (element !== undefined) {
    codec.encode({ element }, compactSample(element), output);
  }
}
