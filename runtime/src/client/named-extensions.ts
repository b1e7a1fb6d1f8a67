import type { SoapHeaderExtension } from '../soap/extension.js';
import type { ClientExtensions } from './named-header-blocks.js';

/** What the option `extensions` of clients may be. */
export type ExtensionsOption = readonly SoapHeaderExtension[] | ClientExtensions | undefined;

/** As `extensionsOf`, where a list does not bring the code that it needs. Throws `TypeError` for one that is not empty. */
export function namedExtensions(option: ExtensionsOption): ClientExtensions | undefined {
  if (!isList(option)) {
    return option;
  }
  if (option.length > 0) {
    throw new TypeError('In browsers and workers, the option extensions is `clientExtensions([…])`.');
  }
  return undefined;
}

/** True for a list of extensions. */
export function isList(option: ExtensionsOption): option is readonly SoapHeaderExtension[] {
  return Array.isArray(option);
}
