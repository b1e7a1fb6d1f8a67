import type { Contract } from '../contract/model.js';
import { listed } from '../diagnostics/listed.js';
import { leastLevel } from './catalogue.js';
import { documentEffects, type Effects, namesBreak } from './change.js';
import { levelOf, type VerdictOptions } from './collect/recorder.js';
import type { ContractDiff } from './diff.js';
import { audiencesOfDocuments, isOfDocuments } from './verdict.js';

/** How many services a message names. */
const maxNames = 3;

/** The comparison of a package that one of two versions has not: one change, whatever the package contains. */
export function packageChange(
  code: 'package-added' | 'package-removed',
  name: string,
  contract: Contract,
  options: VerdictOptions,
): ContractDiff {
  // What was there before has none of a new package's services. Code that uses a package that is gone has nothing to
  // import; its services may be as before.
  const added: Effects = contract.services.length > 0 ? { newClients: 'breaks' } : {};
  const found = code === 'package-added' ? added : namesBreak;
  const ofDocuments = isOfDocuments(contract);
  const effects = ofDocuments ? documentEffects(found) : found;
  const counted = ofDocuments ? { ...options, audiences: audiencesOfDocuments(options.audiences) } : options;
  const level = levelOf(effects, leastLevel(code), counted);
  const message = `it was ${code === 'package-added' ? 'added' : 'removed'}${servicesText(contract)}`;
  return { verdict: level, changes: [{ code, subject: `package ${name}`, message, effects, level, operations: [] }] };
}

function servicesText({ services }: Contract): string {
  const names = services.map(({ name }) => name);
  const rest = names.length - maxNames;
  const shown = rest > 0 ? [...names.slice(0, maxNames), `${rest} more`] : names;
  return names.length === 0 ? '' : `, with the ${names.length === 1 ? 'service' : 'services'} ${listed(shown)}`;
}
