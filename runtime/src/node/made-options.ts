import { declaredAddressing } from '../addressing/declared.js';
import { wsAddressing } from '../addressing/ws-addressing.js';
import { extensionsOf } from '../client/extensions.js';
import type { OptionMaker } from '../client/made-options.js';
import type { ClientAddressing } from '../client/named-addressing.js';
import type { ClientOptions } from '../client/options.js';
import type { ClientParts } from '../client/parts.js';
import { prefixesOf } from '../client/prefixes.js';
import { retriesOf } from '../client/retry.js';
import { exchangesOf } from '../exchange/client-exchanges.js';
import type { ServiceDescriptor } from '../service/descriptor.js';
import { checkKinds } from './client-option-kinds.js';

/** For clients whose options may be data. */
export const madeOptions: OptionMaker = (options, service, parts) => {
  checkKinds(options);
  const { retry, onExchange, prefixes, extensions } = options;
  const addressing = addressingOf(options, service, parts);
  return {
    ...options,
    retry: retriesOf(retry),
    onExchange: exchangesOf(onExchange),
    prefixes: prefixesOf(prefixes),
    extensions: addressing === undefined ? extensionsOf(extensions) : addressing.extend(extensions),
  };
};

/** The WS-Addressing that an option asks for; without the option, that of services whose WSDL does. */
function addressingOf(
  { addressing }: ClientOptions,
  service: ServiceDescriptor<unknown>,
  parts: ClientParts,
): ClientAddressing | undefined {
  if (addressing === undefined) {
    return (parts.addressing ?? declaredAddressing(service))?.('declared');
  }
  if (typeof addressing === 'object' || addressing === false) {
    return addressing || undefined;
  }
  return (parts.addressing ?? wsAddressing)(addressing === true ? undefined : addressing);
}
