import type { SoapHeaderExtension } from '../soap/extension.js';
import { headerExtensions, readBeginning } from '../soap/header-extensions.js';
import { bodyKind, bodyText } from './answer.js';
import { type ExtensionsOption, isList } from './named-extensions.js';
import type { ClientExtensions } from './named-header-blocks.js';
import { soapHeaderBlocks } from './soap-headers.js';

/**
 * Extensions for the option `extensions` of clients in browsers and workers, where size counts: `extensions: clientExtensions([addressing])`. On Node
 * the array is enough. Throws `TypeError` if two of them understand the same block.
 */
export function clientExtensions(extensions: readonly SoapHeaderExtension[]): ClientExtensions | undefined {
  const all = headerExtensions(extensions);
  return (
    all && {
      $part: true,
      headerBlocks: soapHeaderBlocks,
      all: extensions,
      takes: (cursor, facts) => all.takes(cursor, facts),
      write: (call) => all.write({ ...call, side: 'client', message: 'request' }),
      async read(response, reader, call) {
        const beginning = bodyKind(response) === 'xml' ? readBeginning(bodyText(response), reader, all) : undefined;
        if (beginning !== undefined) {
          const { received, version, isFault } = beginning;
          await all.read(received, { ...call, side: 'client', message: isFault ? 'fault' : 'answer', version });
        }
      },
    }
  );
}

/** The extensions of an option; undefined if there are none. Throws as `clientExtensions`. */
export function extensionsOf(option: ExtensionsOption): ClientExtensions | undefined {
  return isList(option) ? clientExtensions(option) : option;
}
