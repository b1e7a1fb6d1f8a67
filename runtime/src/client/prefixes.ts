import type { NamespaceTranslation } from '../service/translation.js';
import { type DeclareAt, type MessagePrefixes, messagePrefixes, type PrefixesByNamespace } from '../soap/prefixes.js';
import type { ClientPrefixes, PrefixesOption } from './named-prefixes.js';

/**
 * Prefixes for the option `prefixes` of clients in browsers and workers, where size counts: `prefixes: clientPrefixes({ soap: 'soapenv' })`. On Node the
 * object is enough. The client throws `TypeError` for prefixes that are not valid.
 */
export function clientPrefixes(prefixes: PrefixesByNamespace): ClientPrefixes {
  return (declareAt, translation) => messagePrefixes(prefixes, declareAt, translation);
}

/** The prefixes of an option; undefined if none are chosen. Throws `TypeError` for prefixes that are not valid. */
export function prefixesOf(
  option: PrefixesOption,
  declareAt: DeclareAt | undefined,
  translation: NamespaceTranslation,
): MessagePrefixes | undefined {
  const choice = typeof option === 'object' ? clientPrefixes(option) : option;
  return choice?.(declareAt, translation);
}
