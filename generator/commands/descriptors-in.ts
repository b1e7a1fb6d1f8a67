import { trimEnd } from '../diagnostics/trim-end.js';
import { contractFile } from '../emit/print-contract.js';

/**
 * The descriptors in a folder that is no generated package: its WSDLs, or else its service descriptions.
 *
 * @param path The folder as the user named it.
 * @param names The names in it; none for a file.
 */
export function descriptorsIn(path: string, names: readonly string[]): readonly string[] {
  if (names.includes(contractFile)) {
    return [];
  }
  const wsdls = names.filter((name) => /\.wsdl$/i.test(name));
  const found = wsdls.length > 0 ? wsdls : names.filter((name) => /\.ya?ml$/i.test(name));
  return found.map((name) => `${trimEnd(path, '/')}/${name}`);
}
