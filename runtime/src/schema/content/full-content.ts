import { fastGroup, writeGroup } from '#schema-platform';
import type { ContentEngine } from '../context/content-engine.js';
import { decodeGroups } from '../decode/decode-groups.js';
import { decodeMixed } from '../decode/decode-mixed.js';
import { encodeMixed } from '../encode/encode-mixed.js';
import { encodeParticles, encodeSubstitute, portion } from '../encode/encode-particles.js';
import { matchContent, particlesOf } from '../match/match.js';
import { compileGroups } from '../plan/groups.js';
import { membersOf } from '../plan/substitution.js';

/** Content of every kind. */
export const fullContent: ContentEngine = {
  compile: compileGroups,
  membersOf,
  decode: decodeGroups,
  encode: encodeParticles,
  portion,
  encodeSubstitute,
  decodeMixed,
  encodeMixed,
  fast: fastGroup,
  encodeGathered: writeGroup,
  match: matchContent,
  particles: particlesOf,
};
