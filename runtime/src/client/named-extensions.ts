import type { SoapHeaderExtension } from '../soap/extension.js';
import type { ClientExtensions } from './named-header-blocks.js';

/** The option `extensions` of clients. */
export type ExtensionsOption = readonly SoapHeaderExtension[] | ClientExtensions | undefined;

/** True for a list of extensions. */
export function isList(option: ExtensionsOption): option is readonly SoapHeaderExtension[] {
  return Array.isArray(option);
}
