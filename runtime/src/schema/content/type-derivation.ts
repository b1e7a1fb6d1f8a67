import type { DerivationEngine } from '../context/derivation-engine.js';
import { decodeDerived } from '../decode/decode-derived.js';
import { encodeDerived } from '../encode/encode-derived.js';
import { standInOf } from '../plan/derived-types.js';

/** Types that stand in for others by `xsi:type`. */
export const typeDerivation: DerivationEngine = { decoded: decodeDerived, standIn: standInOf, encoded: encodeDerived };
