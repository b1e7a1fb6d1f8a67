import type { Audience, ContractChange, Effect } from '../../generator/diff/change.js';
import { diffContracts } from '../../generator/diff/diff.js';
import { contractOf } from '../support/descriptors.js';
import { someOf } from '../support/thorough.js';
import { cases } from './cases.js';
import { randomOf } from './documents.js';
import { type Edit, shopWsdl } from './shop.js';
import { exchange } from './wire.js';

const contract = async (...edits: readonly Edit[]) => (await contractOf({ 'shop.wsdl': shopWsdl(...edits) })).contract;

/** The worst effect on an audience. */
function worst(changes: readonly ContractChange[], audience: Audience): Effect | 'none' {
  const effects = changes.map(({ effects }) => effects[audience]);
  return effects.includes('breaks') ? 'breaks' : effects.includes('strict') ? 'strict' : 'none';
}

/** Changes that no message shows. */
const invisible = [
  'fault-added',
  'soap-action-changed',
  'binding-added',
  'operation-added',
  'operation-removed',
  'operation-renamed',
];

/** Changes that our reader forgives, though others do not, or at the price of what it cannot keep. */
const forgiven = [
  'element-became-list',
  'element-became-single',
  'elements-reordered',
  'derived-type-added',
  'derived-type-removed',
  'type-renamed',
  'element-namespace-changed',
];

const has = (changes: readonly string[], codes: readonly string[]): boolean =>
  changes.some((text) => codes.some((code) => text.includes(` ${code} `)));

const visible = cases.filter(({ changes }) => !has(changes, invisible));

it.each(someOf(visible, 3))('messages break as predicted: $title', async ({ edits, changes: listed }) => {
  const [old, now] = [await contract(), await contract(...edits)];
  const { changes } = diffContracts(old, now);
  const refusals = exchange(old, now, randomOf(1), 60);
  for (const audience of ['oldClients', 'newClients'] as const) {
    const { lenient, strict } = refusals[audience];
    const seen = lenient !== undefined ? 'breaks' : strict !== undefined ? 'strict' : 'none';
    const predicted = worst(changes, audience);
    const expected = predicted === 'breaks' && has(listed, forgiven) ? 'strict' : predicted;
    expect({ audience, seen, why: lenient ?? strict }).toMatchObject({ audience, seen: expected });
  }
});
