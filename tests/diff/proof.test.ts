import type { Contract } from '../../generator/contract/model.js';
import type { Audience, ContractChange, Effect } from '../../generator/diff/change.js';
import { diffContracts } from '../../generator/diff/diff.js';
import { changeLevels } from '../../generator/diff/level.js';
import { contractOf } from '../support/descriptors.js';
import { runs } from '../support/thorough.js';
import { compileAgainst } from './code.js';
import { EndlessError, randomOf } from './documents.js';
import { exchangeJson } from './json.js';
import { mutated } from './mutations.js';
import { shopWsdl } from './shop.js';
import { exchange } from './wire.js';

const seedOf = Number(process.env.DIFF_SEED ?? 1);
const wirePairs = Number(process.env.DIFF_WIRE ?? runs(150));
const codePairs = Number(process.env.DIFF_CODE ?? runs(60));

interface Pair {
  readonly seed: number;
  readonly old: Contract;
  readonly now: Contract;
  readonly changes: readonly ContractChange[];
}

async function pairs(count: number): Promise<readonly Pair[]> {
  const { contract } = await contractOf({ 'shop.wsdl': shopWsdl() });
  return Array.from({ length: count }, (_, i) => {
    const seed = seedOf * 100_000 + i;
    const random = randomOf(seed);
    const old = mutated(contract, random, random(2));
    const now = mutated(old, random, 1 + random(3));
    return { seed, old, now, changes: diffContracts(old, now).changes };
  });
}

const ranks: readonly (Effect | 'none')[] = ['none', 'strict', 'breaks'];

/** The worst that the comparison says of an audience, as a number. */
function predicted(changes: readonly ContractChange[], audience: Audience): number {
  return Math.max(0, ...changes.map(({ effects }) => ranks.indexOf(effects[audience] ?? 'none')));
}

/** What was refused; nothing where a random change made a type that has no finite documents. */
function unlessEndless<T>(exchanged: () => T): T | undefined {
  try {
    return exchanged();
  } catch (error) {
    if (error instanceof EndlessError) {
      return undefined;
    }
    throw error;
  }
}

it('no message is refused that the comparison calls compatible', async () => {
  const wrong: unknown[] = [];
  for (const { seed, old, now, changes } of await pairs(wirePairs)) {
    const refusals = unlessEndless(() => exchange(old, now, randomOf(seed), 12));
    if (!refusals) {
      continue;
    }
    for (const audience of ['oldClients', 'newClients'] as const) {
      const { lenient, strict } = refusals[audience];
      const seen = lenient !== undefined ? 2 : strict !== undefined ? 1 : 0;
      if (seen > predicted(changes, audience)) {
        wrong.push({
          seed,
          audience,
          seen: ranks[seen],
          why: lenient ?? strict,
          changes: changes.map(({ code, subject, message }) => `${code} ${subject}: ${message}`),
        });
      }
    }
  }
  expect(wrong).toEqual([]);
}, 300_000);

it('no JSON is refused that the comparison calls compatible', async () => {
  const wrong: unknown[] = [];
  for (const { seed, old, now, changes } of await pairs(wirePairs)) {
    const refusals = unlessEndless(() => exchangeJson(old, now, randomOf(seed), 12));
    const { requests, answers, strictAnswers } = refusals ?? {};
    const broken = requests ?? answers;
    const seen = broken !== undefined ? 2 : strictAnswers !== undefined ? 1 : 0;
    if (seen > predicted(changes, 'json')) {
      wrong.push({
        seed,
        seen: ranks[seen],
        why: broken ?? strictAnswers,
        changes: changes.map(({ code, subject, message }) => `${code} ${subject}: ${message}`),
      });
    }
  }
  expect(wrong).toEqual([]);
}, 300_000);

it('no code ceases to compile that the comparison calls compatible', async () => {
  const all = await pairs(codePairs);
  const errors = await compileAgainst(all);
  const wrong = all.flatMap(({ seed, changes }, i) =>
    (['callers', 'implementers'] as const)
      .filter((audience) => predicted(changes, audience) === 0 && (errors[i]?.[audience].length ?? 0) > 0)
      .map((audience) => ({
        seed,
        audience,
        errors: errors[i]?.[audience],
        changes: changes.map(({ code, subject, message }) => `${code} ${subject}: ${message}`),
      })),
  );
  expect(wrong).toEqual([]);
}, 300_000);

it('a level is the heaviest of its changes', async () => {
  for (const { old, now, changes } of await pairs(20)) {
    const heaviest = Math.max(
      0,
      ...changes.map(({ level }) => changeLevels.indexOf(level === 'unused' ? 'patch' : level)),
    );
    expect(diffContracts(old, now).verdict).toBe(changeLevels[heaviest]);
  }
});
