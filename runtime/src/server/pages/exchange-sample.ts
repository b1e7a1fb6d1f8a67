import { isOneWay, requestAction } from '../../addressing/actions.js';
import { textBlock } from '../../addressing/blocks.js';
import { formatForm } from '../../http/form.js';
import { comparablePath, writtenPath } from '../../http/paths.js';
import type { SimpleType } from '../../schema/descriptor/descriptor.js';
import { resolve } from '../../schema/descriptor/resolve.js';
import { formatSimple } from '../../schema/document/document.js';
import { encodeElement } from '../../schema/encode/encode.js';
import { complexPlan } from '../../schema/plan/plan.js';
import { compactSample } from '../../schema/sample/sample.js';
import { addressingFacts, elementOf } from '../../service/addressing.js';
import { isSoapKind, verbOfKind, versionOfKind } from '../../service/binding-kinds.js';
import type {
  BindingKind,
  FaultDescriptor,
  HeaderDescriptor,
  HttpBindingDescriptor,
  HttpBindingKind,
  MessageDescriptor,
  SoapBindingDescriptor,
  SoapBindingKind,
} from '../../service/descriptor.js';
import { formMapping } from '../../service/facts.js';
import { fillAction } from '../../service/placeholders.js';
import { soapContentType } from '../../service/soap-version.js';
import { bodyCodec } from '../../soap/body.js';
import { encodedMessages } from '../../soap/encoded.js';
import type { SoapHeaderBlock } from '../../soap/envelope.js';
import { rpcMessages } from '../../soap/rpc.js';
import { writeEnvelope } from '../../soap/write-envelope.js';
import { writeFault } from '../../soap/write-fault.js';
import type { XmlOutput } from '../../xml/index.js';
import type { SampleDeclarations } from './annotated-writer.js';
import {
  declared,
  type ExchangeSample,
  join,
  kept,
  requestHead,
  responseHead,
  type SampledOperation,
  sampleOrNone,
  written,
} from './samples.js';

/** Characters of a field of a form that are shown. */
const maxField = 4096;

/** Sample messages of an operation in a binding; undefined if it is not offered so, or its types have no finite values. */
export function exchangeSample(sampled: SampledOperation, kind: BindingKind): ExchangeSample | undefined {
  if (isSoapKind(kind)) {
    const binding = sampled.operation[kind];
    return binding && sampleOrNone(() => soapExchange({ ...sampled, kind, binding }));
  }
  const binding = sampled.operation[kind];
  return binding && sampleOrNone(() => httpExchange({ ...sampled, kind, binding }));
}

interface HttpSampled extends SampledOperation {
  readonly kind: HttpBindingKind;
  readonly binding: HttpBindingDescriptor;
}

function httpExchange({ endpoint, place, kind, binding }: HttpSampled): ExchangeSample {
  const fields = kept(place, binding, `fields ${endpoint.path}`, () =>
    formatForm(binding.parameters.map(({ name, type }) => [name, formSample(resolve(type))])),
  );
  const below = writtenPath(comparablePath(binding.location.replace(/^\/?/, '/')));
  const request =
    verbOfKind(kind) === 'GET'
      ? join(requestHead('GET', place.page, `${below}${fields === '' ? '' : `?${fields}`}`), '')
      : join(
          [
            ...requestHead('POST', place.page, below),
            'Content-Type: application/x-www-form-urlencoded',
            'Content-Length: length',
          ],
          fields,
        );
  const { output, outputDocument } = binding;
  const outputContentType = outputDocument ? 'text/xml; charset=utf-8' : binding.outputContentType;
  if (output === undefined) {
    const type = outputContentType === undefined ? [] : [`Content-Type: ${outputContentType}`];
    return { request, response: join(['HTTP/1.1 200 OK', ...type], ''), faults: [] };
  }
  const text = kept(place, binding, `response ${endpoint.path}`, () =>
    written(endpoint, output.namespace, { elements: declared([output]), content: undefined }, (writer) => {
      writer.declaration();
      encodeElement(output, compactSample(output), writer);
    }),
  );
  return { request, response: join(responseHead('text/xml; charset=utf-8'), text), faults: [] };
}

/** A value as a query or form carries it. */
function formSample(type: SimpleType): string {
  const value = compactSample(type);
  const text = formMapping(type)?.format(value) ?? formatSimple(type, value);
  return text.length > maxField ? `${text.slice(0, maxField)}…` : text;
}

interface SoapSampled extends SampledOperation {
  readonly kind: SoapBindingKind;
  readonly binding: SoapBindingDescriptor;
}

function soapExchange(sampled: SoapSampled): ExchangeSample {
  const { operation, place, kind, binding } = sampled;
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
  const { output } = operation;
  return {
    request: join(head, messageText(sampled, 'request', operation.input, binding.inputHeaders)),
    response:
      output === undefined
        ? 'HTTP/1.1 202 Accepted'
        : join(responseHead(contentType), messageText(sampled, 'response', output, binding.outputHeaders)),
    faults: (operation.faults ?? []).map((fault) => ({
      name: fault.name,
      response: join(responseHead(contentType, '500 Internal Server Error'), faultText(sampled, fault)),
    })),
  };
}

function messageText(
  sampled: SoapSampled,
  side: 'request' | 'response',
  { element, content }: MessageDescriptor,
  headers: readonly HeaderDescriptor[] = [],
): string {
  const { kind, binding } = sampled;
  const elements = [
    ...declared(
      headers.map((header) => header.element),
      'optional header',
    ),
    ...declared(element === undefined ? [] : [element]),
  ];
  const declarations = { elements: new Map(elements), content: content && complexPlan(resolve(content)) };
  const blocks = (): readonly SoapHeaderBlock[] => [
    ...(side === 'request' ? addressingBlocks(sampled) : []),
    ...headers.map((header) => ({
      element: header.element,
      value: compactSample(header.element),
      ...(header.encoded === true && { encoded: true }),
    })),
  ];
  return envelopeText(sampled, side, element?.namespace, declarations, blocks, (body) => {
    const codec = bodyCodec(binding, {
      version: versionOfKind(kind),
      parts: { encoded: encodedMessages, rpc: rpcMessages },
    });
    if (content !== undefined) {
      codec.encode({ content }, compactSample(resolve(content)), body);
    } else if (element !== undefined) {
      codec.encode({ element }, compactSample(element), body);
    }
  });
}

/** The blocks of WS-Addressing that a client writes, where the WSDL asks for them. The answer comes back over the connection. */
function addressingBlocks({ endpoint, operation, place, binding }: SoapSampled): readonly SoapHeaderBlock[] {
  const service = endpoint.services.find(({ operations }) => Object.values(operations).includes(operation));
  if (binding.addressing === undefined || service === undefined) {
    return [];
  }
  const facts = addressingFacts(binding.addressing.version);
  const { namespaces: placeholders } = place;
  const action = fillAction(binding.action, placeholders);
  const address = { tree: elementOf(facts.namespace, 'Address', [facts.anonymous]) };
  return [
    textBlock(facts, 'Action', requestAction({ service, operation, facts: binding, action, placeholders })),
    textBlock(facts, 'MessageID', 'urn:uuid:00000000-0000-4000-8000-000000000000'),
    ...(isOneWay(operation) ? [] : [{ tree: elementOf(facts.namespace, 'ReplyTo', [address.tree]) }]),
    // What a message of 1.0 without it means; 2004/08 requires it.
    ...(facts.version === '2004/08' ? [textBlock(facts, 'To', facts.anonymous)] : []),
  ];
}

function faultText(sampled: SoapSampled, { name, element, header = false }: FaultDescriptor): string {
  const { kind, binding } = sampled;
  const elements = element === undefined ? [] : [element];
  const encoded = binding.encodedFaults?.includes(name) === true;
  const blocks = (): readonly SoapHeaderBlock[] =>
    elements.map((each) => ({ element: each, value: compactSample(each), encoded }));
  const declarations = { elements: declared(elements), content: undefined };
  const headers = header ? blocks : () => [];
  return envelopeText(sampled, `fault ${name}`, element?.namespace, declarations, headers, (body) =>
    writeFault(body, versionOfKind(kind), { code: 'Server', reason: 'string', ...(!header && { detail: blocks() }) }),
  );
}

function envelopeText(
  { endpoint, operation, place, kind }: SoapSampled,
  side: string,
  namespace: string | undefined,
  declarations: SampleDeclarations,
  headers: () => readonly SoapHeaderBlock[],
  write: (body: XmlOutput) => void,
): string {
  return kept(place, operation, `${side} ${kind} ${endpoint.path}`, () =>
    written(endpoint, namespace, declarations, (output) =>
      writeEnvelope(output, versionOfKind(kind), headers(), write, encodedMessages),
    ),
  );
}
