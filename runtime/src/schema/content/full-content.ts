import { fastGroup, writeGroup } from '#schema-platform';
import type { ContentEngine } from '../context/content-engine.js';
import { decodeGroups } from '../decode/decode-groups.js';
import { encodeParticles } from '../encode/encode-particles.js';
import { matchContent, particlesOf } from '../match/match.js';
import { setRivals } from '../plan/wildcard-rivals.js';

/** Content of every kind. */
export const fullContent: ContentEngine = {
  prepare: setRivals,
  decode: decodeGroups,
  encode: encodeParticles,
  fast: fastGroup,
  encodeGathered: writeGroup,
  match: matchContent,
  particles: particlesOf,
};
