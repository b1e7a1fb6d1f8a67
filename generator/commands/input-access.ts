import { type Diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import type { HttpAccess } from '../source/http-access.js';
import { isRemote } from '../source/places.js';
import { type HttpOptions, readHttpAccess } from './http-options.js';
import { credentialsForSeveral } from './origin-access.js';
import type { Terminal } from './terminal.js';

/** Options of commands that may fetch inputs. */
export interface RemoteInputOptions extends HttpOptions {
  readonly allowRemote?: boolean;
}

/**
 * What requests for inputs need, by the options of the command line; undefined if nothing is fetched. Credentials are meant for
 * one service: it is an error if the inputs are on several.
 */
export async function accessToInputs(
  inputs: readonly string[],
  options: RemoteInputOptions,
  terminal: Terminal,
): Promise<Result<HttpAccess | undefined>> {
  const addresses = inputs.filter(isRemote);
  if (!options.allowRemote || addresses.length === 0) {
    return [undefined, []];
  }
  const several: readonly Diagnostic[] = credentialsForSeveral(
    addresses.map((url) => ({ url })),
    options,
  );
  return hasErrors(several) ? [undefined, several] : readHttpAccess(options, addresses, terminal);
}
