import type { Command } from 'commander';
import { allMessages, each, httpOptions, type Run, wholeNumber } from './cli-options.js';
import type { GatewayCommandOptions } from './commands/options.js';
import type { Terminal } from './commands/terminal.js';

/** Adds `codegen gateway`. */
export function addGateway(program: Command, terminal: Terminal, done: Run): void {
  const command = program
    .command('gateway')
    .description('offer services as JSON over HTTP, until it is stopped')
    .argument('[inputs...]', 'WSDL, or YAML/JSON service descriptions (default: those in the config)')
    .option('-c, --config <file>', 'config file (default: codegen.config.ts, .mts, .js, .mjs or .json)')
    .option(
      '-a, --address <url>',
      'where the service is; of several services, what their paths are below (default: the WSDL)',
    )
    .option('--mock', 'answer as codegen mock does, in the place of the service')
    .option('-p, --port <number>', 'port to listen on; 0 picks a free one (default: 8080)', wholeNumber(65_535))
    .option('--host <name>', 'address to listen on; 0.0.0.0 for all of this computer (default: localhost)')
    .option('--safe <operation>', 'an operation that changes nothing, which is GET (repeatable)', each)
    .option('--cors', 'let pages of all web sites call the services')
    .option('-d, --define <name=value>', 'value of a {name} placeholder (repeatable)', each)
    .option('--allow-remote', 'fetch inputs from http(s) addresses')
    .option(...allMessages)
    .option('--json', 'print each event as a line of JSON');
  httpOptions(command)
    .addHelpText('after', '\nExample: codegen gateway wsdl/ExchangerApi.wsdl --mock --port 8080')
    .action(async (inputs: string[], options: Omit<GatewayCommandOptions, 'inputs'>) => {
      const { gatewayCommand } = await import('./commands/gateway.js');
      done(await gatewayCommand({ ...options, inputs }, terminal));
    });
}
