import { findJobs } from '../config/jobs.js';
import { contractToJson } from '../contract/json/print.js';
import type { Contract } from '../contract/model.js';
import { hasErrors } from '../diagnostics/diagnostic.js';
import { visible, visibleJson } from '../diagnostics/format.js';
import { isRemote } from '../source/locate.js';
import { readContractOfJob } from './compile.js';
import { readHttpAccess } from './http-options.js';
import type { InspectCommandOptions } from './options.js';
import { describeContract } from './outline.js';
import { printDiagnostics } from './report.js';
import type { Terminal } from './terminal.js';

/** `codegen inspect`: shows what inputs offer, as an outline, or as the contract with `--json`. Exit code 1 on errors. */
export async function inspectCommand(options: InspectCommandOptions, terminal: Terminal): Promise<number> {
  const { workingFolder } = terminal;
  const [jobs, problems] = await findJobs({ ...options, out: '.', name: 'inspected' }, workingFolder);
  const job = jobs[0];
  if (!job || hasErrors(problems)) {
    printDiagnostics(problems, terminal);
    return 1;
  }
  const [access, refused] = await readHttpAccess(options, options.inputs.filter(isRemote), terminal);
  if (hasErrors(refused)) {
    printDiagnostics(refused, terminal);
    return 1;
  }
  const allowRemote = options.allowRemote === true;
  const [reading, found] = await readContractOfJob(job, { workingFolder, allowRemote, access });
  printDiagnostics([...problems, ...found], terminal);
  terminal.out(options.json ? visibleJson(contractToJson(reading.contract)) : outline(reading.contract));
  return hasErrors(found) ? 1 : 0;
}

/** The outline, in which nothing that an input says can act on the terminal. */
function outline(contract: Contract): string {
  return describeContract(contract).split('\n').map(visible).join('\n');
}
