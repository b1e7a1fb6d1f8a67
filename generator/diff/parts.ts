import type { Part } from '../contract/model.js';
import type { MemberName } from '../contract/positions.js';
import { append } from '../diagnostics/append.js';
import { type Comparison, everything, localOf, ofMember, typeText } from './context.js';
import { compareTypeAt, isSame } from './elements.js';
import { type OperationDifference, shifted } from './operation-difference.js';
import { type Pairs, pair } from './pairs.js';
import { type Direction, narrowed, otherXml, type Shift, widened } from './relation.js';

/** The differences of the parts of two messages. */
export function compareParts(
  of: string,
  old: readonly Part[],
  now: readonly Part[],
  direction: Direction,
  comparison: Comparison,
): readonly OperationDifference[] {
  const findings: OperationDifference[] = [];
  const { kept, removed, added } = pairParts(old, now, comparison);
  for (const [part, same] of kept) {
    const members = { old: memberName(part, direction), new: memberName(same, direction) };
    if (part.name !== same.name) {
      const message = `part ${part.name} of ${of} is called ${same.name} now`;
      findings.push(ofMember(shifted('part-renamed', message, [everything], direction), members));
    }
    append(
      findings,
      comparePart(of, part, same, direction, comparison).map((each) => ofMember(each, members)),
    );
  }
  for (const part of removed) {
    const found = shifted('part-removed', `part ${part.name} of ${of} was removed`, [everything], direction);
    findings.push(ofMember(found, { old: memberName(part, direction) }));
  }
  for (const part of added) {
    const shifts: readonly Shift[] = [{ wire: 'other', code: 'narrower', json: 'narrower' }, memberMore];
    const found = shifted('part-added', `part ${part.name} of ${of} was added`, shifts, direction);
    findings.push(ofMember(found, { new: memberName(part, direction) }));
  }
  if (isReordered(old, now)) {
    const message = `the parts of ${of} have another order`;
    findings.push(shifted('parts-reordered', message, [otherXml], direction));
  }
  return findings;
}

/** One member more in JSON; callers may skip it in answers. */
const memberMore: Shift = { wire: 'same', code: 'same', json: 'wider', noticed: 'strict' };

function memberName({ name }: Part, direction: Direction): MemberName {
  return { kind: 'part', name: `${direction} ${name}` };
}

/** Parts by their names; those with another name by their place and content, if both messages have as many. */
export function pairParts(old: readonly Part[], now: readonly Part[], comparison: Comparison): Pairs<Part> {
  return pair(
    old,
    now,
    ({ name }) => name,
    (a, b) => old.length === now.length && old.indexOf(a) === now.indexOf(b) && !partShift(a, b, comparison),
  );
}

/** Whether the things that both lists have are in another order. */
export function isReordered(
  old: readonly { readonly name: string }[],
  now: readonly { readonly name: string }[],
): boolean {
  const [before, after] = [old.map(({ name }) => name), now.map(({ name }) => name)];
  const [had, has] = [new Set(before), new Set(after)];
  return !isSame(
    before.filter((name) => has.has(name)),
    after.filter((name) => had.has(name)),
  );
}

/** The differences of two parts, apart from their names. */
export function comparePart(
  of: string,
  old: Part,
  now: Part,
  direction: Direction,
  comparison: Comparison,
): readonly OperationDifference[] {
  const findings: OperationDifference[] = [];
  const shift = partShift(old, now, comparison);
  if (shift) {
    const message = `part ${now.name} of ${of} is ${partText(now)}, before ${partText(old)}`;
    findings.push(shifted('part-type-changed', message, [shift], direction));
  }
  if ((old.nillable === true) !== (now.nillable === true) || old.absent !== now.absent) {
    const grows = now.nillable === true || now.absent !== undefined;
    const message = `part ${now.name} of ${of} ${grows ? 'may be null' : 'may no longer be null'}`;
    findings.push(shifted('part-nillable-changed', message, [grows ? widened : narrowed], direction));
  }
  return findings;
}

/** How the content of a part changed; undefined if it did not. */
export function partShift(old: Part, now: Part, comparison: Comparison): Shift | undefined {
  if (old.type !== undefined && now.type !== undefined) {
    return compareTypeAt(old.type, now.type, comparison);
  }
  return old.element === now.element && old.type === now.type ? undefined : everything;
}

/** A part as a message names it. */
export function partText({ element, type }: Part): string {
  return element === undefined
    ? `of the type ${type === undefined ? 'anything' : typeText(type)}`
    : `the element ${localOf(element)}`;
}
