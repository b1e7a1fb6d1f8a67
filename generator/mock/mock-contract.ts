import { resolve } from 'node:path';
import { diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import { disk } from '../output/disk.js';
import type { ExchangeEvent } from './exchange.js';
import type { ListenAddress } from './http-server.js';
import { MockServer } from './mock-server.js';
import { readRules } from './rules/read-rules.js';
import { type PreparedServer, type StartedMock, serve } from './serve.js';
import { type ContractInputs, readServedContract } from './services.js';

/** Options that the servers of `codegen mock` have in common. */
export interface ServeOptions extends Omit<ContractInputs, 'workingFolder'>, ListenAddress {
  /** Folder that relative paths start from; the process's working folder by default. */
  readonly workingFolder?: string;
  /** Compares all messages with the contract; the events have the differences. */
  readonly strict?: boolean;
  /** Lets pages of all web sites call the services. */
  readonly cors?: boolean;
  /** Called for each request. */
  readonly onExchange?: (event: ExchangeEvent) => void;
}

/** Options of `mockContract`. */
export interface MockContractOptions extends ServeOptions {
  /** File of rules, in YAML or JSON. */
  readonly rules?: string;
  /** A number for other samples: each call then gets another one, in the same order every time. Default: one usual sample for each operation. */
  readonly seed?: number;
}

/** `mockContract` of the programmatic interface. */
export function mockContract(options: MockContractOptions): Promise<StartedMock> {
  return serve(() => prepareMock(options), options);
}

async function prepareMock(options: MockContractOptions): Promise<Result<PreparedServer>> {
  const workingFolder = resolve(options.workingFolder ?? '.');
  const [contract, found] = await readServedContract({ ...options, workingFolder });
  const nothing = { contract, files: contract.files, handle: async () => ({ status: 503, headers: {}, body: '' }) };
  if (hasErrors(found)) {
    return [nothing, found];
  }
  const { rules: file } = options;
  const path = file === undefined ? undefined : resolve(workingFolder, file);
  const bytes = path === undefined ? undefined : disk.bytes(path);
  if (file !== undefined && bytes === undefined) {
    return [nothing, [...found, diagnostic('mock/unreadable-rules', { file })]];
  }
  const text = new TextDecoder().decode(bytes);
  const [rules, problems] = file === undefined ? [[], []] : await readRules(text, file, contract.services);
  const server = new MockServer(contract, { ...options, rules });
  return [
    {
      contract,
      handle: (request) => server.handle(request),
      files: [...contract.files, ...(path === undefined ? [] : [path])],
    },
    [...found, ...problems],
  ];
}
