import type { HeaderFacts, SoapHeaderBlock } from '../soap/envelope.js';
import type { HeaderContext, SoapHeaderExtension } from '../soap/extension.js';
import type { XmlReaderOptions } from '../xml/index.js';
import type { XmlCursor } from '../xml/reader.js';
import type { TransportResponse } from './transport.js';

/** What extensions know of a call. */
export type ExtensionCall = Omit<HeaderContext, 'side' | 'message'>;

/** The extensions of a client, made by `clientExtensions`. */
export interface ClientExtensions {
  /** The extensions, in their order. */
  readonly all: readonly SoapHeaderExtension[];
  /** True for the header block whose start tag the cursor is on when an extension reads it. */
  takes(cursor: XmlCursor, facts: HeaderFacts): boolean;
  /** The blocks of a request. */
  write(call: ExtensionCall): Promise<readonly SoapHeaderBlock[]>;
  /** Gives each extension its blocks of an answer, those of a fault too. */
  read(response: TransportResponse, reader: XmlReaderOptions, call: ExtensionCall): Promise<void>;
}

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
