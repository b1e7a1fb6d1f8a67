import type { Decoder } from '../context/decoder.js';
import { instanceNamespace } from '../descriptor/resolve.js';
import { collapseWhiteSpace } from '../lexical/whitespace.js';

/** True if the element at whose start the cursor is has `xsi:nil` with the value true. */
export function isNil(decoder: Decoder): boolean {
  const text = decoder.cursor.attribute(instanceNamespace, 'nil') ?? '0';
  const value = collapseWhiteSpace(text);
  if (value === 'true' || value === '1') {
    return true;
  }
  if (value !== 'false' && value !== '0') {
    throw decoder.error('invalid-nil', `${JSON.stringify(text)} is not a valid xsi:nil`);
  }
  return false;
}
