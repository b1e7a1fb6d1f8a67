/** What goes around the calls of clients, on every host: credentials, cookies, compressed requests; and which header fields are not passed on. */
export { basicAuthorization, type Credentials, userOfAddress } from '../http/credentials.js';
export { connectionFields, isProxyField } from '../http/passing-on.js';
export { basicAuth, bearerAuth, type TokenSource } from './authorize.js';
export type { Cookie } from './cookie.js';
export { CookieJar, type CookieJarOptions } from './cookie-jar.js';
export { withCookies } from './with-cookies.js';
export { withDigestAuth } from './with-digest-auth.js';
export { type GzipOptions, withGzip } from './with-gzip.js';
