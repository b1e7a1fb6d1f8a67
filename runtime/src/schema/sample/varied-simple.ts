import type { Facets } from '../descriptor/descriptor.js';
import { choicesOf } from '../plan/members.js';
import type { SimplePlan } from '../plan/simple-plan.js';
import type { RandomNumbers } from './random-numbers.js';
import { candidates, readValue } from './sample-simple.js';

/** Texts that are tried before a value is taken from the usual ones. */
const maxTries = 8;
/** Usual values among which one is chosen. */
const maxUsual = 12;

/** As `sampleSimple`, but a value that random numbers decide. */
export function variedSimple(plan: SimplePlan, random: RandomNumbers): unknown {
  for (let tried = 0; tried < maxTries; tried++) {
    const text = variedText(plan, random);
    const value = text === undefined ? undefined : readValue(plan, text);
    if (value !== undefined) {
      return value;
    }
  }
  const usual: unknown[] = [];
  for (const value of candidates(plan)) {
    usual.push(value);
    if (usual.length === maxUsual) {
      break;
    }
  }
  return random.pick(usual);
}

/** A text that may be valid; `undefined` for types whose texts nobody guesses. */
function variedText(plan: SimplePlan, random: RandomNumbers): string | undefined {
  const facets: Facets = plan.facets ?? {};
  if (facets.enumeration !== undefined) {
    return random.pick(facets.enumeration);
  }
  if (facets.patterns !== undefined || plan.builtIn === 'QName') {
    return undefined;
  }
  if (plan.type.formMapping !== undefined) {
    return random.pick(characters);
  }
  if (plan.mapped !== undefined) {
    return variedText(plan.mapped, random);
  }
  switch (plan.variety) {
    case 'atomic':
      return textOf(plan.builtIn, facets, random);
    case 'list':
      return undefined;
    case 'union': {
      const member = random.pick(choicesOf(plan));
      return member && variedText(member, random);
    }
  }
}

const words = 'amber birch cedar delta ember fjord grove harbor island juniper kelp lagoon maple north'.split(' ');
/** Letters as numbers, for types that are characters in forms. */
const characters = [...'ABCDEFGHJKLMNPQRSTUVWXYZ'].map((letter) => String(letter.charCodeAt(0)));
const languages = ['en', 'de', 'fr', 'es', 'ja', 'pt-BR'];
const wholeBounds: Readonly<Record<string, readonly [least: number, most: number]>> = {
  byte: [0, 127],
  unsignedByte: [0, 255],
  negativeInteger: [-1000, -1],
  nonPositiveInteger: [-1000, 0],
};

/** A text of a built-in type that satisfies most facets. */
function textOf(builtIn: string, facets: Facets, random: RandomNumbers): string | undefined {
  switch (builtIn) {
    case 'boolean':
      return random.pick(['true', 'false']);
    case 'decimal':
    case 'float':
    case 'double':
      return fraction(facets, random);
    case 'language':
      return random.pick(languages);
    case 'anyURI':
      return `http://example.org/${random.pick(words)}`;
    case 'date':
      return date(random);
    case 'dateTime':
    case 'dateTimeStamp':
      return `${date(random)}T${time(random)}Z`;
    case 'time':
      return time(random);
    case 'hexBinary':
      return octets(facets, random).map(twoHexDigits).join('').toUpperCase();
    case 'base64Binary':
      return btoa(String.fromCharCode(...octets(facets, random)));
    case 'string':
    case 'normalizedString':
    case 'token':
    case 'NCName':
    case 'Name':
    case 'NMTOKEN':
      return word(facets, random);
    default:
      return /(?:integer|int|long|short|byte)$/i.test(builtIn) ? whole(builtIn, facets, random) : undefined;
  }
}

/** A whole number between the bounds, which are at most 1000 apart where one is missing. */
function whole(builtIn: string, facets: Facets, random: RandomNumbers): string {
  const [least, most] = wholeBounds[builtIn] ?? [0, 1000];
  const low = Math.ceil(Number(facets.minInclusive ?? facets.minExclusive ?? Number.NaN));
  const high = Math.floor(Number(facets.maxInclusive ?? facets.maxExclusive ?? Number.NaN));
  const from = Number.isNaN(low) ? Math.min(least, Number.isNaN(high) ? least : high) : low;
  const to = Number.isNaN(high) ? Math.max(most, from + 1000) : high;
  // Beyond this bound, numbers are not exact.
  return Number.isSafeInteger(from) && Number.isSafeInteger(to) && to - from < 2 ** 31
    ? String(random.between(from, to))
    : String(random.between(0, 1000));
}

function fraction(facets: Facets, random: RandomNumbers): string {
  const digits = Math.min(facets.fractionDigits ?? 2, 2);
  const number = whole('integer', facets, random);
  return digits === 0 ? number : `${number}.${String(random.between(1, 10 ** digits - 1)).padStart(digits, '0')}`;
}

function date(random: RandomNumbers): string {
  return `${random.between(2000, 2029)}-${twoDigits(random.between(1, 12))}-${twoDigits(random.between(1, 28))}`;
}

function time(random: RandomNumbers): string {
  return [random.between(0, 23), random.between(0, 59), random.between(0, 59)].map(twoDigits).join(':');
}

function octets(facets: Facets, random: RandomNumbers): readonly number[] {
  const least = facets.length ?? facets.minLength ?? 1;
  const most = facets.length ?? Math.min(facets.maxLength ?? least + 11, least + 11);
  return least > 1000 ? [] : Array.from({ length: random.between(least, most) }, () => random.between(0, 255));
}

/** Words of an allowed length. */
function word(facets: Facets, random: RandomNumbers): string {
  const least = facets.length ?? facets.minLength ?? 1;
  let text = random.pick(words) as string;
  while (text.length < least && text.length < 1000) {
    text += random.pick(words);
  }
  return text.slice(0, facets.length ?? Math.max(least, facets.maxLength ?? text.length));
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

function twoHexDigits(octet: number): string {
  return octet.toString(16).padStart(2, '0');
}
