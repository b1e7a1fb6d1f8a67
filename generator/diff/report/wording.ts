import { listed } from '../../diagnostics/listed.js';
import { type Audience, audiences, type ContractChange, type Effect } from '../change.js';
import { reportedLevels } from '../level.js';

/** Audiences in the words of a report. */
const audienceNames: Readonly<Record<Audience, string>> = {
  callers: "callers' code",
  oldClients: 'old clients on the wire',
  newClients: 'new clients at an old service',
  implementers: "implementers' code",
  json: 'callers of JSON or tools',
  readers: 'readers of documents',
  writers: 'writers of documents',
};

/** One line that says whom a change concerns; empty if it breaks nobody. */
export function concernText({ effects, level }: ContractChange): string {
  if (level === 'unused') {
    return `no message contains it${Object.keys(effects).length > 0 ? '; breaks code that names it' : ''}`;
  }
  const of = (effect: Effect): string =>
    listed(audiences.filter((each) => effects[each] === effect).map((each) => audienceNames[each]));
  const [breaks, strict] = [of('breaks'), of('strict')];
  const parts = [breaks === '' ? '' : `breaks ${breaks}`, strict === '' ? '' : `strict readers only: ${strict}`];
  return parts.filter((part) => part !== '').join('; ');
}

/** An audience with the changes that concern it, apart from those that no message contains. */
export interface Concerned {
  readonly name: string;
  readonly breaks: readonly ContractChange[];
  readonly strict: readonly ContractChange[];
}

/** Everybody whom some changes concern. */
export function concernedBy(changes: readonly ContractChange[]): readonly Concerned[] {
  const sent = changes.filter(({ level }) => level !== 'unused');
  return audiences
    .map((audience) => {
      const of = (effect: Effect) => sent.filter(({ effects }) => effects[audience] === effect);
      return { name: audienceNames[audience], breaks: of('breaks'), strict: of('strict') };
    })
    .filter(({ breaks, strict }) => breaks.length + strict.length > 0);
}

/** How many operations a report names for one change. */
const maxOperations = 5;

/** The operations that a change concerns. */
export function operationsText({ operations, subject }: ContractChange): string {
  const others = operations.filter((name) => name !== subject);
  const shown = others.slice(0, maxOperations).join(', ');
  return others.length > maxOperations ? `${shown} and ${others.length - maxOperations} more` : shown;
}

/** Where a change is, in both documents. */
export function placesText({ old, new: now }: ContractChange): string {
  const place = (span: ContractChange['old']): string => (span ? `${span.file}:${span.line}:${span.column}` : '');
  const [before, after] = [place(old), place(now)];
  return before === after || before === '' || after === '' ? before || after : `${before} -> ${after}`;
}

/** `3 changes: 1 major, 2 minor`. */
export function countText(changes: readonly ContractChange[]): string {
  const counts = reportedLevels.flatMap((level) => {
    const count = changes.filter((change) => change.level === level).length;
    return count === 0 ? [] : [`${count} ${level}`];
  });
  return `${changes.length === 1 ? '1 change' : `${changes.length} changes`}: ${counts.join(', ')}`;
}
