/** Clients, servers for hosts that have `fetch`, errors, documents, and values of XML Schema. */

export type { ServerAddressingOptions } from './addressing/server-extension.js';
export { isRetryable } from './client/attempts/retry.js';
export type { ClientBinding } from './client/call/context.js';
export {
  AbortError,
  AccessDeniedError,
  type CallFacts,
  ContentEncodingError,
  ContentTypeError,
  EmptyResponseError,
  HtmlResponseError,
  HttpStatusError,
  MalformedResponseError,
  RedirectError,
  type RequestSummary,
  ResponseDecodeError,
  type ResponseSummary,
  ResponseTooLargeError,
  ResponseTruncatedError,
  ServiceError,
  type ServiceErrorOptions,
  SoapFaultError,
  SoapVersionFaultError,
  TimeoutError,
  TransportError,
  type TransportErrorKind,
  type TransportPhase,
  UnexpectedMessageError,
  type UnexpectedMessageProblem,
} from './client/errors/errors.js';
export { createFetchTransport } from './client/fetch-transport.js';
export type { Masker, MaskOption } from './client/masking/call-masker.js';
export { createMasker } from './client/masking/masker.js';
export type { MaskOptions } from './client/masking/names.js';
export type {
  ClientExchange,
  ExchangeListener,
  ExchangeMessage,
  ExchangeRequest,
  ExchangeResponse,
} from './client/messages/exchange-message.js';
export {
  type OperationsClient,
  operationsClient,
  type ServiceFacts,
  withOperations,
} from './client/operations-client.js';
export type {
  CallOptions,
  CallRequest,
  ClientAnswer,
  ClientCall,
  ClientHeaders,
  ClientLimits,
  ClientOptions,
  Interceptor,
  RetryPolicy,
  ServiceAddress,
  SoapHeaders,
  SoapHeadersOption,
} from './client/options/options.js';
export type {
  AddressingPart,
  ClientAddressing,
  ClientParts,
  ClientSecurity,
  OperationParts,
  OperationWithParts,
} from './client/options/parts.js';
export { httpGetCalls, httpPostCalls, soap11Calls, soap12Calls } from './client/plans/bindings.js';
export { messageSecurity } from './client/plans/message-security.js';
export {
  type ClientBindings,
  type MethodFault,
  type MethodInput,
  type MethodOutput,
  ServiceClient,
} from './client/service-client.js';
// DataSets of .NET
export type { DataColumn, DataRow, DataSet, DataSetContent, DataTable, DataValues } from './data-set/model.js';
export { readDataSet } from './data-set/read.js';
export { writeDataSet } from './data-set/write.js';
export { DynamicClient } from './dynamic-client.js';
// Exchanges
export { callRequest } from './exchange/call-request.js';
export { type CurlCommandOptions, curlCommand } from './exchange/curl-command.js';
export { type ServerExchange, type ServerExchangesOptions, serverExchanges } from './exchange/server-exchanges.js';
export { type CurlParts, curlOfParts, type ShellWord, shellArgument } from './http/shell-command.js';
export type { ResponseHeaders, Transport, TransportRequest, TransportResponse } from './http/transport.js';
// XML and values
export type { Choice } from './schema/descriptor/descriptor.js';
export { XmlDecodeError, XmlEncodeError } from './schema/descriptor/errors.js';
export { formatXml, parseXml } from './schema/document/document.js';
// Servers
export {
  type Admission,
  type BareServerOptions,
  type BelievedCaller,
  type CorsOptions,
  createBareServer,
  createServer,
  type DoorOptions,
  type ErrorInfo,
  type FairnessOptions,
  FallbackError,
  type FetchConnection,
  type FrontDoorOptions,
  frontDoor,
  type Handler,
  HandlerTimeoutError,
  type Hosts,
  type Origins,
  type PrincipalOf,
  type ProfileName,
  type RegistrationOptions,
  type RequestHandler,
  type RequestHead,
  type RequestOf,
  registerService,
  type ServerAnswer,
  type ServerCall,
  type ServerCallChanges,
  type ServerExchanges,
  type ServerFallback,
  type ServerInterceptor,
  type ServerLimits,
  type ServerOptions,
  type ServerShadow,
  type ServerTypes,
  ServiceContext,
  type ServiceImplementation,
  type ServiceRegistration,
  SoapFault,
  type SoapFaultOptions,
  type SoapServer,
  type StateOf,
  type TextXmlCharset,
  type TrustProxy,
  type UndeclaredHeaders,
  type WireHeaders,
  type WireRequest,
  type WireResponse,
} from './server/index.js';
export type { AddressingVersion } from './service/addressing.js';
export type {
  AddressingDescriptor,
  AttachmentDescriptor,
  BindingKind,
  DeclaredFault,
  FaultDescriptor,
  HeaderDescriptor,
  HttpBindingDescriptor,
  HttpParameterDescriptor,
  MessageDescriptor,
  MethodTypes,
  OperationDescriptor,
  ParameterText,
  PortDescriptor,
  ServiceDescriptor,
  ServiceDocument,
  SoapBindingDescriptor,
} from './service/descriptor.js';
// Clients
export type { CallTarget, EndpointReference, TypedEndpointReference } from './service/endpoint-reference.js';
// Services as data
export { definition, sharedDocuments } from './service/generated-code.js';
export { fillAction, fillPlaceholders } from './service/placeholders.js';
export type {
  CertificateReference,
  MessageProtection,
  ProtectedParts,
  SamlTokenDemand,
  SecurityDemand,
  UsernameTokenDemand,
  X509Demand,
} from './service/security-demand.js';
export type { SoapVersion } from './service/soap-version.js';
export { type NamespaceTranslation, translateNamespaces } from './service/translation.js';
export { type DeclaredFaults, declaredFaults } from './soap/declared-faults.js';
export { type EncodedMessages, encodedMessages } from './soap/encoded.js';
export type { SoapHeaderBlock } from './soap/envelope.js';
// SOAP
export {
  type EnvelopeContext,
  ExtensionStates,
  type HeaderContext,
  type OperationCandidate,
  type ReceivedHeaderBlock,
  type RequestNeeds,
  type RequestProtection,
  type SoapHeaderExtension,
  type WholeEnvelope,
} from './soap/extension.js';
export type { FaultCode, FaultReason } from './soap/fault.js';
export type { OtherHeaderBlocks } from './soap/header-block.js';
export type { GivenSecurity, MessageSecurity } from './soap/message-security.js';
// Checks of messages
export { type MessageValidator, type MessageValidatorOptions, messageValidator } from './soap/message-validator.js';
export type { Attachment, OutgoingAttachment, RelatedPart } from './soap/mime.js';
export type { DeclareAt, PrefixesByNamespace } from './soap/prefixes.js';
export { type RpcMessages, rpcMessages } from './soap/rpc.js';
export { sampleAnswer, sampleRequest } from './soap/sample-message.js';
export type { SecurityMeans, SecuritySide } from './soap/security-needs.js';
export type { XmlAttribute, XmlElement, XmlNode } from './xml/index.js';
export { formatTree, parseTree, XmlLimitError, XmlSyntaxError } from './xml/index.js';
