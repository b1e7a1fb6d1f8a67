import type { ContentEngine } from '../context/content-engine.js';
import { decodeArray, isEncodedArray } from '../decode/decode-array.js';
import { decodeGroups } from '../decode/decode-groups.js';
import { decodeMixed } from '../decode/decode-mixed.js';
import { declaredAttributes } from '../encode/declared-attributes.js';
import { encodeArray } from '../encode/encode-array.js';
import { encodeMixed } from '../encode/encode-mixed.js';
import { encodeParticles } from '../encode/encode-particles.js';
import { matchContent, particlesOf } from '../match/match.js';
import { membersOf } from '../plan/substitution.js';
import { treeContent } from './tree-content.js';

/** Content of every kind. */
export const fullContent: ContentEngine = {
  ...treeContent,
  attributes: declaredAttributes,
  membersOf,
  decode: (decoder, plan, element, result, read) => {
    if (plan.mode === 'mixed') {
      decodeMixed(decoder, plan, element, result);
    } else {
      decodeGroups(decoder, plan, result, read);
    }
  },
  properties: ({ mode, open }) => (mode === 'mixed' ? ['$content'] : open === undefined ? [] : ['$open']),
  encode: (encoder, plan, value, write) => {
    if (plan.mode === 'mixed') {
      encodeMixed(encoder, plan, value.$content);
    } else {
      encodeParticles(encoder, plan, value, write);
    }
  },
  decodeWhole: (decoder, plan, element, read) =>
    plan.mode === 'array'
      ? decodeArray(decoder, plan, element, read)
      : treeContent.decodeWhole(decoder, plan, element, read),
  encodeWhole: (encoder, plan, value, write) => {
    if (plan.mode === 'array') {
      encodeArray(encoder, plan, value, write);
    } else {
      treeContent.encodeWhole(encoder, plan, value, write);
    }
  },
  isEncodedArray,
  match: matchContent,
  particles: particlesOf,
};
