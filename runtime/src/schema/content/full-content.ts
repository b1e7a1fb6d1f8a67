import { fastGroup, writeGroup } from '#schema-platform';
import type { ContentEngine } from '../context/content-engine.js';
import { decodeArray, isEncodedArray } from '../decode/decode-array.js';
import { decodeGroups } from '../decode/decode-groups.js';
import { decodeMixed } from '../decode/decode-mixed.js';
import { encodeArray } from '../encode/encode-array.js';
import { encodeMixed } from '../encode/encode-mixed.js';
import { encodeParticles } from '../encode/encode-particles.js';
import { matchContent, particlesOf } from '../match/match.js';
import { compileGroups } from '../plan/groups.js';
import { membersOf } from '../plan/substitution.js';
import { declaredAttributes } from './declared-attributes.js';
import { treeContent } from './tree-content.js';

/** Content of every kind. */
export const fullContent: ContentEngine = {
  ...treeContent,
  attributes: declaredAttributes,
  compile: compileGroups,
  membersOf,
  decode: decodeGroups,
  encode: encodeParticles,
  decodeMixed,
  encodeMixed,
  decodeArray,
  encodeArray,
  isEncodedArray,
  fast: fastGroup,
  encodeGathered: writeGroup,
  match: matchContent,
  particles: particlesOf,
};
