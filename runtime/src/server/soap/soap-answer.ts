import type { ElementDescriptor } from '../../schema/descriptor/descriptor.js';
import { encodeElement } from '../../schema/encode/encode.js';
import { encodeEncodedBlock } from '../../schema/soap-encoding/encoded.js';
import type { AttachmentDescriptor } from '../../service/descriptor.js';
import { type SoapVersion, soap12, soapContentType, soapVersion } from '../../service/soap-version.js';
import { encodedMessages } from '../../soap/encoded.js';
import type { SoapHeaderBlock } from '../../soap/envelope.js';
import { type EnvelopeFrame, envelopeFrame } from '../../soap/envelope-frame.js';
import { identified, type RelatedPart } from '../../soap/mime.js';
import type { SoapFault } from '../../soap/soap-fault.js';
import { writeEnvelope, writeHeader } from '../../soap/write-envelope.js';
import { type FaultContent, type FaultDetailEntry, writeFault, writeUpgrade } from '../../soap/write-fault.js';
import { attachmentParts } from '../../soap/xop.js';
import type { XmlElement } from '../../xml/interfaces/tree.js';
import type { XmlOutput } from '../../xml/interfaces/writer.js';
import { answerWriter, answerWriterOptions, writeAnswer } from '../call/answer-writer.js';
import type { ServiceContext } from '../handlers/context.js';
import { type StreamedCall, type StreamedResult, streamedResponse } from '../handlers/streamed-result.js';
import type { Endpoint } from '../routes/endpoint.js';
import type { SoapRoute } from '../routes/soap-routes.js';
import { answerHeaders, type WireRequest, type WireResponse } from '../wire/wire.js';
import { answerBlocks } from './answer-blocks.js';
import type { ServerFault } from './server-fault.js';
import type { NotUnderstood } from './soap-message.js';
import { answerBinaries, packAnswer } from './soap-package.js';

const frames: Readonly<Record<SoapVersion, EnvelopeFrame>> = {
  '1.1': envelopeFrame('1.1', { schemaPrefixes: true }),
  '1.2': envelopeFrame('1.2', { schemaPrefixes: true }),
};

const noBlocks: readonly SoapHeaderBlock[] = [];
const noAttachments: readonly AttachmentDescriptor[] = [];

/** The parts of an answer besides its result. */
export interface AnswerParts {
  readonly context: ServiceContext;
  readonly request: WireRequest;
  /** Header blocks of extensions. */
  readonly added?: readonly SoapHeaderBlock[] | undefined;
  /** In the place of `packAnswer`, where extensions seal the answer. */
  readonly pack?: SealingPack | undefined;
}

/** As `packAnswer`, with an envelope that extensions seal before. */
export type SealingPack = (...args: Parameters<typeof packAnswer>) => Promise<WireResponse>;

/** The answer to a call that succeeded. Throws `XmlEncodeError` if the result does not fit the schema. */
export function resultAnswer(
  endpoint: Endpoint,
  version: SoapVersion,
  route: SoapRoute,
  result: unknown,
  { context, request, added = noBlocks, pack }: AnswerParts,
): WireResponse | Promise<WireResponse> {
  const { operation } = route;
  endpoint.validate?.requireWritable(operation, endpoint.validate.answer(operation, result));
  const declared = answerBlocks(route, context.responseSoapHeaders);
  const blocks = added.length === 0 ? declared : [...declared, ...added];
  const framed = isFramed(endpoint, route, blocks);
  const namespace = route.operation.output?.element?.namespace ?? '';
  return writeAnswer(endpoint, { namespace, version }, (options): WireResponse | Promise<WireResponse> => {
    const binaries = answerBinaries(request);
    const output = answerWriter(options, endpoint.extensions?.inlineBinaries === true ? undefined : binaries?.attach);
    const body = resultEnvelope(output, version, route, result, framed ? frames[version] : undefined, blocks);
    const headers = answerHeaders(soapContentType(version), 'private, max-age=0');
    const attachments = attachmentsOf(route, result, context);
    const parts = binaries === undefined ? attachments : [...binaries.parts, ...attachments];
    return (pack ?? packAnswer)({ status: 200, headers, body }, parts, binaries !== undefined);
  });
}

/** The answer to a call whose result is written while it is sent. Rejects with an error before the first chunk. */
export async function streamedAnswer(
  endpoint: Endpoint,
  version: SoapVersion,
  route: SoapRoute,
  result: StreamedResult,
  { context, request, added = noBlocks }: AnswerParts,
  call: StreamedCall,
): Promise<WireResponse> {
  const { operation, codec } = route;
  const blocks = [...answerBlocks(route, context.responseSoapHeaders), ...added];
  const message = operation.output ?? {};
  const framed = isFramed(endpoint, route, blocks);
  const frame = frames[version];
  const contentType = soapContentType(version);
  const { value } = result;
  const body = await result.begin(
    {
      contentType,
      before: framed ? frame.start : '',
      after: framed ? frame.end : '',
      writer: answerWriterOptions(endpoint, { namespace: message.element?.namespace ?? '', version }),
      mtom: request.mtom === true,
      attachments: attachmentsOf(route, value, context),
      write: (output) =>
        framed
          ? codec.encode(message, value, output)
          : writeEnvelope(output, version, blocks, (inBody) => codec.encode(message, value, inBody), encodedMessages),
    },
    call,
  );
  return streamedResponse(body, answerHeaders(contentType, 'private, max-age=0'));
}

/** Declared attachments of a result, and those that the handler added. */
function attachmentsOf({ binding }: SoapRoute, result: unknown, context: ServiceContext): readonly RelatedPart[] {
  const declared = attachmentParts(binding.outputAttachments ?? noAttachments, result);
  const added = context.addedAttachments;
  return added.length === 0 ? declared : [...declared, ...identified(added)];
}

/** True for the usual case: one element between two fixed texts. */
function isFramed(
  { prefixes }: Endpoint,
  { operation, binding }: SoapRoute,
  blocks: readonly SoapHeaderBlock[],
): boolean {
  const isPlain = blocks.length === 0 && binding.encoded !== true;
  return isPlain && operation.output?.element !== undefined && prefixes === undefined;
}

/** Writes the envelope of an answer. Throws `XmlEncodeError`. */
function resultEnvelope(
  output: XmlOutput,
  version: SoapVersion,
  route: SoapRoute,
  result: unknown,
  frame: EnvelopeFrame | undefined,
  blocks: readonly SoapHeaderBlock[],
): string {
  const message = route.operation.output ?? {};
  if (frame !== undefined) {
    route.codec.encode(message, result, output);
    return frame.start + output.toString() + frame.end;
  }
  writeEnvelope(output, version, blocks, (inBody) => route.codec.encode(message, result, inBody), encodedMessages);
  return output.toString();
}

/** Header blocks that may go with a fault. */
export interface FaultHeaders {
  /** Those of extensions, and undeclared ones of the handler. */
  readonly added?: readonly SoapHeaderBlock[];
  /** Names the versions that are spoken, for `VersionMismatch`. */
  readonly upgrade?: readonly SoapVersion[];
  /** SOAP 1.2 NotUnderstood blocks, for `MustUnderstand`. */
  readonly notUnderstood?: readonly NotUnderstood[];
  /** The declared fault itself, if it belongs in the Header. */
  readonly declared?: { readonly element: ElementDescriptor; readonly value: unknown; readonly encoded: boolean };
}

/** The part of a handler's fault that belongs in the Header: a declared header fault. */
export function faultHeaders({ fault, detail }: SoapFault, { operation, binding }: SoapRoute): FaultHeaders {
  const declared = operation.faults?.find(({ name, header }) => name === fault && header === true);
  if (declared?.element === undefined) {
    return {};
  }
  return { declared: { element: declared.element, value: detail, encoded: isEncoded(declared.name, binding) } };
}

function isEncoded(fault: string, { encodedFaults }: SoapRoute['binding']): boolean {
  return encodedFaults?.includes(fault) === true;
}

/** The answer with a fault, in the version's envelope. */
export function faultAnswer(
  endpoint: Endpoint,
  version: SoapVersion,
  fault: FaultContent,
  headers: FaultHeaders = {},
): WireResponse {
  const sender = version === '1.2' && fault.code === 'Client';
  return {
    status: sender ? endpoint.profile.senderStatus : 500,
    headers: answerHeaders(soapContentType(version), 'private'),
    body: writeAnswer(endpoint, { namespace: '', version }, (options) =>
      faultEnvelope(endpoint, answerWriter(options), version, fault, headers),
    ),
  };
}

function faultEnvelope(
  endpoint: Endpoint,
  output: XmlOutput,
  version: SoapVersion,
  fault: FaultContent,
  headers: FaultHeaders,
): string {
  const facts = soapVersion(version);
  output.declaration();
  // Elements deeper in the envelope use the prefix that is declared here.
  output.startElement(facts.namespace, 'Envelope', endpoint.profile.faultPrefix);
  output.declare('xsi', 'http://www.w3.org/2001/XMLSchema-instance');
  output.declare('xsd', 'http://www.w3.org/2001/XMLSchema');
  const { added = noBlocks } = headers;
  if (
    headers.upgrade !== undefined ||
    headers.notUnderstood !== undefined ||
    headers.declared !== undefined ||
    added.length > 0
  ) {
    output.startElement(facts.namespace, 'Header', 'soap');
    if (headers.declared !== undefined) {
      const { element, value, encoded } = headers.declared;
      if (encoded) {
        encodeEncodedBlock(element, value, output, { version });
      } else {
        encodeElement(element, value, output);
      }
    }
    if (headers.upgrade !== undefined) {
      writeUpgrade(output, headers.upgrade);
    }
    for (const { namespace, name } of headers.notUnderstood ?? []) {
      output.startElement(soap12.namespace, 'NotUnderstood', 'soap');
      const prefix = namespace === '' ? '' : `${output.prefixFor(namespace)}:`;
      output.attribute('', 'qname', prefix + name);
      output.endElement();
    }
    for (const block of added) {
      writeHeader(output, facts, block, encodedMessages);
    }
    output.endElement();
  }
  output.startElement(facts.namespace, 'Body', 'soap');
  writeFault(output, version, { ...fault, reason: fault.reason.replace(unwritable, '\ufffd') });
  output.endElement();
  output.endElement();
  return output.toString();
}

/** Characters that XML 1.0 cannot write: reasons repeat parts of the request, or come from elsewhere. */
const unwritable =
  /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * A handler's fault as it goes on the wire. Throws `TypeError` if it names a fault that the operation does not declare; without a route, none is declared.
 */
export function faultContent(fault: SoapFault, route: SoapRoute | undefined, endpoint: Endpoint): FaultContent {
  const detail = detailEntries(fault, route);
  const language = fault.language ?? endpoint.profile.faultLanguage;
  return {
    code: fault.code,
    subcodes: fault.subcodes,
    reason: fault.message,
    ...(language !== undefined && { language }),
    ...(fault.actor !== undefined && { actor: fault.actor }),
    ...((detail.length > 0 || endpoint.profile.emptyDetail) && { detail }),
  };
}

function detailEntries(fault: SoapFault, route: SoapRoute | undefined): readonly FaultDetailEntry[] {
  if (fault.fault !== undefined) {
    const declared = route?.operation.faults?.find(({ name }) => name === fault.fault);
    if (route === undefined || declared === undefined) {
      const who = route?.operation.name ?? 'A request without an operation';
      throw new TypeError(`${who} declares no fault "${fault.fault}".`, { cause: fault });
    }
    return declared.element === undefined || declared.header === true
      ? []
      : [{ element: declared.element, value: fault.detail, encoded: isEncoded(declared.name, route.binding) }];
  }
  if (fault.detail === undefined || fault.detail === null) {
    return [];
  }
  const trees: readonly unknown[] = Array.isArray(fault.detail) ? fault.detail : [fault.detail];
  return Array.from(trees, (tree) => ({ tree: tree as XmlElement }));
}

/** A fault in the server's own words. Faults about header blocks have no detail (SOAP 1.1, 4.4). */
export function simpleFault(
  endpoint: Endpoint,
  version: SoapVersion,
  { code, reason }: ServerFault,
  headers: FaultHeaders = {},
): WireResponse {
  const { profile } = endpoint;
  const aboutHeaders = code === 'MustUnderstand';
  const language = profile.faultLanguage;
  const fault: FaultContent = {
    code,
    reason,
    ...(language !== undefined && { language }),
    ...(!aboutHeaders && profile.emptyDetail && { detail: [] }),
  };
  const answer = faultAnswer(endpoint, version, fault, headers);
  if (aboutHeaders && profile.emptyDetail) {
    // ASP.NET has begun the answer of a success by then.
    answer.headers['Cache-Control'] = 'private, max-age=0';
  }
  return answer;
}
