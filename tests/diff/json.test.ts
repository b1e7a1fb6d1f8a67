import { diffContracts } from '../../generator/diff/diff.js';
import { contractOf } from '../support/descriptors.js';
import { someOf } from '../support/thorough.js';
import { cases } from './cases.js';
import { randomOf } from './documents.js';
import { exchangeJson } from './json.js';
import { type Edit, shopWsdl } from './shop.js';

const contract = async (...edits: readonly Edit[]) => (await contractOf({ 'shop.wsdl': shopWsdl(...edits) })).contract;

/** Samples have no faults, and no `$type` where it may be absent. */
const unseen = ['another fault', 'another name of a type that others may stand in for'];

it.each(
  someOf(
    cases.filter(({ title }) => !unseen.includes(title)),
    3,
  ),
)('JSON breaks as predicted: $title', async ({ edits }) => {
  const [old, now] = [await contract(), await contract(...edits)];
  const effects = diffContracts(old, now).changes.map((change) => change.effects.json);
  const { requests, answers, strictAnswers } = exchangeJson(old, now, randomOf(1), 60);
  const seen = (requests ?? answers) !== undefined ? 'breaks' : strictAnswers !== undefined ? 'strict' : 'none';
  const predicted = effects.includes('breaks') ? 'breaks' : effects.includes('strict') ? 'strict' : 'none';
  expect({ seen, why: requests ?? answers ?? strictAnswers }).toMatchObject({ seen: predicted });
});
