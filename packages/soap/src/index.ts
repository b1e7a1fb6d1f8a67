/** Bridges to the package `soap`: its security objects and HTTP client for our clients, its server for our services. */
export { httpClientTransport } from './http-client.js';
export { type MountOptions, mountOnSoap } from './listen.js';
export { type SecuredOptions, type SecurityOptions, security } from './security.js';
export type {
  SoapHttpClient,
  SoapListenArguments,
  SoapListeningServer,
  SoapMethodHandler,
  SoapSecurity,
} from './soap-package.js';
