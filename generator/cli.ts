import { Argument, Command, CommanderError, Help, InvalidArgumentError, Option } from 'commander';
import { addExport, addGateway, addMcp, addOpenApi } from './cli-json.js';
import {
  allMessages,
  allowedPaths,
  allowRemote,
  bindings,
  configFile,
  defined,
  each,
  httpOptions,
  jsonResult,
  type Run,
  wholeNumber,
} from './cli-options.js';
import { addDoctor, addInit, addMigrate } from './cli-project.js';
import type { CommandDocuments } from './commands/json-output.js';
import type {
  CallCommandOptions,
  CheckCommandOptions,
  ConvertCommandOptions,
  DiffCommandOptions,
  DocsCommandOptions,
  GenerateCommandOptions,
  InspectCommandOptions,
  MockCommandOptions,
  PullCommandOptions,
  ReviewCommandOptions,
  SampleCommandOptions,
  ValidateCommandOptions,
  WsdlCommandOptions,
} from './commands/options.js';
import type { Terminal } from './commands/terminal.js';
import { completeCommand, type Shell, shells } from './completion/shells.js';
import { type CommandName, commandNames } from './config/command-names.js';
import { given } from './config/given.js';
import { generatorVersion } from './version.js';

/**
 * The command line: names and options only. Each command is imported when it runs.
 *
 * @param args The arguments after the command's own name.
 * @returns The exit code.
 */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  let status = 0;
  const program = programOf(terminal, (code) => {
    status = code;
  });
  // What other programs call it.
  const words = args.length === 1 && args[0] === '-v' ? ['-V'] : args;
  try {
    const empty = args[0] === completeCommand ? undefined : emptyArgument(args);
    if (empty !== undefined) {
      program.error(`error: ${empty}; a variable of the shell that is not set gives an empty word`);
    }
    const [command, topic = 'help'] = args;
    if (command === 'help' && topic !== 'help' && !program.commands.some((each) => each.name() === topic)) {
      program.error(`error: there is no command '${topic}'`);
    }
    await program.parseAsync([...words], { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) {
      return error.exitCode === 0 ? 0 : withDoubt.has(args[0] ?? '') ? 2 : 1;
    }
    throw error;
  }
}

/** Commands that say no with exit code 1, and that they cannot tell with 2. */
const withDoubt: ReadonlySet<string> = new Set<CommandName>(['check', 'diff', 'review', 'validate', 'convert']);

/** What is said of an empty word: as a path it would mean the working folder. */
function emptyArgument(args: readonly string[]): string | undefined {
  const index = args.findIndex((word) => word === '' || /^--[a-z-]+=$/.test(word));
  const option = args[index] === '' ? args[index - 1] : args[index]?.slice(0, -1);
  if (index < 0) {
    return undefined;
  }
  return option?.startsWith('-') ? `the value of ${option} is empty` : `argument ${index + 1} is empty`;
}

function programOf(terminal: Terminal, done: Run): Command {
  const program = new Command('codegen')
    .description('Typed clients and servers for SOAP, ASMX and WCF services from WSDL, in TypeScript')
    .version(generatorVersion)
    .showHelpAfterError('(codegen --help shows commands and options)')
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .configureHelp({ minWidthToWrap: leastWidth, formatItem: helpItem });
  for (const name of commandNames) {
    commands[name](program, terminal, done);
  }
  for (const command of program.commands.filter((each) => each.name() !== defaultCommand)) {
    command.showHelpAfterError(`(codegen ${command.name()} --help shows its arguments and options)`);
  }
  return program.usage('[command] [inputs...] [options]').addHelpText('after', () => defaultCommandHelp(program));
}

/** The least number of columns for a description beside its option, and for one that is wrapped at all. */
const leastBeside = 40;
const leastWidth = 16;

/** An item of the help: on a narrow terminal its description is below it. */
function helpItem(this: Help, term: string, termWidth: number, description: string, help: Help): string {
  const width = help.helpWidth ?? 80;
  if (width - termWidth - 4 >= leastBeside || description === '') {
    return Help.prototype.formatItem.call(this, term, termWidth, description, help);
  }
  const indent = '\n      ';
  return `  ${term}${indent}${help.boxWrap(description, width - indent.length + 1).replaceAll('\n', indent)}`;
}

/** Arguments and options of the command that runs when none is named: `--help` shows them, too. */
function defaultCommandHelp(program: Command): string {
  const command = program.commands.find((each) => each.name() === defaultCommand) as Command;
  const [, ...parts] = command.helpInformation().split('\n\n').slice(1);
  return `\n${parts.join('\n\n').replace('Arguments:', 'Arguments of generate:').replace('Options:', 'Options of generate:')}`;
}

/** The options and the action of each command. */
const commands: Readonly<Record<CommandName, (program: Command, terminal: Terminal, done: Run) => void>> = {
  init: addInit,
  generate: addGenerate,
  check: addCheck,
  diff: addDiff,
  review: addReview,
  doctor: addDoctor,
  inspect: addInspect,
  wsdl: addWsdl,
  pull: addPull,
  mock: addMock,
  gateway: addGateway,
  mcp: addMcp,
  call: addCall,
  sample: addSample,
  docs: addDocs,
  openapi: addOpenApi,
  export: addExport,
  validate: addValidate,
  convert: addConvert,
  migrate: addMigrate,
  completion: addCompletion,
};

/** The command that runs when none is named. */
const defaultCommand: CommandName = 'generate';

/** Options that say what to generate. */
function jobOptions(command: Command): Command {
  return command
    .argument('[inputs...]', 'WSDL, XML Schema, or YAML/JSON service descriptions (default: those in the config)')
    .option(...configFile)
    .option('-o, --out <dir>', 'output folder, when inputs are named here')
    .option(
      '--name <name>',
      'npm name of the package, when inputs are named here (default: the name of the folder, in words with hyphens)',
    )
    .option(...defined)
    .option(
      '--only <part>',
      'client, server, or an operation as SERVICE.OPERATION: generate only this (repeatable)',
      each,
    )
    .option(
      '--root <name>',
      'an element that documents have as their root, as NAME or {namespace}NAME; * for all (repeatable)',
      each,
    )
    .option(...allowRemote)
    .option(...allowedPaths)
    .option('--strict', 'generate nothing if any part of an input is wrong')
    .option(...allMessages)
    .option(...jsonResult);
}

const sinceText =
  'git:REVISION with what was released last: packages with `versioning` raise their versions from there';

function addGenerate(program: Command, terminal: Terminal, done: Run): void {
  const command = jobOptions(
    program.command(defaultCommand, { isDefault: true }).description('generate packages (the default)'),
  )
    .option('--dry-run', 'show what would change, and write nothing')
    .option('--force', 'overwrite files that were changed or made by hand')
    .option('--full', 'generate packages even if the manifest says that nothing changed, and repeat their warnings')
    .option('--since <revision>', sinceText, revision)
    .option('-w, --watch', 'generate again whenever an input or the config changes');
  httpOptions(command)
    .addHelpText('after', '\nExample: codegen generate shop.wsdl --out generated/shop')
    .action(async (inputs: string[], options: GenerateCommandOptions) => {
      const { generateCommand } = await import('./commands/generate.js');
      done(await generateCommand({ ...options, inputs }, terminal));
    });
}

function addCheck(program: Command, terminal: Terminal, done: Run): void {
  const command = jobOptions(
    program
      .command('check')
      .description('check that the output is up to date; exit code 0: yes, 1: no, 2: cannot tell'),
  )
    .option('--full', 'generate again even if the manifest says that nothing changed')
    .option('--since <revision>', sinceText, revision)
    .option(
      '--remote',
      'compare inputs that were pulled, or have an origin in the config, with the live services as well',
    )
    .option('--allow-host <host>', 'with --remote, another host that documents may be on (repeatable)', each);
  httpOptions(command)
    .addHelpText('after', '\nExample: codegen check --remote')
    .action(async (inputs: string[], options: CheckCommandOptions) => {
      const { checkCommand } = await import('./commands/check.js');
      done(await checkCommand({ ...options, inputs }, terminal));
    });
}

const failingLevels = ['major', 'minor', 'patch'];

function addDiff(program: Command, terminal: Terminal, done: Run): void {
  const command = program
    .command('diff')
    .description('show what changed between two contracts and whom it breaks, with a verdict for the version number')
    .argument(
      '[old]',
      'descriptor, folder, generated package, contract, address, or git:REVISION[:PATH] (default: what is generated)',
    )
    .argument('[new]', 'the same kinds (default: what the inputs of the config say now)')
    .addOption(
      new Option('--format <format>', 'form of the report').choices(['text', 'markdown', 'json', 'github', 'html']),
    )
    .option(...jsonResult);
  verdictOptions(command)
    .addHelpText('after', '\nExample: codegen diff git:main --fail-on major')
    .action(async (old: string | undefined, now: string | undefined, options: DiffCommandOptions) => {
      const { diffCommand } = await import('./commands/diff.js');
      done(await diffCommand({ ...options, ...given({ old, new: now }) }, terminal));
    });
}

/** Options that say which changes are heavy, and what may be read to find them. */
function verdictOptions(command: Command): Command {
  command
    .option(...configFile)
    .addOption(new Option('--fail-on <level>', 'exit code 1 for this verdict or a heavier one').choices(failingLevels))
    .addOption(
      new Option(
        '--for <audience...>',
        'whose breaks are major (default: callers oldClients; of a schema alone readers writers)',
      ).choices(['callers', 'oldClients', 'newClients', 'implementers', 'json', 'readers', 'writers', 'all']),
    )
    .option('--strict', 'count what breaks only readers that refuse the undeclared')
    .option(...defined)
    .option(...allowRemote)
    .option(...allowedPaths);
  return httpOptions(command);
}

function addReview(program: Command, terminal: Terminal, done: Run): void {
  const command = program
    .command('review')
    .description('make a page of what the work since a revision does to contracts: both sides, TypeScript and samples')
    .argument('[base]', 'revision of git; compared is with where the work left it (default: the main branch)')
    .option('-o, --out <file>', 'file for the page (default: one in a temporary folder)')
    .option('--markdown', 'a comment for a pull request, printed or written to --out');
  verdictOptions(command)
    .addHelpText('after', '\nExample: codegen review origin/main --out review.html')
    .action(async (base: string | undefined, options: Omit<ReviewCommandOptions, 'base'>) => {
      const { reviewCommand } = await import('./commands/review.js');
      done(await reviewCommand({ ...options, ...given({ base }) }, terminal));
    });
}

function addInspect(program: Command, terminal: Terminal, done: Run): void {
  const command = program
    .command('inspect')
    .description('show services, operations, bindings and types')
    .argument('[inputs...]', 'WSDL, XML Schema, or YAML/JSON service descriptions (default: those in the config)')
    .option(...configFile)
    .option(...defined)
    .option(...allowRemote)
    .option(...allMessages)
    .option('--json', 'print the contract as JSON');
  httpOptions(command)
    .addHelpText('after', '\nExample: codegen inspect shop.wsdl')
    .action(async (inputs: string[], options: Omit<InspectCommandOptions, 'inputs'>) => {
      const { inspectCommand } = await import('./commands/inspect.js');
      done(await inspectCommand({ ...options, inputs }, terminal));
    });
}

function addWsdl(program: Command, terminal: Terminal, done: Run): void {
  program
    .command('wsdl')
    .description('write WSDL from YAML or JSON service descriptions')
    .argument('<inputs...>', 'YAML or JSON service descriptions')
    .requiredOption('-o, --out <dir>', 'output folder')
    .option('--force', 'overwrite documents that were changed or made by hand')
    .option('--dry-run', 'show what would be written, and write nothing')
    .option(...allMessages)
    .option(...jsonResult)
    .addHelpText('after', '\nExample: codegen wsdl services/shop.yaml --out wsdl')
    .action(async (inputs: string[], options: Omit<WsdlCommandOptions, 'inputs'>) => {
      const { wsdlCommand } = await import('./commands/wsdl.js');
      done(await wsdlCommand({ ...options, inputs }, terminal));
    });
}

function addPull(program: Command, terminal: Terminal, done: Run): void {
  const command = program
    .command('pull')
    .description('fetch a descriptor and all that it imports, and save them as files that refer to each other')
    .argument(
      '[source]',
      'address of a descriptor or of its service; with --update a folder (default: those of the config)',
    )
    .argument('[dir]', 'folder for the files')
    .option(...configFile)
    .option('--update', 'fetch again what was pulled into the folder, if it has changed')
    .option('--name <file>', 'name of the file of the descriptor itself')
    .option('--allow-host <host>', 'another host that documents may be on (repeatable)', each)
    .option('--dry-run', 'show what would change, and write nothing')
    .option('--force', 'overwrite files that were changed or made by hand')
    .option(...allMessages)
    .option(...jsonResult);
  httpOptions(command)
    .addHelpText('after', "\nExample: codegen pull 'https://shop.example/Shop.svc?wsdl' wsdl")
    .action(async (source: string | undefined, dir: string | undefined, options: PullCommandOptions) => {
      const { pullCommand } = await import('./commands/pull.js');
      done(await pullCommand({ ...options, ...given({ source, dir }) }, terminal));
    });
}

/** A revision of git, as the command line names it. */
function revision(text: string): string {
  if (!/^git:./.test(text)) {
    throw new InvalidArgumentError('It must be git:REVISION, such as git:v1.2.0.');
  }
  return text;
}

function addCompletion(program: Command, terminal: Terminal, done: Run): void {
  program
    .command('completion')
    .description('print a script that completes commands, options and operations in a shell')
    .addArgument(new Argument('[shell]', 'the shell').choices(shells).default('bash'))
    .option('--json', 'print the script and the name of the shell as JSON')
    .addHelpText('after', '\nExample: source <(codegen completion bash)')
    .action(async (shell: Shell, { json }: { readonly json?: boolean }) => {
      const { packagedFile } = await import('./config/packaged-file.js');
      const script = packagedFile(`completion/codegen.${shell}`);
      const result: CommandDocuments['completion'] = { shell, script };
      terminal.out(json ? `${JSON.stringify(result)}\n` : script);
      done(0);
    });
  // What the scripts ask.
  program
    .command(completeCommand, { hidden: true })
    .argument('[words...]')
    .action(async (words: string[]) => {
      const { complete } = await import('./commands/complete.js');
      terminal.out(await complete(program, defaultCommand, words, terminal.workingFolder));
      done(0);
    });
}

function addMock(program: Command, terminal: Terminal, done: Run): void {
  const command = program
    .command('mock')
    .description('serve a contract with schema-valid answers, by rules, or from recordings of a live service')
    .argument('[inputs...]', 'WSDL, or YAML/JSON service descriptions (default: those in the config)')
    .option(...configFile)
    .option('-p, --port <number>', 'port to listen on; 0 picks a free one (default: 8080)', wholeNumber(65_535))
    .option('--host <name>', 'address to listen on; 0.0.0.0 for all of this computer (default: localhost)')
    .option('-r, --rules <file>', 'YAML or JSON file that says what answers which request')
    .option('--record <address>', 'pass requests on to a live service, and keep the exchanges')
    .option('--recordings <dir>', 'folder for them (default: recordings)')
    .option('--replay <dir>', 'answer from the exchanges in a folder')
    .option('--cors', 'let pages of all web sites call the services')
    .option('-w, --watch', 'read the inputs and the rules again whenever they change')
    .option('--seed <number>', 'another sample for each call, the same ones in each run', wholeNumber(2 ** 32 - 1))
    .option('--strict', 'compare requests and answers with the contract; exit code 1 if they differ')
    .option(...defined)
    .option(...allowRemote)
    .option(...allMessages)
    .option('--json', 'print each event as a line of JSON');
  httpOptions(command)
    .addHelpText(
      'after',
      '\nExamples: codegen mock wsdl/ExchangerApi.wsdl --port 8080 --rules mock.yaml --watch\n' +
        '          codegen mock wsdl/ExchangerApi.wsdl --record https://wallet.example/ --strict',
    )
    .action(async (inputs: string[], options: Omit<MockCommandOptions, 'inputs'>) => {
      const { mockCommand } = await import('./commands/mock.js');
      done(await mockCommand({ ...options, inputs }, terminal));
    });
}

/** Options of commands for the operations of one input. */
function inputOptions(command: Command, operation = 'OPERATION, or SERVICE.OPERATION'): Command {
  return httpOptions(
    command
      .argument(
        '[input]',
        'WSDL, XML Schema, service description, folder, generated package, or http(s) address (default: those in the config)',
      )
      .argument('[operation]', operation)
      .addOption(new Option('-b, --binding <kind>', 'kind of binding').choices(bindings))
      .option(...configFile)
      .option('-a, --address <url>', 'where the service is (default: the address in the WSDL)')
      .option(...defined)
      .option(...allowRemote)
      .option(...allowedPaths),
  );
}

function addCall(program: Command, terminal: Terminal, done: Run): void {
  inputOptions(
    program
      .command('call')
      .description('call an operation once; exit code 0: an answer, 1: an error, 3: a fault of the service'),
  )
    .argument('[values...]', 'name=value, name:=JSON, name=@FILE, or - for JSON on standard input')
    .option('--json <file>', 'JSON with the input; - is standard input')
    .option('--port <name>', 'port of the service, if several have the binding')
    .option('--header-block <name=value>', 'value of a declared SOAP header block (repeatable)', each)
    .option('--timeout <seconds>', 'how long the call may take; 0: without a limit (default: 60)', wholeNumber(86_400))
    .option('--no-validate', 'check only the types of the input, not facets and occurrence')
    .option('--peer <file>', 'certificate of the service as PEM, where its WS-Policy demands signatures')
    .option('--curl', 'print the command of curl, and send nothing')
    .option('--dry-run', 'print the request, and send nothing')
    .option('--raw', 'print the answer as it came')
    .option('-v, --verbose', 'print both sides on standard error, credentials masked')
    .addHelpText('after', '\nExample: codegen call shop.wsdl GetPrice item=5 --address http://localhost:8080/Shop.svc')
    .action(
      async (
        input: string | undefined,
        operation: string | undefined,
        values: string[],
        options: Omit<CallCommandOptions, 'input' | 'operation' | 'values'>,
      ) => {
        const { callCommand } = await import('./commands/call.js');
        done(await callCommand({ ...options, ...given({ input, operation }), values }, terminal));
      },
    );
}

function addSample(program: Command, terminal: Terminal, done: Run): void {
  inputOptions(
    program
      .command('sample')
      .description('print valid messages of operations in each binding, or valid documents of a schema'),
    'OPERATION, SERVICE.OPERATION, or of a schema the root element of a document',
  )
    .option('--seed <number>', 'other values, the same ones in each run', wholeNumber(2 ** 32 - 1))
    .option(
      '-n, --count <number>',
      'documents of each root, each with other values (default: 1)',
      wholeNumber(100_000, 1),
    )
    .option('-o, --out <dir>', 'write documents into a folder, one file each')
    .option('--force', 'with --out, overwrite files that were changed or made by hand')
    .option('--json', 'print messages and documents as JSON')
    .addHelpText('after', '\nExample: codegen sample shop.wsdl PlaceOrder --binding soap12')
    .action(
      async (
        input: string | undefined,
        operation: string | undefined,
        options: Omit<SampleCommandOptions, 'input' | 'operation'>,
      ) => {
        const { sampleCommand } = await import('./commands/sample.js');
        done(await sampleCommand({ ...options, ...given({ input, operation }) }, terminal));
      },
    );
}

function addDocs(program: Command, terminal: Terminal, done: Run): void {
  const command = program
    .command('docs')
    .description(
      'write static pages of a contract: services, operations, documents, types, samples, pictures and a search',
    )
    .argument('[inputs...]', 'WSDL, XML Schema, or YAML/JSON service descriptions (default: those in the config)')
    .option(...configFile)
    .requiredOption('-o, --out <dir>', 'folder for the pages; index.html is the first')
    .option(
      '--title <text>',
      'title of the first page (default: the names of the services, or of the roots of documents)',
    )
    .option(
      '--name <name>',
      'npm name of the package that samples of client code import (default: after the first input)',
    )
    .option('--no-samples', 'leave out samples')
    .option(...defined)
    .option(...allowRemote)
    .option(...allowedPaths)
    .option('--force', 'overwrite files that were changed or made by hand')
    .option('--dry-run', 'show what would be written, and write nothing')
    .option('-w, --watch', 'write again whenever an input changes')
    .option(...allMessages)
    .option(...jsonResult);
  httpOptions(command)
    .addHelpText('after', '\nExample: codegen docs wsdl/ExchangerApi.wsdl --out public/exchanger')
    .action(async (inputs: string[], options: Omit<DocsCommandOptions, 'inputs'>) => {
      const { docsCommand } = await import('./commands/docs.js');
      done(await docsCommand({ ...options, inputs }, terminal));
    });
}

/** Options that say which schemas documents have. */
function schemaOptions(command: Command): Command {
  return command
    .option(
      '-s, --schema <file>',
      'schema or WSDL that declares their roots (repeatable; default: the config, or what documents name)',
      each,
    )
    .option('-c, --config <file>', 'config file whose packages have the schemas')
    .option(...defined)
    .option(...allowedPaths)
    .option(...allMessages)
    .option(...jsonResult);
}

function addValidate(program: Command, terminal: Terminal, done: Run): void {
  schemaOptions(
    program
      .command('validate')
      .description('check XML documents against their schemas; exit code 0: valid, 1: not, 2: cannot tell')
      .argument('<files...>', 'documents: files, folders with files *.xml, patterns, or - for standard input'),
  )
    .option('--sarif', 'print the findings as SARIF, for code hosts')
    .addHelpText('after', '\nExample: codegen validate invoices/ --schema invoice.xsd')
    .action(async (files: string[], options: Omit<ValidateCommandOptions, 'files'>) => {
      const { validateCommand } = await import('./commands/validate.js');
      done(await validateCommand({ ...options, files }, terminal));
    });
}

function addConvert(program: Command, terminal: Terminal, done: Run): void {
  schemaOptions(
    program
      .command('convert')
      .description(
        'write a valid XML document as JSON, or JSON as XML; exit code 0: done, 1: not valid, 2: cannot tell',
      )
      .argument('<file>', 'document in XML or JSON, or - for standard input')
      .addOption(new Option('--to <form>', 'form of the result').choices(['json', 'xml']).makeOptionMandatory()),
  )
    .option('-r, --root <name>', 'root element, where JSON is its value alone, as NAME or {namespace}NAME')
    .option('-o, --out <file>', 'file for the result (default: standard output)')
    .option('--indent <number>', 'spaces of indentation; 0 for none (default: 2)', wholeNumber(10))
    .addHelpText('after', '\nExample: codegen convert invoice.xml --to json --schema invoice.xsd')
    .action(async (file: string, options: Omit<ConvertCommandOptions, 'file'>) => {
      const { convertCommand } = await import('./commands/convert.js');
      done(await convertCommand({ ...options, file }, terminal));
    });
}
