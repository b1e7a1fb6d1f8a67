import { audiences, type ContractChange } from '../../generator/diff/change.js';
import { diffContracts } from '../../generator/diff/diff.js';
import { contractOf } from '../support/descriptors.js';
import { cases } from './cases.js';
import { type Edit, shopWsdl } from './shop.js';

const contract = async (...edits: readonly Edit[]) => (await contractOf({ 'shop.wsdl': shopWsdl(...edits) })).contract;

/** A change as `level code subject (audiences that it breaks)`. */
function text({ level, code, subject, effects }: ContractChange): string {
  const concerned = audiences.flatMap((audience) =>
    effects[audience] === undefined ? [] : [effects[audience] === 'strict' ? `strict ${audience}` : audience],
  );
  return `${level} ${code} ${subject}${concerned.length > 0 ? ` (${concerned.join(', ')})` : ''}`;
}

it('finds nothing between a contract and itself', async () => {
  expect(diffContracts(await contract(), await contract())).toEqual({ verdict: 'none', changes: [] });
});

it.each(cases)('tells $title', async ({ edits, changes }) => {
  expect(diffContracts(await contract(), await contract(...edits)).changes.map(text)).toEqual(changes);
});
