import type { ElementDescriptor } from '../../schema/descriptor/descriptor.js';
import { expandedName, resolve } from '../../schema/descriptor/resolve.js';
import { complexPlan, type ElementPlan, elementPlan } from '../../schema/plan/plan.js';
import { compactSample } from '../../schema/sample/sample.js';
import { versionOfKind } from '../../service/binding-kinds.js';
import type {
  FaultDescriptor,
  HeaderDescriptor,
  MessageDescriptor,
  OperationDescriptor,
  SoapBindingDescriptor,
  SoapBindingKind,
} from '../../service/descriptor.js';
import { fillAction } from '../../service/placeholders.js';
import { type SoapVersion, soapContentType } from '../../service/soap-version.js';
import { type BodyCodec, bodyCodec } from '../../soap/body.js';
import { encodedMessages } from '../../soap/encoded.js';
import type { SoapHeaderBlock } from '../../soap/envelope.js';
import { rpcMessages } from '../../soap/rpc.js';
import { writeEnvelope } from '../../soap/write-envelope.js';
import { writeFault } from '../../soap/write-fault.js';
import type { XmlOutput } from '../../xml/index.js';
import type { Endpoint } from '../routes/endpoint.js';
import type { SampleDeclarations } from './annotated-writer.js';
import type { ExchangeSample, SamplePlace } from './sample.js';
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
  const contentType = soapContentType(version);
  const action = fillAction(binding.action, place.namespaces);
  const type = version === '1.2' && action !== '' ? `${contentType}; action="${action}"` : contentType;
  const head = [
    ...requestHead('POST', place.page, ''),
    `Content-Type: ${type}`,
    'Content-Length: length',
    ...(version === '1.1' ? [`SOAPAction: "${action}"`] : []),
  ];
  const writer = new SampleWriter(endpoint, operation, kind, binding, place);
  const { output } = operation;
  return {
    request: join(head, writer.message('request', operation.input, binding.inputHeaders)),
    response:
      output === undefined
        ? 'HTTP/1.1 202 Accepted'
        : join(responseHead(contentType), writer.message('response', output, binding.outputHeaders)),
    faults: (operation.faults ?? []).map((fault) => ({
      name: fault.name,
      response: join(responseHead(contentType, '500 Internal Server Error'), writer.fault(fault)),
    })),
  };
}

/** Writes the envelopes of an operation in a binding. */
class SampleWriter {
  readonly #endpoint: Endpoint;
  readonly #operation: OperationDescriptor;
  readonly #kind: SoapBindingKind;
  readonly #binding: SoapBindingDescriptor;
  readonly #place: SamplePlace;
  readonly #codec: BodyCodec;
  readonly #version: SoapVersion;

  constructor(
    endpoint: Endpoint,
    operation: OperationDescriptor,
    kind: SoapBindingKind,
    binding: SoapBindingDescriptor,
    place: SamplePlace,
  ) {
    this.#endpoint = endpoint;
    this.#operation = operation;
    this.#kind = kind;
    this.#binding = binding;
    this.#place = place;
    this.#version = versionOfKind(kind);
    this.#codec = bodyCodec(binding, {
      version: this.#version,
      parts: { encoded: encodedMessages, rpc: rpcMessages },
    });
  }

  message(side: 'request' | 'response', message: MessageDescriptor, headers: readonly HeaderDescriptor[] = []): string {
    const declared = [
      ...entries(
        headers.map(({ element }) => element),
        'optional header',
      ),
      ...entries(elementsOf(message), ''),
    ];
    const content = message.content === undefined ? undefined : complexPlan(resolve(message.content));
    const namespace = message.element?.namespace;
    return this.#kept(
      side,
      namespace,
      { elements: new Map(declared), content },
      () => headers.map(headerSample),
      (body) => writeSample(message, body, this.#codec),
    );
  }

  fault({ name, element, header }: FaultDescriptor): string {
    const elements = element === undefined ? [] : [element];
    const encoded = this.#binding.encodedFaults?.includes(name) === true;
    const blocks = (): readonly SoapHeaderBlock[] =>
      elements.map((each) => ({ element: each, value: compactSample(each), encoded }));
    const none = (): readonly SoapHeaderBlock[] => [];
    const declarations = { elements: new Map(entries(elements, '')), content: undefined };
    return this.#kept(`fault ${name}`, element?.namespace, declarations, header === true ? blocks : none, (body) =>
      writeFault(body, this.#version, {
        code: 'Server',
        reason: 'string',
        ...(header !== true && { detail: blocks() }),
      }),
    );
  }

  #kept(
    side: string,
    namespace: string | undefined,
    declarations: SampleDeclarations,
    headers: () => readonly SoapHeaderBlock[],
    write: (body: XmlOutput) => void,
  ): string {
    return kept(this.#place, this.#operation, `${side} ${this.#kind} ${this.#endpoint.path}`, () =>
      written(this.#endpoint, namespace, declarations, (output) =>
        writeEnvelope(output, this.#version, headers(), write, encodedMessages),
      ),
    );
  }
}

function headerSample({ element, encoded }: HeaderDescriptor): SoapHeaderBlock {
  return { element, value: compactSample(element), ...(encoded === true && { encoded }) };
}

function elementsOf({ element }: MessageDescriptor): readonly ElementDescriptor[] {
  return element === undefined ? [] : [element];
}

/** Declarations of elements by their expanded names, with what is to be said of each. */
function entries(
  elements: readonly ElementDescriptor[],
  note: string,
): readonly (readonly [string, { readonly element: ElementPlan; readonly note: string }])[] {
  return elements.map(
    (each) => [expandedName(each.namespace, each.name), { element: elementPlan(each), note }] as const,
  );
}

function writeSample({ element, content }: MessageDescriptor, output: XmlOutput, codec: BodyCodec): void {
  if (content !== undefined) {
    codec.encode({ content }, compactSample(resolve(content)), output);
  } else if (element !== undefined) {
    codec.encode({ element }, compactSample(element), output);
  }
}
