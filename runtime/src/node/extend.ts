/** The entry `extend-node`: what packages build on that add transports and listeners on Node to the runtime, beside that of the entry `extend`. */

// Transports
export { type ConnectionFacts, connectionFacts, connectionText } from '../client/errors/system-errors.js';
// Listeners
export {
  checkMountedOptions,
  type MountedHandler,
  type MountedService,
  type MountedServiceOptions,
  mountService,
} from '../server/mounted-service.js';
export { connectionOf } from './connection.js';
export { decompress, withAnswer } from './decompress.js';
export { forEachField } from './incoming-headers.js';
export { isReset, LostConnection, sentAgain } from './lost-connection.js';
export { type ArrivingAnswer, type BodyErrors, OpenedBody } from './opened-answer.js';
export { type Origin, OriginCache, type OriginTarget } from './origins.js';
export { headersWithoutHost } from './outgoing-headers.js';
export { writeAll } from './send-stream.js';
