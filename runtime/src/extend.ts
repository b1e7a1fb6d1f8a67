/**
 * The entry `extend`: what packages build on that add transports, servers, comparisons or mocks to the runtime, on every host. Programs that call and offer services need
 * nothing of it.
 */
import { defaultTransport as transportOfHost } from '#transport';
import type { Transport } from './http/transport.js';

/** The transport that clients of this host have by themselves. */
export const defaultTransport: Transport = transportOfHost;

// Options
export { didYouMean } from './base/nearest.js';
export {
  anyValue,
  callback,
  duration,
  either,
  flag,
  having,
  listOf,
  number,
  type OptionKind,
  type OptionKinds,
  object,
  oneOf,
  requireKind,
  requireOptions,
  strings,
  text,
  texts,
} from './base/options.js';
// Messages of HTTP
export { mergeHeaders } from './client/messages/headers.js';
export { checkMask, mask } from './client/options/option-kinds.js';
export { readableOf } from './http/body-streams.js';
export { ByteCollector } from './http/byte-collector.js';
export { type MediaType, parseMediaType } from './http/media-type.js';
export { connectionFields, isProxyField } from './http/passing-on.js';
export { comparablePath, isPlainPath, writtenPath } from './http/paths.js';
export type { BodyStream, CancelListener, OpenedResponse } from './http/transport.js';
export {
  joinPaths,
  parseUrl,
  type RequestTarget,
  type SplitAddress,
  splitAddress,
  splitTarget,
  withoutEndSlashes,
} from './http/urls.js';
// Values
export { avoided, camelCase, notIdentifier, ownedByEveryObject } from './schema/json-schema/camel-case.js';
export { formatBase64 } from './schema/lexical/binary.js';
export { compareDecimals } from './schema/lexical/numbers.js';
// WS-Security
export { ageLimitKinds, checkTimestamp, freshnessAt } from './security/check-timestamp.js';
export { SecurityRefusal } from './security/received.js';
export { securityFault } from './security/security-fault.js';
// Servers
export { type DirectCall, type DirectCallOptions, directCalls } from './server/call/direct-calls.js';
export { needsPreflight } from './server/door/cross-site.js';
export type { RefusedRequest } from './server/entrance.js';
export { shadowed } from './server/handlers/fallback.js';
export type { MethodContext } from './server/handlers/registration.js';
export { isStreamedResult, type StreamedResult } from './server/handlers/streamed-result.js';
export { type PageCode, type ShellContent, shellPage, shellResponse } from './server/pages/page-shell.js';
export type { OpenBody, ReceivedAnswer } from './server/receiving.js';
export { portPath } from './server/routes.js';
export { decodeXmlBody } from './server/wire/charset.js';
export { watched } from './server/wire/watched.js';
export { answerHeaders, emptyResponse, headerValue, requestWith, type WireStream } from './server/wire/wire.js';
// Types
export type { Uninferred } from './service/descriptor.js';
export { service as serviceKind } from './service/message-options.js';
// Envelopes
export { actorAttribute, type SoapVersionFacts, versionOfNamespace } from './service/soap-version.js';
export { SoapFormatError } from './soap/envelope.js';
export { isForUs } from './soap/header-block.js';
export { type SecurityWay, securityCode, securityHint, securityNeeds } from './soap/security-needs.js';
export { isXmlElement } from './soap/soap-fault.js';
// Lists
export { itemList, type OnlyList } from './stream/list/item-list.js';
export { isByteSource, isItemSource, openSource, type SourceReader } from './stream/write/sources.js';
// Trees of XML
export { innerScope, namespaceIn, type TreeScope } from './xml/trees/tree-scope.js';
