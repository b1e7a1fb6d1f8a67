import type { Contract } from '../contract/model.js';
import { diagnostic, type Result } from '../diagnostics/diagnostic.js';
import type { Plugin } from './plugin.js';
import { guarded } from './run.js';

/** Lets each plug-in mend the contract, in their order; ends at the first one that fails. */
export async function mendContract(
  contract: Contract,
  plugins: readonly Plugin[],
  packageName: string,
): Promise<Result<Contract>> {
  const sources = [...new Set(contract.services.map(({ source }) => source))];
  let mended = contract;
  for (const plugin of plugins) {
    if (plugin.contract === undefined) {
      continue;
    }
    const before = structuredClone(mended);
    const [given, failed] = await guarded(plugin, 'contract', () =>
      plugin.contract?.(before, { packageName, sources }),
    );
    if (failed.length > 0) {
      return [contract, failed];
    }
    const { checkContract } = await import('./contract-check.js');
    const checked = checkContract(given);
    if ('problem' in checked) {
      const parameters = { plugin: plugin.name, problem: checked.problem };
      return [contract, [diagnostic('plugin/invalid-contract', parameters)]];
    }
    mended = checked.contract;
  }
  return [mended, []];
}
