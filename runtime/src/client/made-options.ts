import type { ServiceDescriptor } from '../service/descriptor.js';
import type { ClientExchanges } from './named-exchanges.js';
import type { ClientExtensions } from './named-header-blocks.js';
import type { ClientPrefixes } from './named-prefixes.js';
import type { ClientOptions, ClientRetries } from './options.js';
import type { ClientParts } from './parts.js';

/** The options of a client, those that may be data as the parts that they stand for. */
export interface MadeOptions extends Omit<ClientOptions, 'retry' | 'onExchange' | 'extensions' | 'prefixes'> {
  readonly retry?: ClientRetries | undefined;
  readonly onExchange?: ClientExchanges | undefined;
  /** With that of WS-Addressing. */
  readonly extensions?: ClientExtensions | undefined;
  readonly prefixes?: ClientPrefixes | undefined;
}

/** Makes the parts that options stand for. */
export type OptionMaker = (
  options: ClientOptions,
  service: ServiceDescriptor<unknown>,
  parts: ClientParts,
) => MadeOptions;
