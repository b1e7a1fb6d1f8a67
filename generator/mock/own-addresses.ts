/** Where a live service is, and the paths that the contract gives to its services. */
export interface LiveAddress {
  /** The service's own address; or that of its server, which ends in `/`. */
  readonly base: URL;
  readonly paths: readonly string[];
}

/**
 * A document of a live service with the addresses of this server in it: those of the live service, and in a WSDL also those of other hosts at which the
 * document has one of the contract's services.
 *
 * @param own Origin of this server.
 */
export function withOwnAddresses(text: string, own: string, { base, paths }: LiveAddress): string {
  const { origin, pathname, host } = base;
  const [service] = paths;
  const whole = !pathname.endsWith('/') && service !== undefined ? [[origin + pathname, own + service] as const] : [];
  const prefix = pathname.length > 1 && pathname.endsWith('/') ? [[origin + pathname, `${own}/`] as const] : [];
  const all = [...whole, ...prefix, [origin, own] as const, [`http://${host}`, own] as const];
  const changed = all.reduce((before, [from, to]) => before.replaceAll(from, to), text);
  return changed.replace(
    /(<(?:\w+:)?address\s+location=["'])https?:\/\/[^/"'<]+([^"'?<]*)/g,
    (found, start: string, path: string) =>
      paths.some((each) => each.toLowerCase() === path.toLowerCase()) ? start + own + path : found,
  );
}
