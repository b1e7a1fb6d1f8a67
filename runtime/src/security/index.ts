/** WS-Security: user name tokens and timestamps. */
export type { AuthenticationOptions } from './authentication.js';
export { type CheckSecurityOptions, checkSecurity } from './check-security.js';
export type { AgeLimits } from './check-timestamp.js';
export type { FailureLimits, FailureStore } from './failures.js';
export { type MemoryNoncesOptions, memoryNonces, type NonceStore } from './nonces.js';
export { type Password, type SecurityPart, timestamp, type UsernameTokenOptions, usernameToken } from './parts.js';
export type { PasswordOf, PasswordVerifier } from './passwords.js';
export { type AnswerTimestamps, type WsSecurityOptions, wsSecurity } from './ws-security.js';
