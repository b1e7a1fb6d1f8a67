/** The parts that need Node: a listener, and the keep-alive transport of clients. */
export type { NodeTransportOptions } from './agents.js';
export type { ListeningServer, ListenLimits } from './listen.js';
export type { NodeListener } from './listener.js';
export type { ProxyOptions } from './proxies.js';
export { type ProxySettings, proxiesOfEnvironment, proxyAddress, proxyFor } from './proxy-rules.js';
export {
  createServer,
  frontDoor,
  type NodeFrontDoorOptions,
  type NodeServer,
  type NodeServerOptions,
} from './server.js';
export type { ClientTls, ListenTls } from './tls-options.js';
export { createNodeTransport, type NodeTransport } from './transport.js';
