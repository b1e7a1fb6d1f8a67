import type { MadeOptions, OptionMaker } from './made-options.js';

/** The options that are data on Node, and the functions that make parts of them. */
const makers = {
  retry: 'clientRetries',
  onExchange: 'clientExchanges',
  extensions: 'clientExtensions',
  prefixes: 'clientPrefixes',
  addressing: 'wsAddressing',
} as const;

/** For clients whose programs make the parts by themselves. Throws `TypeError` for data, which do not bring the code that they need. */
export const namedOptions: OptionMaker = (options, _, parts) => {
  for (const name of Object.keys(makers) as (keyof typeof makers)[]) {
    const option = options[name] as { readonly $part?: true } | undefined;
    if (option && !option.$part) {
      throw new TypeError(`In browsers and workers, the option ${name} is \`${makers[name]}(…)\`.`);
    }
  }
  const { addressing = parts.addressing?.('declared'), extensions } = options;
  return {
    ...options,
    extensions: typeof addressing === 'object' ? addressing.extend(extensions) : extensions,
  } as MadeOptions;
};
