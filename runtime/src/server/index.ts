/** The server half of the runtime: everything that the main entry exports of it. */

export { SoapFault, type SoapFaultOptions } from '../soap/soap-fault.js';
export type { TextXmlCharset } from './charset.js';
export { ServiceContext, type UndeclaredHeaders } from './context.js';
export type { CorsOptions } from './cors.js';
export type { DoorOptions } from './door-options.js';
export type { ServerExchanges } from './exchanges.js';
export type { FairnessOptions } from './fairness.js';
export type { FetchConnection } from './fetch.js';
export type { Handler } from './handler.js';
export { type FrontDoorOptions, frontDoor, type RequestHandler } from './handler-server.js';
export type { Hosts } from './host-rules.js';
export type { ServerAnswer, ServerCall, ServerCallChanges, ServerInterceptor } from './interceptors.js';
export { HandlerTimeoutError } from './invoke.js';
export type { ServerLimits } from './limits.js';
export type { BareServerOptions, ErrorInfo, ServerOptions } from './options.js';
export type { Origins } from './origins.js';
export type { ProfileName } from './profile.js';
export {
  type RegistrationOptions,
  registerService,
  type ServiceImplementation,
  type ServiceRegistration,
} from './registration.js';
export { createBareServer, createServer, type SoapServer } from './server.js';
export type { PrincipalOf, RequestOf, ServerTypes, StateOf } from './server-types.js';
export type { TrustProxy } from './trusted-proxies.js';
export type { Admission, RequestHead, WireHeaders, WireRequest, WireResponse } from './wire.js';
