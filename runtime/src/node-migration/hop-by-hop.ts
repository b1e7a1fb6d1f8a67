/** Header fields that belong to one connection (RFC 9110, 7.6.1), and those that are made anew for each. */
const hopByHop: ReadonlySet<string> = new Set([
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

/** True for the fields that are not passed on: those above, and those that `Connection` names. */
export function droppedFields(connection: string): (name: string) => boolean {
  const named = new Set(connection.split(',').map((name) => name.trim().toLowerCase()));
  return (name) => hopByHop.has(name.toLowerCase()) || named.has(name.toLowerCase());
}
