import type { MadeOptions, OptionMaker } from './made-options.js';
import type { ClientOptions } from './options.js';

/** The options that are data on Node, and the functions that make parts of them. */
const made = [
  'retry: clientRetries',
  'onExchange: clientExchanges',
  'extensions: clientExtensions',
  'prefixes: clientPrefixes',
  'addressing: wsAddressing',
] as const;

/** For clients whose programs make the parts by themselves. Throws `TypeError` for data, which do not bring the code that they need. */
export const namedOptions: OptionMaker = (options, _, parts) => {
  for (const way of made) {
    const option = options[way.replace(/:.*/, '') as keyof ClientOptions] as { readonly $part?: true } | undefined;
    if (option && !option.$part) {
      throw new TypeError(`In browsers and workers, the option is \`${way}(…)\`.`);
    }
  }
  const { addressing = parts.addressing?.('declared'), extensions } = options;
  return {
    ...options,
    extensions: typeof addressing === 'object' ? addressing.extend(extensions) : extensions,
  } as MadeOptions;
};
