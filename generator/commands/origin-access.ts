import { resolve } from 'node:path';
import { parseUrl } from '@wsdl-codegen/runtime/extend';
import { given } from '../config/given.js';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import type { KnownOrigin } from '../pull/origins.js';
import type { HttpOptions } from './http-options.js';

/** The options for one origin: those of the command line, and where it has none those of the config. */
export function optionsOfOrigin({ headers = {}, user, ca, folder }: KnownOrigin, options: HttpOptions): HttpOptions {
  const header = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return {
    ...given({ user, ca: ca && resolve(folder, ca) }),
    ...options,
    header: [...header, ...(options.header ?? [])],
  };
}

/** Credentials of the command line are meant for one service: the problem if there are several. */
export function credentialsForSeveral(
  origins: readonly { readonly url: string }[],
  { header, user, cert, key, pfx }: HttpOptions,
): readonly Diagnostic[] {
  // An address that cannot be read is reported when it is fetched.
  const known = origins.flatMap(({ url }) => parseUrl(url)?.origin ?? []);
  const hosts = [...new Set(known)];
  const isGiven = (header ?? []).length > 0 || [user, cert, key, pfx].some((option) => option !== undefined);
  if (!isGiven || hosts.length < 2) {
    return [];
  }
  const problem = `Credentials were given, and there are ${hosts.length} services that would get them: ${hosts.join(', ')}.`;
  const advice = 'name "headers" and "user" of each in "origins" of the config, or pull one descriptor by its address.';
  return [diagnostic('config/usage', { problem, advice })];
}
