import { inputsOrConfig } from '../config/config-inputs.js';
import { type Diagnostic, diagnostic, hasErrors } from '../diagnostics/diagnostic.js';
import { visible, visibleLines } from '../diagnostics/format.js';
import { publicAddress } from '../diagnostics/public-address.js';
import { describeExchange, type ExchangeEvent } from '../mock/exchange.js';
import type { RunningMock, StartedMock } from '../mock/serve.js';
import { readHttpAccess } from './http-options.js';
import type { MockCommandOptions } from './options.js';
import { assumedText, printEvent, printFound } from './report.js';
import { stopping, untilAborted } from './stopping.js';
import type { Terminal } from './terminal.js';

/**
 * `codegen mock`: serves a contract until it is stopped. Exit code 1 when it cannot start, and with `--strict` when a message
 * differed from the contract.
 */
export async function mockCommand(given: MockCommandOptions, terminal: Terminal): Promise<number> {
  const [options, problems] = await inputsOrConfig(given, terminal.workingFolder);
  if (hasErrors(problems)) {
    printFound(given, problems, terminal);
    return 1;
  }
  const stop = stopping(terminal);
  try {
    return await new MockCommand(options, terminal, stop.signal).run();
  } finally {
    stop.end();
  }
}

class MockCommand {
  readonly #options: MockCommandOptions;
  readonly #terminal: Terminal;
  readonly #signal: AbortSignal;
  readonly #started = Date.now();
  #exchanges = 0;
  #breaches = 0;

  constructor(options: MockCommandOptions, terminal: Terminal, signal: AbortSignal) {
    this.#options = options;
    this.#terminal = terminal;
    this.#signal = signal;
  }

  async run(): Promise<number> {
    const mock = await this.#startOrWait();
    if (mock === undefined) {
      return 1;
    }
    this.#printListening(mock);
    await (this.#options.watch ? this.#watch(mock) : untilAborted(this.#signal));
    await mock.close();
    return this.#finish();
  }

  /** Starts, with `--watch` as soon as the mistakes that prevent it are gone. */
  async #startOrWait(): Promise<RunningMock | undefined> {
    for (;;) {
      const since = Date.now();
      const { mock, files, diagnostics } = await this.#start();
      printFound(this.#options, diagnostics, this.#terminal);
      if (mock !== undefined || !this.#options.watch || files.length === 0) {
        return mock;
      }
      if (!this.#options.json) {
        this.#terminal.out('waiting for a change (press Ctrl+C to stop)\n');
      }
      const { changeOf } = await import('../config/watch.js');
      await changeOf(files, { since, except: new Set(), signal: this.#signal });
      if (this.#signal.aborted) {
        return undefined;
      }
    }
  }

  async #start(): Promise<StartedMock> {
    const { port = 8080, rules, record, replay, recordings = defaultFolder, seed, ...options } = this.#options;
    const wrong = contradiction(this.#options);
    if (wrong !== undefined) {
      return { files: [], diagnostics: [diagnostic('config/usage', wrong)] };
    }
    const onExchange = (event: ExchangeEvent): void => this.#printExchange(event);
    const common = { ...options, port, workingFolder: this.#terminal.workingFolder, onExchange };
    if (record !== undefined) {
      const [access, problems] = await readHttpAccess(this.#options, [record], this.#terminal);
      const { recordExchanges } = await import('../mock/record-exchanges.js');
      return hasErrors(problems)
        ? { files: [], diagnostics: problems }
        : recordExchanges({ ...common, upstream: record, recordings, access });
    }
    if (replay !== undefined) {
      const { replayExchanges } = await import('../mock/replay-exchanges.js');
      return replayExchanges({ ...common, recordings: replay });
    }
    const { mockContract } = await import('../mock/mock-contract.js');
    return mockContract({ ...common, ...(rules !== undefined && { rules }), ...(seed !== undefined && { seed }) });
  }

  async #watch(mock: RunningMock): Promise<void> {
    const { changeOf } = await import('../config/watch.js');
    let since = this.#started;
    while (!this.#signal.aborted) {
      await changeOf(mock.files, { since, except: new Set(), signal: this.#signal });
      if (!this.#signal.aborted) {
        since = Date.now();
        this.#printReloaded(await mock.reload());
      }
    }
  }

  #finish(): number {
    const [exchanges, breaches] = [this.#exchanges, this.#breaches];
    if (this.#options.json) {
      printEvent<'mock'>({ event: 'stopped', exchanges, breaches }, this.#terminal);
    } else {
      const found = this.#options.strict ? `, ${counted(breaches, 'breach', 'breaches')} of the contract` : '';
      this.#terminal.out(`stopped after ${counted(exchanges, 'request', 'requests')}${found}\n`);
    }
    return breaches > 0 ? 1 : 0;
  }

  #printListening({ url, addresses, assumed }: RunningMock): void {
    if (this.#options.json) {
      printEvent<'mock'>(
        { event: 'listening', url, addresses: Object.fromEntries(addresses), assumed },
        this.#terminal,
      );
      return;
    }
    for (const [name, list] of addresses) {
      this.#terminal.out(`${visible(name)}: ${visible(list.join(', '))}\n`);
    }
    this.#terminal.out(assumedText(assumed));
    const { record, recordings = defaultFolder } = this.#options;
    if (record !== undefined) {
      this.#terminal.out(
        `passing calls on to ${visible(publicAddress(record))}, recording into ${visible(recordings)}\n`,
      );
    }
    this.#terminal.out(`listening on ${url} (press Ctrl+C to stop)\n`);
  }

  #printExchange(event: ExchangeEvent): void {
    this.#exchanges++;
    this.#breaches += event.breaches.length;
    if (this.#options.json) {
      printEvent<'mock'>({ event: 'exchange', ...event }, this.#terminal);
    } else {
      this.#terminal.out(`${visibleLines(describeExchange(event))}\n`);
    }
  }

  #printReloaded(diagnostics: readonly Diagnostic[]): void {
    printFound(this.#options, diagnostics, this.#terminal);
    const failed = diagnostics.some(({ severity }) => severity === 'error');
    if (this.#options.json) {
      printEvent<'mock'>({ event: 'reloaded', failed }, this.#terminal);
    } else {
      this.#terminal.out(failed ? 'not reloaded: the version before is still served\n' : 'reloaded\n');
    }
  }
}

/** Where recordings are kept. */
const defaultFolder = 'recordings';

/** Options that do not go together. */
function contradiction({ record, recordings, replay, rules, seed }: MockCommandOptions): Usage | undefined {
  if (recordings !== undefined && record === undefined) {
    const advice = 'add --record URL to make recordings; --replay DIR answers from those of a folder.';
    return { problem: '--recordings was given, but no --record.', advice };
  }
  const ways = [
    ...(record === undefined ? [] : ['--record']),
    ...(replay === undefined ? [] : ['--replay']),
    ...(rules === undefined && seed === undefined ? [] : ['--rules and --seed']),
  ];
  return ways.length < 2
    ? undefined
    : {
        problem: `${ways.join(' and ')} do not go together.`,
        advice: 'answers come from one of them; leave the others out.',
      };
}

interface Usage {
  readonly problem: string;
  readonly advice: string;
}

function counted(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`;
}
