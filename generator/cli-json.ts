import type { Command } from 'commander';
import { allMessages, each, httpOptions, type Run, wholeNumber } from './cli-options.js';
import type { McpCommandOptions } from './commands/options.js';
import type { Terminal } from './commands/terminal.js';

/** Adds `codegen mcp`. */
export function addMcp(program: Command, terminal: Terminal, done: Run): void {
  const command = program
    .command('mcp')
    .description('offer operations as tools of assistants, over standard input and output or HTTP')
    .argument('[inputs...]', 'WSDL, or YAML/JSON service descriptions (default: those in the config)')
    .option('-c, --config <file>', 'config file (default: codegen.config.ts, .mts, .js, .mjs or .json)')
    .option(
      '-a, --address <url>',
      'where the service is; of several services, what their paths are below (default: the WSDL)',
    )
    .option('--mock', 'answer as codegen mock does, in the place of the service')
    .option('--tool <operation>', 'OPERATION or SERVICE.OPERATION that becomes a tool (repeatable; default: all)', each)
    .option('--read-only', 'only operations that the table calls read-only')
    .option('--annotations <file>', 'JSON with what operations do: {"OPERATION": {"readOnly": true}}')
    .option('--header-block <name=value>', 'value of a declared SOAP header block (repeatable)', each)
    .option('--http', 'serve over HTTP; a token is asked for: that in CODEGEN_MCP_TOKEN, or one that is printed')
    .option('-p, --port <number>', 'port to listen on; 0 picks a free one (default: 8931)', wholeNumber(65_535))
    .option('--host <name>', 'address to listen on (default: 127.0.0.1)')
    .option('-d, --define <name=value>', 'value of a {name} placeholder (repeatable)', each)
    .option('--allow-remote', 'fetch inputs from http(s) addresses')
    .option(...allMessages);
  httpOptions(command)
    .addHelpText('after', '\nExample: codegen mcp wsdl/ExchangerApi.wsdl --mock --tool Exchange')
    .action(async (inputs: string[], options: Omit<McpCommandOptions, 'inputs'>) => {
      const { mcpCommand } = await import('./commands/mcp.js');
      done(await mcpCommand({ ...options, inputs }, terminal));
    });
}
