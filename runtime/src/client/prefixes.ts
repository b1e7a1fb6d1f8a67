import { messagePrefixes, type PrefixesByNamespace } from '../soap/prefixes.js';
import type { ClientPrefixes, PrefixesOption } from './named-prefixes.js';

/**
 * Prefixes for the option `prefixes` of clients in browsers and workers, where size counts: `prefixes: clientPrefixes({ soap: 'soapenv' })`. On Node the
 * object is enough. The client throws `TypeError` for prefixes that are not valid.
 */
export function clientPrefixes(prefixes: PrefixesByNamespace): ClientPrefixes {
  return { $part: true, of: (declareAt, translation) => messagePrefixes(prefixes, declareAt, translation) };
}

/** The prefixes of an option; undefined if none are chosen. */
export function prefixesOf(option: PrefixesOption): ClientPrefixes | undefined {
  return option === undefined || isPart(option) ? option : clientPrefixes(option);
}

function isPart(option: PrefixesByNamespace | ClientPrefixes): option is ClientPrefixes {
  return option.$part === true;
}
