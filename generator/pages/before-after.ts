import type { Contract } from '../contract/model.js';
import { append } from '../diagnostics/append.js';
import type { ContractChange } from '../diff/change.js';
import { loadTemplates } from '../emit/templates.js';
import type { BindOptions } from '../typescript/names/options.js';
import { ContractSide } from './contract-side.js';

/** Two texts as lines, before and after. */
export interface Sides {
  readonly title: string;
  readonly old: readonly string[];
  readonly now: readonly string[];
}

/** What a review shows of a comparison beside the contracts. */
export interface BeforeAfter {
  /** The TypeScript of a thing that changed; nothing where it has none, or is the same. */
  readonly code: (change: Pick<ContractChange, 'subject' | 'formerly'>) => readonly Sides[];
  /** Messages of operations, or documents, that are others now. */
  readonly samples: readonly Sides[];
  /** The number of operations or documents that were not looked at, because there are so many. */
  readonly left: number;
}

/** Operations or documents of which samples are made. */
const mostSamples = 40;

/** The TypeScript and the messages of what changed, in both versions. Both are bound with the same settings. */
export async function beforeAfter(
  changes: readonly ContractChange[],
  [old, now]: readonly [old: Contract, now: Contract],
  options: BindOptions,
): Promise<BeforeAfter> {
  const [templates] = await loadTemplates();
  const [before, after] = [old, now].map((each) => new ContractSide(each, options, templates)) as [
    ContractSide,
    ContractSide,
  ];
  const former = new Map(changes.flatMap(({ subject, formerly }) => (formerly ? [[subject, formerly] as const] : [])));
  const gone = new Set(former.values());
  const all = new Set([...after.sampled, ...before.sampled.filter((name) => !gone.has(name))]);
  const concerned = new Set(changes.flatMap(({ operations, subject }) => [...operations, subject]));
  // Which documents a change concerns is not known: they are compared.
  const names = [...all].filter((name) => concerned.has(name) || now.services.length + old.services.length === 0);
  const samples: Sides[] = [];
  for (const title of names.slice(0, mostSamples)) {
    const [one, other] = [await before.sample(former.get(title) ?? title), await after.sample(title)];
    append(samples, differing({ title, old: one, now: other }));
  }
  return {
    code: ({ subject, formerly = subject }) =>
      differing({ title: 'TypeScript', old: before.code(formerly), now: after.code(subject) }),
    samples,
    left: Math.max(0, names.length - mostSamples),
  };
}

/** The sides, unless they are the same. */
function differing(sides: Sides): readonly Sides[] {
  return sides.old.join('\n') === sides.now.join('\n') ? [] : [sides];
}
