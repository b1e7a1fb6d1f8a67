import { flag, type OptionKinds, requireOptions } from '../options.js';
import type { ServerFallback } from '../server/fallback.js';
import { OlderService, type OlderServiceOptions, olderServiceOptions } from './older-service.js';

/** Options of `fallback`. */
export interface FallbackOptions extends OlderServiceOptions {
  /** Let pages of services, and `?WSDL`, come from the older service. Default false. */
  readonly pages?: boolean;
  /** Pass requests on whose address belongs to no service here. Default false. */
  readonly otherPaths?: boolean;
}

const kinds: OptionKinds<FallbackOptions> = { ...olderServiceOptions, pages: flag, otherPaths: flag };

/**
 * An older service that answers what a server does not: calls of methods that `unfinished` leaves open, and calls that name no operation here. Requests are passed on before
 * anything of them is decoded, and answers as they come, faults too. Throws `TypeError` for an address that is not one of http or https, and for options that do not exist or are of another kind.
 */
export function fallback(options: FallbackOptions): ServerFallback {
  requireOptions('fallback', options, kinds, ['baseUrl']);
  const service = new OlderService(options);
  return {
    pages: options.pages ?? false,
    otherPaths: options.otherPaths ?? false,
    answer: (request, caller) => service.send(request, caller),
  };
}
