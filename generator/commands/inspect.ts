import { findJobs } from '../config/jobs.js';
import { contractToJson } from '../contract/json/print.js';
import type { Contract } from '../contract/model.js';
import { hasErrors } from '../diagnostics/diagnostic.js';
import { diagnosticsToJson, visibleJson, visibleLines } from '../diagnostics/format.js';
import { isRemote } from '../source/places.js';
import { readContractOfJob } from './compile.js';
import { readHttpAccess } from './http-options.js';
import type { CommandDocuments } from './json-output.js';
import type { InspectCommandOptions } from './options.js';
import { describeContract } from './outline.js';
import { printDiagnostics } from './report.js';
import type { Terminal } from './terminal.js';

/**
 * `codegen inspect`: shows what inputs offer, or those of the packages of the config, as outlines, or as contracts with `--json`.
 * Exit code 1 on errors.
 */
export async function inspectCommand(options: InspectCommandOptions, terminal: Terminal): Promise<number> {
  const { workingFolder } = terminal;
  const isNamed = options.inputs.length > 0;
  const [jobs, problems] = await findJobs(
    { ...options, ...(isNamed && { out: '.', name: 'inspected' }) },
    workingFolder,
  );
  const addresses = jobs.flatMap(({ settings }) => settings.inputs).filter(isRemote);
  const [access, refused] = await readHttpAccess(options, isNamed ? addresses : [], terminal);
  if (hasErrors([...problems, ...refused])) {
    if (options.json) {
      terminal.out(
        visibleJson(
          packagesText({ packages: [], diagnostics: diagnosticsToJson([...problems, ...refused], terminal.site) }),
        ),
      );
    } else {
      printDiagnostics([...problems, ...refused], terminal);
    }
    return 1;
  }
  const compile = { workingFolder, allowRemote: options.allowRemote === true, access };
  const readings = await Promise.all(jobs.map((job) => readContractOfJob(job, compile)));
  const found = readings.flatMap(([, diagnostics]) => diagnostics);
  printDiagnostics([...problems, ...found], terminal, { allMessages: options.allMessages ?? false });
  const contracts = readings.map(([{ contract }], i) => ({ name: jobs[i]?.settings.name ?? '', contract }));
  terminal.out(options.json ? visibleJson(jsonOf(contracts, isNamed)) : outlines(contracts));
  return hasErrors(found) ? 1 : 0;
}

/** A contract, and the name of its package. */
interface Inspected {
  readonly name: string;
  readonly contract: Contract;
}

/** The contract of the inputs that were named, or those of all packages. */
function jsonOf(contracts: readonly Inspected[], isNamed: boolean): string {
  const texts = contracts.map(({ name, contract }) => ({ name, text: contractToJson(contract) }));
  if (isNamed) {
    return texts.map(({ text }) => text).join('');
  }
  return packagesText({ packages: texts.map(({ name, text }) => ({ name, contract: JSON.parse(text) as Contract })) });
}

function packagesText(result: CommandDocuments['inspect']): string {
  return `${JSON.stringify(result, null, 2)}\n`;
}

function outlines(contracts: readonly Inspected[]): string {
  return contracts
    .map(({ name, contract }) => `${contracts.length > 1 ? `package ${name}\n\n` : ''}${outline(contract)}`)
    .join('\n');
}

/** The outline, in which nothing that an input says can act on the terminal. */
function outline(contract: Contract): string {
  return visibleLines(describeContract(contract));
}
