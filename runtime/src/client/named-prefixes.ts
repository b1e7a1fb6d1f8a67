import type { NamespaceTranslation } from '../service/translation.js';
import type { DeclareAt, MessagePrefixes, PrefixesByNamespace } from '../soap/prefixes.js';

/** Prefixes for the requests of a client, made by `clientPrefixes`. */
export type ClientPrefixes = (declareAt: DeclareAt | undefined, translation: NamespaceTranslation) => MessagePrefixes;

/** What the option `prefixes` of clients may be. */
export type PrefixesOption = PrefixesByNamespace | ClientPrefixes | undefined;

/** As `prefixesOf`, where a table does not bring the code that it needs: throws `TypeError` for one. */
export function namedPrefixes(
  option: PrefixesOption,
  declareAt: DeclareAt | undefined,
  translation: NamespaceTranslation,
): MessagePrefixes | undefined {
  if (typeof option === 'object') {
    throw new TypeError('In browsers and workers, the option prefixes is `clientPrefixes({ … })`.');
  }
  return option?.(declareAt, translation);
}
