import { Argument, type Command, Option } from 'commander';
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
import type {
  ExportCommandOptions,
  GatewayCommandOptions,
  McpCommandOptions,
  OpenApiCommandOptions,
} from './commands/options.js';
import type { Terminal } from './commands/terminal.js';

/** Commands for services as JSON and as collections, which stand on side packages: names and options, as in `cli.ts`. */

/** How members of JSON are called. */
const membersOption = (): Option =>
  new Option(
    '--members <names>',
    'names of members of JSON: those of properties, or camel case (default: properties)',
  ).choices(['properties', 'camelCase']);

/** A command that stands in front of services, with the options that say where these are. */
function reachingCommand(program: Command, name: string): Command {
  return program
    .command(name)
    .argument('[inputs...]', 'WSDL, or YAML/JSON service descriptions (default: those in the config)')
    .option(...configFile)
    .option(
      '-a, --address <url>',
      'where the service is; of several services, what their paths are below (default: the WSDL)',
    )
    .option('--mock', 'answer as codegen mock does, in the place of the service');
}

/** `codegen gateway`. */
export function addGateway(program: Command, terminal: Terminal, done: Run): void {
  const command = reachingCommand(program, 'gateway')
    .description('offer services as JSON over HTTP, until it is stopped')
    .option('-p, --port <number>', 'port to listen on; 0 picks a free one (default: 8080)', wholeNumber(65_535))
    .option('--host <name>', 'address to listen on; 0.0.0.0 for all of this computer (default: localhost)')
    .option('--safe <operation>', 'an operation that changes nothing, which is GET (repeatable)', each)
    .addOption(membersOption())
    .option('--lenient', 'pass on answers that break rules of the schema')
    .option('--cors', 'let pages of all web sites call the services')
    .option(...defined)
    .option(...allowRemote)
    .option(...allMessages)
    .option('--json', 'print each event as a line of JSON');
  httpOptions(command)
    .addHelpText('after', '\nExample: codegen gateway wsdl/ExchangerApi.wsdl --mock --port 8080')
    .action(async (inputs: string[], options: Omit<GatewayCommandOptions, 'inputs'>) => {
      const { gatewayCommand } = await import('./commands/gateway.js');
      done(await gatewayCommand({ ...options, inputs }, terminal));
    });
}

/** `codegen openapi`. */
export function addOpenApi(program: Command, terminal: Terminal, done: Run): void {
  const command = program
    .command('openapi')
    .description('write a document of OpenAPI 3.1 for services as JSON over HTTP (needs @wsdl-codegen/openapi)')
    .argument('[inputs...]', 'WSDL, or YAML/JSON service descriptions (default: those in the config)')
    .option('-o, --out <file>', 'file for the document (default: standard output)')
    .option('--check', 'with --out, exit 1 if the file is not what would be written')
    .option('--title <text>', 'title of the document (default: the names of the services)')
    .option('--api-version <version>', 'version of what the document describes (default: 1.0.0)')
    .option('--server <url>', 'address of a server (repeatable)', each)
    .option('--safe <operation>', 'an operation that changes nothing: it is a GET (repeatable)', each)
    .option('--route <operation=place>', "verb and path: GetOrder='GET /orders/{number}' (repeatable)", each)
    .option('--tag <operation=tag>', 'tag in the place of the service (repeatable)', each)
    .option('--fault <fault=status>', 'status of a declared fault (default: 422) (repeatable)', each)
    .addOption(membersOption())
    .option('--no-header-blocks', 'leave out the header blocks of SOAP')
    .option('--no-examples', 'leave out the examples')
    .option(...configFile)
    .option(...defined)
    .option(...allowRemote)
    .option(...allowedPaths)
    .option(...jsonResult);
  httpOptions(command)
    .addHelpText('after', '\nExample: codegen openapi shop.wsdl --out openapi.json')
    .action(async (inputs: string[], options: Omit<OpenApiCommandOptions, 'inputs'>) => {
      const { openApiCommand } = await import('./commands/openapi.js');
      done(await openApiCommand({ ...options, inputs }, terminal));
    });
}

/** `codegen export`. */
export function addExport(program: Command, terminal: Terminal, done: Run): void {
  const command = program
    .command('export')
    .description(
      'write a collection of valid requests, with tests, for an API client (needs @wsdl-codegen/collections)',
    )
    .addArgument(new Argument('<format>', 'the API client').choices(['bruno', 'postman', 'insomnia', 'http', 'k6']))
    .argument('[inputs...]', 'WSDL, or YAML/JSON service descriptions (default: those in the config)')
    .requiredOption('-o, --out <dir>', 'folder for the collection')
    .option('--check', 'write nothing; exit code 1 if the collection is not what would be written')
    .option('--title <text>', 'name of the collection (default: the names of the services)')
    .addOption(new Option('-b, --binding <kind>', 'kind of binding (default: all)').choices(bindings))
    .addOption(
      new Option('--auth <kind>', 'requests say who calls in the header of HTTP, by variables').choices([
        'basic',
        'bearer',
      ]),
    )
    .option('--seed <number>', 'other values, the same ones in each run', wholeNumber(2 ** 32 - 1))
    .option(...configFile)
    .option(...defined)
    .option(...allowRemote)
    .option(...allowedPaths)
    .option('--force', 'overwrite files that were changed or made by hand')
    .option('--dry-run', 'show what would be written, and write nothing')
    .option(...allMessages)
    .option(...jsonResult);
  httpOptions(command)
    .addHelpText('after', '\nExample: codegen export bruno wsdl/ExchangerApi.wsdl --out collections/exchanger')
    .action(
      async (
        format: ExportCommandOptions['format'],
        inputs: string[],
        options: Omit<ExportCommandOptions, 'format' | 'inputs'>,
      ) => {
        const { exportCommand } = await import('./commands/export.js');
        done(await exportCommand({ ...options, format, inputs }, terminal));
      },
    );
}

/** `codegen mcp`. */
export function addMcp(program: Command, terminal: Terminal, done: Run): void {
  const command = reachingCommand(program, 'mcp')
    .description('offer operations as tools of assistants, over standard input and output or HTTP')
    .option('--tool <operation>', 'OPERATION or SERVICE.OPERATION that becomes a tool (repeatable; default: all)', each)
    .option('--read-only', 'only operations that the table calls read-only')
    .option('--annotations <file>', 'JSON with what operations do: {"OPERATION": {"readOnly": true}}')
    .option('--header-block <name=value>', 'value of a declared SOAP header block (repeatable)', each)
    .addOption(membersOption())
    .option('--http', 'serve over HTTP; a token is asked for: that in CODEGEN_MCP_TOKEN, or one that is printed')
    .option('-p, --port <number>', 'port to listen on; 0 picks a free one (default: 8931)', wholeNumber(65_535))
    .option('--host <name>', 'address to listen on (default: 127.0.0.1)')
    .option(...defined)
    .option(...allowRemote)
    .option(...allMessages);
  httpOptions(command)
    .addHelpText('after', '\nExample: codegen mcp wsdl/ExchangerApi.wsdl --mock --tool Exchange')
    .action(async (inputs: string[], options: Omit<McpCommandOptions, 'inputs'>) => {
      const { mcpCommand } = await import('./commands/mcp.js');
      done(await mcpCommand({ ...options, inputs }, terminal));
    });
}
