import { type Command, Option } from 'commander';
import {
  allMessages,
  allowedPaths,
  allowRemote,
  configFile,
  defined,
  each,
  httpOptions,
  jsonResult,
  type Run,
} from './cli-options.js';
import type { DoctorCommandOptions, InitCommandOptions, MigrateCommandOptions } from './commands/options.js';
import type { Terminal } from './commands/terminal.js';

/** Commands that set a project up and look after it: names and options, as in `cli.ts`. */

/** `codegen init`. */
export function addInit(program: Command, terminal: Terminal, done: Run): void {
  const command = program
    .command('init')
    .description('begin a config for the descriptors of a project; what exists is left as it is')
    .argument('[inputs...]', 'files, folders to search, or addresses to fetch from (default: the working folder)')
    .option('-y, --yes', 'ask nothing')
    .option('--name <name>', 'npm name of the package, if there is only one')
    .option('-o, --out <dir>', 'folder for the packages (default: generated)')
    .option('--separate', 'one package for each descriptor (default: one for each folder)')
    .addOption(new Option('--only <part>', 'generate only this half of the packages').choices(['client', 'server']))
    .option('--skeletons <dir>', 'folder for service classes to fill in (default: none)')
    .addOption(
      new Option('--ci <service>', 'write the workflow that reviews pull requests').choices([
        'github',
        'gitlab',
        'azure',
      ]),
    )
    .option('--agents', 'write the skill that tells coding agents how to generate, call, mend and check')
    .addOption(
      new Option('--template <name>', 'begin a project whose test runs at once')
        .choices(['client', 'server', 'replace', 'xml', 'gateway'])
        .conflicts(['separate', 'only', 'skeletons']),
    )
    .addOption(new Option('--language <language>', 'language of the template (default: ts)').choices(['ts', 'js']))
    .addOption(
      new Option('--package-manager <name>', 'what installs packages (default: that of the project)').choices([
        'npm',
        'pnpm',
        'yarn',
        'bun',
      ]),
    )
    .option('--pull-into <dir>', 'folder for documents from addresses (default: wsdl)')
    .option('--dry-run', 'show what would be written, and write nothing')
    .option(...allMessages)
    .option(...jsonResult);
  httpOptions(command)
    .addHelpText('after', "\nExample: codegen init 'https://shop.example/Shop.svc?wsdl' --only client --yes")
    .action(async (inputs: string[], options: Omit<InitCommandOptions, 'inputs'>) => {
      const { initCommand } = await import('./commands/init.js');
      done(await initCommand({ ...options, inputs }, terminal));
    });
}

/** `codegen doctor`. */
export function addDoctor(program: Command, terminal: Terminal, done: Run): void {
  const command = program
    .command('doctor')
    .description('look for what keeps a project from working, and say what to do; exit code 1 if something is wrong')
    .option(...configFile)
    .option(...defined)
    .option(...allowRemote)
    .option(...allowedPaths)
    .option(...allMessages)
    .option(...jsonResult);
  httpOptions(command)
    .addHelpText('after', '\nExample: codegen doctor')
    .action(async (options: DoctorCommandOptions) => {
      const { doctorCommand } = await import('./commands/doctor.js');
      done(await doctorCommand(options, terminal));
    });
}

/** `codegen migrate`. */
export function addMigrate(program: Command, terminal: Terminal, done: Run): void {
  program
    .command('migrate')
    .description('change a program that uses the package soap to use a generated package; shows the difference')
    .argument('<files...>', 'TypeScript and JavaScript: files, folders, or patterns')
    .requiredOption('--package <name>', 'npm name of the generated package, as the config has it')
    .option('--write', 'write the files (default: show what would change)')
    .option('--service <name>', 'service that the clients call, where that is not clear')
    .option(...configFile)
    .option('-d, --define <name=value>', 'value of a {name} placeholder that clients get (repeatable)', each)
    .option(...allowRemote)
    .option(...allowedPaths)
    .option(...jsonResult)
    .addHelpText('after', "\nExample: codegen migrate 'src/**/*.ts' --package wallet-api")
    .action(async (files: string[], options: Omit<MigrateCommandOptions, 'files'>) => {
      const { migrateCommand } = await import('./commands/migrate.js');
      done(await migrateCommand({ ...options, files }, terminal));
    });
}
