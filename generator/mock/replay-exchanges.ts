import { join, resolve } from 'node:path';
import { diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import { AnsweringServer, sitesOfAnswers } from './answering-server.js';
import { ContractCheck } from './contract-check.js';
import { readRecordings } from './recording.js';
import { RecordingSource } from './recording-source.js';
import { emptyServer, type PreparedServer, type ServeOptions, type StartedMock, serve } from './serve.js';
import { operationsOf, readServedContract } from './services.js';

/** Options of `replayExchanges`. */
export interface ReplayOptions extends ServeOptions {
  /** Folder with recordings. */
  readonly recordings: string;
}

/** `replayExchanges` of the programmatic interface. */
export function replayExchanges(options: ReplayOptions): Promise<StartedMock> {
  return serve(() => prepareReplay(options), options, sitesOfAnswers(options));
}

async function prepareReplay(options: ReplayOptions): Promise<Result<PreparedServer>> {
  const workingFolder = resolve(options.workingFolder ?? '.');
  const [contract, found] = await readServedContract({ ...options, workingFolder });
  const { recordings: display } = options;
  const folder = resolve(workingFolder, display);
  const [stored, problems] = await readRecordings(folder, display);
  const missing = stored.length + problems.length === 0 ? [diagnostic('mock/no-recordings', { folder: display })] : [];
  const all = [...found, ...problems, ...missing];
  if (hasErrors(all)) {
    return [emptyServer(contract), all];
  }
  const known = new Set(
    operationsOf(contract.services).map(({ service, operation }) => `${service.name}.${operation.name}`),
  );
  const unknown = stored
    .map(({ file, recording: { service, operation } }) => ({ file, operation: `${service}.${operation}` }))
    .filter(({ operation }) => !known.has(operation))
    .map((facts) => diagnostic('mock/unknown-recording', facts));
  const source = new RecordingSource(stored, new ContractCheck(contract.services, contract.declarations));
  const server = new AnsweringServer(contract, source, options);
  return [
    {
      contract,
      handle: (request) => server.handle(request),
      files: [...contract.files, ...stored.map(({ file }) => join(folder, file))],
    },
    [...all, ...unknown],
  ];
}
