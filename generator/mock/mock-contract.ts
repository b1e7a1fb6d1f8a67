import { resolve } from 'node:path';
import { diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import { disk } from '../output/disk.js';
import { AnsweringServer, sitesOfAnswers } from './answering-server.js';
import { RuleSource } from './rule-source.js';
import { readRules } from './rules/read-rules.js';
import { emptyServer, type PreparedServer, type ServeOptions, type StartedMock, serve } from './serve.js';
import { readServedContract } from './services.js';

/** Options of `mockContract`. */
export interface MockContractOptions extends ServeOptions {
  /** File of rules, in YAML or JSON. */
  readonly rules?: string;
  /** A number for other samples: each call then gets another one, in the same order every time. Default: one usual sample for each operation. */
  readonly seed?: number;
}

/** `mockContract` of the programmatic interface. */
export function mockContract(options: MockContractOptions): Promise<StartedMock> {
  return serve(() => prepareMock(options), options, sitesOfAnswers(options));
}

async function prepareMock(options: MockContractOptions): Promise<Result<PreparedServer>> {
  const workingFolder = resolve(options.workingFolder ?? '.');
  const [contract, found] = await readServedContract({ ...options, workingFolder });
  const { rules: file } = options;
  const path = file === undefined ? undefined : resolve(workingFolder, file);
  const files = [...contract.files, ...(path === undefined ? [] : [path])];
  const bytes = path === undefined ? undefined : disk.bytes(path);
  if (file !== undefined && bytes === undefined) {
    return [{ ...emptyServer(contract), files }, [...found, diagnostic('mock/unreadable-rules', { file })]];
  }
  if (hasErrors(found)) {
    return [{ ...emptyServer(contract), files }, found];
  }
  const text = new TextDecoder().decode(bytes);
  const [rules, problems] = file === undefined ? [[], []] : await readRules(text, file, contract.services);
  const source = new RuleSource(rules, contract.declarations, options.seed);
  const server = new AnsweringServer(contract, source, options);
  return [{ contract, handle: (request) => server.handle(request), files }, [...found, ...problems]];
}
