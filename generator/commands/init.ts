import { given } from '../config/given.js';
import { namingAdvice } from '../config/jobs.js';
import { isPackageName } from '../config/package-name.js';
import { append } from '../diagnostics/append.js';
import { type Diagnostic, diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import { isAddress, publicAddress } from '../diagnostics/public-address.js';
import { type InitChoices, type InitProposal, type InitResult, initProject } from '../init/init.js';
import { readProject } from '../init/project-files.js';
import { disk } from '../output/disk.js';
import { pullDescriptor } from '../pull/pull.js';
import { readHttpAccess } from './http-options.js';
import { writeSkills } from './init-agents.js';
import { writeWorkflow } from './init-ci.js';
import type { InitCommandOptions } from './options.js';
import type { OwnFile } from './own-file.js';
import { type PackageManager, packageManager } from './project.js';
import { linesOf, printResult } from './report.js';
import type { Terminal } from './terminal.js';

/** `codegen init`: exit code 0, or 1 when anything is an error; then no config has been written. */
export async function initCommand(options: InitCommandOptions, terminal: Terminal): Promise<number> {
  const wrong = contradictions(options);
  const [inputs, problems] = wrong.length > 0 ? [[], wrong] : await pullInputs(options, terminal);
  const result = hasErrors(problems) ? nothing([]) : await begin(inputs, options, terminal);
  const begun = [...problems, ...result.diagnostics];
  const own = hasErrors(begun) ? [] : ownFiles(options, terminal);
  const diagnostics = [...begun, ...own.flatMap((each) => each.diagnostics)];
  const status = hasErrors(diagnostics) ? 1 : 0;
  const { existing, packages } = result;
  const added = own.filter(({ exists }) => !exists).map(({ display, text }) => [display, text] as const);
  const files = new Map([...result.files, ...added]);
  printResult<'init'>(options, diagnostics, terminal, {
    json: () => ({ existing, packages, files: Object.fromEntries(files) }),
    text: () => (status === 0 ? report({ ...result, files }, own, options, terminal) : ''),
  });
  return status;
}

/** What else the user wants in the project. */
function ownFiles({ ci, agents, dryRun }: InitCommandOptions, terminal: Terminal): readonly OwnFile[] {
  return [
    ...(ci ? [writeWorkflow(ci, dryRun !== true, terminal)] : []),
    ...(agents ? writeSkills(dryRun !== true, terminal) : []),
  ];
}

/** What options say that cannot be. */
function contradictions({
  name,
  template,
  language,
  packageManager: manager,
}: InitCommandOptions): readonly Diagnostic[] {
  if (name !== undefined && !isPackageName(name)) {
    const problem = `"${name}" is not an npm package name.`;
    return [diagnostic('config/usage', { problem, advice: namingAdvice(name) })];
  }
  const own = [...(language ? ['--language'] : []), ...(manager ? ['--package-manager'] : [])];
  if (template === undefined && own.length > 0) {
    const problem = `${own.join(' and ')} ${own.length > 1 ? 'go' : 'goes'} with --template, which was not given.`;
    return [
      diagnostic('config/usage', { problem, advice: 'name a template, such as --template client, or leave it out.' }),
    ];
  }
  return [];
}

function nothing(diagnostics: readonly Diagnostic[]): InitResult {
  return { files: new Map(), packages: [], diagnostics };
}

/** A config for the descriptors of a project, or a project from a template. */
async function begin(inputs: readonly string[], options: InitCommandOptions, terminal: Terminal): Promise<InitResult> {
  const { template, language, name, out, separate, only, skeletons } = options;
  const common = { workingFolder: terminal.workingFolder, write: options.dryRun !== true, ...given({ name, out }) };
  if (template === undefined) {
    const ask = options.yes || options.json ? undefined : terminal.ask;
    return initProject({
      ...common,
      inputs,
      ...given({ separate, only, skeletons }),
      ...(ask && { choose: (found) => choices(found, options, ask, terminal) }),
    });
  }
  if (inputs.length > 1) {
    const problem = `A template begins from one document, not from ${inputs.length}.`;
    const advice = 'name one, and add the others to the config later.';
    return nothing([diagnostic('config/usage', { problem, advice })]);
  }
  const { beginTemplate } = await import('../init/template/template.js');
  return beginTemplate({ ...common, template, ...given({ input: inputs[0], language }) });
}

/** The paths among the inputs, with those of the descriptors that were fetched from addresses. */
async function pullInputs(options: InitCommandOptions, terminal: Terminal): Promise<Result<readonly string[]>> {
  const out = options.pullInto ?? 'wsdl';
  const addresses = options.inputs.filter(isAddress);
  const paths = options.inputs.filter((input) => !isAddress(input));
  if (addresses.length === 0) {
    return [paths, []];
  }
  if (options.dryRun) {
    const problem = 'What is behind an address can only be read when it is saved.';
    return [
      paths,
      [diagnostic('config/usage', { problem, advice: 'leave out --dry-run, or begin with codegen pull.' })],
    ];
  }
  const [access, problems] = await readHttpAccess(options, addresses, terminal);
  if (hasErrors(problems)) {
    return [paths, problems];
  }
  const found = [...problems];
  const pulled: string[] = [];
  for (const address of addresses) {
    const place = { address, out, workingFolder: terminal.workingFolder };
    const result = await pullDescriptor({ ...access, ...place, write: true });
    append(found, result.diagnostics);
    if (result.file !== undefined) {
      pulled.push(`${out}/${result.file}`);
      terminal.err(`${publicAddress(address)}: saved as ${out}/${result.file}\n`);
    }
  }
  return [[...paths, ...pulled], found];
}

/** What the user answers; what an option says is not asked. */
async function choices(
  { packages, services }: InitProposal,
  options: InitCommandOptions,
  ask: NonNullable<Terminal['ask']>,
  terminal: Terminal,
): Promise<InitChoices> {
  packages.forEach(({ name, inputs }, i) => {
    const list = services[i] ?? [];
    terminal.err(`${name}: ${inputs.join(', ')} (${list.length > 0 ? list.join(', ') : 'no services'})\n`);
  });
  const [first] = packages;
  const answer = (question: string, fallback: string, problem?: (text: string) => string | undefined) =>
    validAnswer(`${question} [${fallback}]: `, fallback, problem, ask, terminal);
  const isOne = packages.length === 1 && options.name === undefined;
  const name = isOne ? await answer('Name of the package', first?.name ?? '', nameProblem) : options.name;
  const out = options.out ?? (await answer('Folder for the packages', 'generated'));
  const only = options.only ?? halfOf(await answer('Generate client, server, or both', 'both', halfProblem));
  return { out, ...given({ name, only }) };
}

/** How often a question is asked that gets answers which make no sense. */
const maxTries = 5;

async function validAnswer(
  question: string,
  fallback: string,
  problemOf: ((text: string) => string | undefined) | undefined,
  ask: NonNullable<Terminal['ask']>,
  terminal: Terminal,
): Promise<string> {
  for (let tries = 0; tries < maxTries; tries++) {
    const text = (await ask(question)).trim() || fallback;
    const problem = problemOf?.(text);
    if (problem === undefined) {
      return text;
    }
    terminal.err(`${problem}\n`);
  }
  return fallback;
}

function nameProblem(text: string): string | undefined {
  return isPackageName(text) ? undefined : 'npm takes lower-case letters, digits, hyphens, dots and underscores.';
}

const halves: readonly string[] = ['client', 'server', 'both'];

function halfProblem(text: string): string | undefined {
  return halves.some((half) => half.startsWith(text.toLowerCase())) ? undefined : 'Answer client, server or both.';
}

function halfOf(answer: string): 'client' | 'server' | undefined {
  const half = halves.find((each) => each.startsWith(answer.toLowerCase()));
  return half === 'client' || half === 'server' ? half : undefined;
}

function report(
  { existing, packages, files }: InitResult,
  own: readonly OwnFile[],
  options: InitCommandOptions,
  terminal: Terminal,
): string {
  const { dependencies } = readProject(terminal.workingFolder, disk);
  const verb = options.dryRun ? 'would be written' : 'written';
  const lines = [
    ...[existing, ...own.map(({ exists, display }) => (exists ? display : undefined))].flatMap((path) =>
      path === undefined ? [] : [`${path}: exists, and stays as it is`],
    ),
    ...[...files.keys()].map((path) => `${path}: ${verb}`),
    ...packages.map(({ name, inputs, out }) => `  ${name}: ${inputs.join(', ')} -> ${out}`),
  ];
  const manager = options.packageManager ?? packageManager(terminal.workingFolder);
  const install = dependencies.has('wsdl-codegen') ? [] : [addCommand(manager)];
  const begun = options.template === undefined ? [...install, 'npx codegen'] : templateSteps(manager, files);
  const steps = options.dryRun ? [] : [...(existing === undefined ? begun : []), ...own.flatMap(({ next }) => next)];
  return linesOf([...lines, ...steps.map((step) => `next: ${step}`)]);
}

/** What to do with a project from a template. `bun test` would not run the script of that name. */
function templateSteps(manager: PackageManager, files: InitResult['files']): readonly string[] {
  const run = manager === 'npm' || manager === 'pnpm' ? manager : `${manager} run`;
  const hasMock = files.get('package.json')?.includes('"mock"');
  const start = `${run} start`;
  return [
    `${manager} install`,
    `${run} test`,
    hasMock ? `${manager} run mock, and in another terminal ${start}` : start,
  ];
}

/** The command that adds the generator to the project. */
function addCommand(manager: PackageManager): string {
  return manager === 'npm' ? 'npm install --save-dev wsdl-codegen' : `${manager} add --dev wsdl-codegen`;
}
