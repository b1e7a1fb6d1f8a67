import type { SoapHeaderBlock } from '../soap/envelope.js';
import type { OtherHeaderBlocks } from '../soap/header-block.js';

/**
 * SOAP headers to send: values of the operation's declared headers by property, with other blocks in `$any`; or a list of blocks. Blocks can carry
 * `mustUnderstand` and `actor`. GET and POST have no place for such headers, so they are left out.
 */
export type SoapHeaders<Headers = Readonly<Record<string, unknown>>> =
  | (Headers & OtherHeaderBlocks)
  | readonly SoapHeaderBlock[];

/** SOAP headers, or a function that gives them, anew for each attempt of a call: a nonce is never sent twice. */
export type SoapHeadersOption<Headers = Readonly<Record<string, unknown>>> =
  | SoapHeaders<Headers>
  | (() => SoapHeaders<Headers> | PromiseLike<SoapHeaders<Headers>>);
