/** What a program that passes requests on leaves out of them. */

/** Header fields that belong to one connection (RFC 9110, 7.6.1), and those that are made anew for each. */
const ofConnection: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Fields in which a proxy says who called it, at which address and with which certificate, and which address it means: those of RFC 7239, of nginx and
 * Apache, of IIS with its modules, and of large networks.
 */
const ofProxies: ReadonlySet<string> = new Set([
  'cf-connecting-ip',
  'client-ip',
  'fastly-client-ip',
  'forwarded',
  'front-end-https',
  'ssl-client-cert',
  'true-client-ip',
  'x-client-cert',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-envoy-external-address',
  'x-host',
  'x-http-host-override',
  'x-iis-windowsauthtoken',
  'x-ms-client-principal',
  'x-original-for',
  'x-original-host',
  'x-original-proto',
  'x-original-url',
  'x-proxyuser-ip',
  'x-real-ip',
  'x-remote-addr',
  'x-remote-ip',
  'x-remote-user',
  'x-rewrite-url',
  'x-scheme',
  'x-ssl-client-cert',
  'x-url-scheme',
]);
const ofProxiesBeginning = /^x-(?:forwarded|arr)(?:-|$)/;

/**
 * Tells of header fields whether they stay behind when a message is passed on: those that belong to its connection, and those that the connection names
 * itself.
 *
 * @param connection Value of the field `Connection`, or `''`.
 */
export function connectionFields(connection: string): (name: string) => boolean {
  const named = new Set(connection.split(',').map((name) => name.trim().toLowerCase()));
  return (name) => ofConnection.has(name.toLowerCase()) || named.has(name.toLowerCase());
}

/**
 * True for a header field in which proxies tell about a request, such as `X-Forwarded-For` and `Forwarded`: from anybody else it is a claim, and what
 * passes a request on must not repeat it.
 */
export function isProxyField(name: string): boolean {
  // Servers that make variables of fields take `X_Real_IP` for the same.
  const plain = name.toLowerCase().replaceAll('_', '-');
  return ofProxies.has(plain) || ofProxiesBeginning.test(plain);
}
