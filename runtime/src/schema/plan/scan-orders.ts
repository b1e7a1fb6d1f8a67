import type { AttributePlan } from './plan.js';

/** The most elements of a name whose attributes are looked at. */
const maxSeen = 8;
const written = / ([^\s="'<>/]+)="[^"<]*"/y;

/**
 * Attributes in the order in which a document writes them: peers keep to one order, whatever that of the type is. `start` is what their element
 * begins with, `sample` a part of the document. One that is not there comes after the one before it in the type.
 */
export function writtenOrder(
  attributes: readonly AttributePlan[],
  start: string,
  sample: string,
): readonly AttributePlan[] {
  if (attributes.length < 2) {
    return attributes;
  }
  const names = namesIn(start, sample);
  let last = -1;
  const ranked = attributes.map((attribute) => {
    const rank = names.indexOf(attribute.name);
    last = rank < 0 ? last : rank;
    return { attribute, rank: last };
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ attribute }) => attribute);
}

/** The names of the attributes of an element, of several the one that has most. */
function namesIn(start: string, sample: string): readonly string[] {
  let most: readonly string[] = [];
  let at = sample.indexOf(start);
  for (let seen = 0; at >= 0 && seen < maxSeen; seen++) {
    const names = namesAt(at + start.length, sample);
    most = names.length > most.length ? names : most;
    at = sample.indexOf(start, at + 1);
  }
  return most;
}

function namesAt(start: number, sample: string): readonly string[] {
  const names: string[] = [];
  written.lastIndex = start;
  for (let found = written.exec(sample); found !== null; found = written.exec(sample)) {
    names.push(found[1] as string);
  }
  return names;
}
