/** The commands of `codegen`, in the order in which `--help` lists them. `cli.ts` has the options of each. */
export const commandNames = [
  'init',
  'generate',
  'check',
  'diff',
  'review',
  'doctor',
  'inspect',
  'wsdl',
  'pull',
  'call',
  'sample',
  'mock',
  'gateway',
  'mcp',
  'docs',
  'openapi',
  'export',
  'validate',
  'convert',
  'migrate',
  'completion',
] as const;

/** Name of a command. */
export type CommandName = (typeof commandNames)[number];
