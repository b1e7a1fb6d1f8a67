import { findJobs } from '../config/jobs.js';
import { contractToJson } from '../contract/json/print.js';
import type { Contract, Message, Operation, Service, TypeDefinition } from '../contract/model.js';
import { splitExpandedName } from '../contract/names.js';
import { hasErrors } from '../diagnostics/diagnostic.js';
import { visible } from '../diagnostics/format.js';
import { readJob } from './compile.js';
import type { InspectCommandOptions } from './options.js';
import { printDiagnostics } from './report.js';
import type { Terminal } from './terminal.js';

/** `codegen inspect`: what descriptors offer, for people or with `--json` as the contract. Exit code 1 on errors. */
export async function inspectCommand(options: InspectCommandOptions, terminal: Terminal): Promise<number> {
  const { workingFolder } = terminal;
  const [jobs, problems] = await findJobs({ ...options, out: '.', name: 'inspected' }, workingFolder);
  const job = jobs[0];
  if (!job || hasErrors(problems)) {
    printDiagnostics(problems, terminal);
    return 1;
  }
  const [reading, found] = await readJob(job, { workingFolder, allowRemote: options.allowRemote === true });
  printDiagnostics([...problems, ...found], terminal);
  terminal.out(options.json ? contractToJson(reading.contract) : describeContract(reading.contract));
  return hasErrors(found) ? 1 : 0;
}

/** A contract as an outline. */
export function describeContract(contract: Contract): string {
  const lines = contract.services.flatMap(describeService);
  if (contract.placeholders.length > 0)
    lines.push('placeholders', ...contract.placeholders.map((name) => `  {${name}}`), '');
  const named = contract.types.filter((type) => type.name !== undefined);
  if (named.length > 0) lines.push('types', ...named.map((type) => `  ${describeType(type)}`), '');
  if (contract.elements.length > 0) {
    lines.push('elements', ...contract.elements.map(({ name, type }) => `  ${name}: ${shortName(type)}`), '');
  }
  return visibleLines(lines);
}

function describeService(service: Service): string[] {
  return [
    `service ${service.name}  ${service.namespace}  (${service.source})`,
    ...service.ports.map((port) => `  ${port.binding.padEnd(8)} ${port.name}  ${port.address ?? 'no address'}`),
    ...service.operations.map((operation) => `  ${describeOperation(operation)}`),
    '',
  ];
}

function describeOperation(operation: Operation): string {
  const kinds = [...new Set(operation.bindings.map((binding) => binding.kind))].join(', ');
  const output = operation.output ? ` -> ${describeMessage(operation.output)}` : '';
  return `${operation.name}(${operation.input ? describeMessage(operation.input) : ''})${output}  [${kinds}]`;
}

function describeMessage(message: Message): string {
  switch (message.kind) {
    case 'element':
      return splitExpandedName(message.element).local;
    case 'rpc':
    case 'parts':
      return message.parts.map((part) => `${part.name}: ${shortName(part.element ?? part.type ?? '')}`).join(', ');
    case 'empty':
      return '';
  }
}

function describeType(type: TypeDefinition): string {
  const base =
    type.base === undefined
      ? ''
      : ` ${type.kind === 'complexType' ? type.derivation : 'restriction'} of ${shortName(type.base)}`;
  return `${type.name ?? type.key}  ${type.kind}${base}`;
}

function shortName(key: string): string {
  return key.includes('#') ? 'anonymous' : splitExpandedName(key).local;
}

function visibleLines(lines: readonly string[]): string {
  return lines.map((line) => `${visible(line)}\n`).join('');
}
