import type { NamespaceTranslation } from '../service/translation.js';
import type { DeclareAt, MessagePrefixes, PrefixesByNamespace } from '../soap/prefixes.js';

/** Prefixes for the requests of a client, made by `clientPrefixes`. */
export interface ClientPrefixes {
  readonly $part: true;
  /** Throws `TypeError` for prefixes that are not valid. */
  of(declareAt: DeclareAt | undefined, translation: NamespaceTranslation): MessagePrefixes;
}

/** The option `prefixes` of clients. */
export type PrefixesOption = PrefixesByNamespace | ClientPrefixes | undefined;
