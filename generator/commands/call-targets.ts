import type { PortDescriptor } from '@wsdl-codegen/runtime';
import { parseUrl } from '@wsdl-codegen/runtime/extend';
import { diagnostic, type Result } from '../diagnostics/diagnostic.js';
import { publicAddress } from '../diagnostics/public-address.js';
import { isRemote } from '../source/places.js';
import type { HttpOptions } from './http-options.js';

/** What decides where a call goes, and with which credentials. */
export interface TargetOptions extends HttpOptions {
  readonly address?: string;
}

/** The addresses that may get credentials: the one that the user named, or that of a descriptor which is the user's own. */
export function callTargets(
  ports: readonly PortDescriptor[],
  inputs: readonly string[],
  options: TargetOptions,
): Result<readonly string[]> {
  const { address } = options;
  if (address !== undefined) {
    return [[address], []];
  }
  const declared = ports.flatMap((port) =>
    parseUrl(port.address ?? '') === undefined ? [] : [port.address as string],
  );
  const input = inputs.find(isRemote);
  if (input === undefined) {
    return [declared, []];
  }
  const origin = new URL(input).origin;
  const foreign = declared.find((each) => new URL(each).origin !== origin);
  return foreign !== undefined && hasCredentials(options)
    ? [[], [diagnostic('call/other-origin', { address: publicAddress(foreign) })]]
    : [[input], []];
}

function hasCredentials({ header, user, cert, key, pfx }: HttpOptions): boolean {
  return [header, user, cert, key, pfx].some((each) => each !== undefined);
}
