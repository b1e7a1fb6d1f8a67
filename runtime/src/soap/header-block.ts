import type { XmlElement } from '../xml/tree.js';
import type { SoapHeaderBlock } from './envelope.js';

/** Header blocks that an operation does not declare, beside those that it declares, by property. */
export interface OtherHeaderBlocks {
  /** Trees, or blocks with `mustUnderstand`, `actor` and `relay`. */
  readonly $any?: readonly (XmlElement | SoapHeaderBlock)[] | undefined;
}

/** A tree as a block; blocks as they are. */
export function blockOf(given: XmlElement | SoapHeaderBlock): SoapHeaderBlock {
  return 'children' in given ? { tree: given } : given;
}
