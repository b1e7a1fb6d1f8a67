/** The server half of the runtime: everything that the main entry exports of it. */

export { SoapFault, type SoapFaultOptions } from '../soap/soap-fault.js';
export type { ServerExchanges } from './base/exchanges.js';
export type { ServerLimits } from './base/limits.js';
export type { PrincipalOf, RequestOf, ServerTypes, StateOf } from './base/server-types.js';
export { HandlerTimeoutError } from './call/invoke.js';
export type { CorsOptions } from './door/cors.js';
export type { DoorOptions } from './door/door-options.js';
export type { Hosts } from './door/host-rules.js';
export type { Origins } from './door/origins.js';
export type { TrustProxy } from './door/trusted-proxies.js';
export type { FetchConnection } from './fetch.js';
export { type FrontDoorOptions, frontDoor, type RequestHandler } from './handler-server.js';
export type { Handler } from './handlers/context.js';
export { ServiceContext, type UndeclaredHeaders } from './handlers/context.js';
export { type BelievedCaller, FallbackError, type ServerFallback, type ServerShadow } from './handlers/fallback.js';
export type { ServerAnswer, ServerCall, ServerCallChanges, ServerInterceptor } from './handlers/interceptors.js';
export {
  type RegistrationOptions,
  registerService,
  type ServiceImplementation,
  type ServiceRegistration,
} from './handlers/registration.js';
export type { ProfileName } from './profile/profile.js';
export { createBareServer, createServer, type SoapServer } from './server.js';
export type { BareServerOptions, ErrorInfo, ServerOptions } from './settings/options.js';
export type { FairnessOptions } from './turns/fairness.js';
export type { TextXmlCharset } from './wire/charset.js';
export type { Admission, RequestHead, WireHeaders, WireRequest, WireResponse } from './wire/wire.js';
