import { diffContracts } from '../../generator/diff/diff.js';
import { contractOf } from '../support/descriptors.js';
import { cases } from './cases.js';
import { type CodeErrors, compileAgainst } from './code.js';
import { type Edit, shopWsdl } from './shop.js';

const contract = async (...edits: readonly Edit[]) => (await contractOf({ 'shop.wsdl': shopWsdl(...edits) })).contract;

let errors: readonly CodeErrors[] = [];
beforeAll(async () => {
  const old = await contract();
  errors = await compileAgainst(
    await Promise.all(cases.map(async ({ edits }) => ({ old, now: await contract(...edits) }))),
  );
}, 300_000);

it.each(cases.map((each, i) => ({ ...each, i })))('the compiler agrees: $title', async ({ edits, i }) => {
  const { changes } = diffContracts(await contract(), await contract(...edits));
  const found = errors[i] as CodeErrors;
  const predicted = (audience: 'callers' | 'implementers'): boolean =>
    changes.some(({ effects }) => effects[audience] === 'breaks');
  expect({
    callers: found.callers.length > 0,
    implementers: found.implementers.length > 0,
    found,
  }).toMatchObject({ callers: predicted('callers'), implementers: predicted('implementers') });
});
