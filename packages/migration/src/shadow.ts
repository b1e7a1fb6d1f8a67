import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type BelievedCaller,
  createMasker,
  type Masker,
  type MaskOption,
  type ServerShadow,
  type WireRequest,
  type WireResponse,
} from '@wsdl-codegen/runtime';
import {
  callback,
  checkMask,
  listOf,
  mask,
  number,
  type OptionKinds,
  object,
  oneOf,
  requireOptions,
  shadowed,
  texts,
} from '@wsdl-codegen/runtime/extend';
import { type AnswerWithBytes, compareAnswers, plainAnswer } from './compare-answers.js';
import { type CompareRule, CompareRules } from './compare-rules.js';
import type { AnswerDifference } from './infoset-differences.js';
import { OlderService, type OlderServiceOptions, olderServiceOptions } from './older-service.js';
import { type RecordedAnswer, readWhole, recorded } from './recorded.js';

/** Options of `shadow`. */
export interface ShadowOptions extends OlderServiceOptions {
  /** Names on the wire of the operations to compare. Both services run them: name no operation that may not run twice. */
  readonly operations: readonly string[];
  /** Whose answer the caller gets. Default `'here'`: that of this server. `'older'`: that of the older service. */
  readonly answer?: 'here' | 'older';
  /** Called for each comparison in which the answers differ. Errors that it throws are ignored. */
  readonly onDifference: (report: ShadowReport) => void;
  /** Called for each call of these operations with the outcome, for counting. Errors that it throws are ignored. */
  readonly onCompared?: (operation: string, outcome: ShadowOutcome) => void;
  /** Values that are compared in another way than by their texts, or not at all. */
  readonly rules?: readonly CompareRule[];
  /** Part of the calls that are compared, from 0 to 1. Default 1. */
  readonly sample?: number;
  /** Comparisons at once; calls beyond are answered and not compared. Default 16. */
  readonly maxComparisons?: number;
  /** Bytes of an answer that is compared. Default 1 MiB. */
  readonly maxBytes?: number;
  /** Which credentials reports show as `***`. Default: those that have usual names. */
  readonly mask?: MaskOption;
}

const kinds: OptionKinds<ShadowOptions> = {
  ...olderServiceOptions,
  operations: texts,
  answer: oneOf('here', 'older'),
  onDifference: callback,
  onCompared: callback,
  rules: listOf({ ...object, expected: 'an array of rules' }),
  sample: number,
  maxComparisons: number,
  maxBytes: number,
  mask,
};

/** `skipped`: not in the sample, too many at once, or too much to compare; `failed`: one of the services gave no answer, or none that can be read. */
export type ShadowOutcome = 'same' | 'different' | 'skipped' | 'failed';

/** How the answers to one call differ. */
export interface ShadowReport {
  /** Name of the operation on the wire. */
  readonly operation: string;
  readonly differences: readonly AnswerDifference[];
}

/** One request on its way. */
interface Watched {
  operation: string | undefined;
  /** True if the older service is to answer. */
  readonly divert: boolean;
}

/**
 * Runs calls on an older service as well, and reports how its answers differ from those of this one. The caller gets one of the answers, which the comparison neither delays
 * nor changes. Throws `TypeError` for an address or a rule that is not valid, and for options that do not exist or are of another kind.
 */
export function shadow(options: ShadowOptions): ServerShadow {
  requireOptions('shadow', options, kinds, ['baseUrl', 'operations', 'onDifference']);
  checkMask(options.mask);
  return new Shadow(options);
}

const defaultMaxBytes = 1_048_576;
const maxShown = 200;
/** Characters of a value in which credentials are looked for, before it is cut to what is shown. */
const maxMasked = 16_384;

class Shadow implements ServerShadow {
  readonly operations: readonly string[];
  readonly #options: ShadowOptions;
  readonly #older: OlderService;
  readonly #rules: CompareRules;
  readonly #masker: Masker;
  readonly #maxBytes: number;
  readonly #watched = new AsyncLocalStorage<Watched>();
  readonly #time = new TimeAllowance();
  #running = 0;

  constructor(options: ShadowOptions) {
    this.operations = options.operations;
    this.#options = options;
    this.#older = new OlderService(options);
    this.#rules = new CompareRules(options.rules ?? []);
    this.#masker = createMasker(options.mask);
    this.#maxBytes = options.maxBytes ?? defaultMaxBytes;
  }

  chosen(operation: string): boolean {
    const watched = this.#watched.getStore();
    if (watched !== undefined) {
      watched.operation = operation;
    }
    return watched?.divert === true;
  }

  async around(
    request: WireRequest,
    next: (request: WireRequest) => WireResponse | Promise<WireResponse>,
    caller: BelievedCaller,
  ): Promise<WireResponse> {
    const watched: Watched = { operation: undefined, divert: this.#options.answer === 'older' };
    const answer = await this.#watched.run(watched, () => next(request));
    const { operation } = watched;
    if (operation === undefined) {
      return answer;
    }
    // The comparison goes on when the caller is gone, and is no exchange of the caller.
    const again: WireRequest = { ...request, signal: undefined, client: undefined, exchange: undefined };
    const isOlder = answer === shadowed;
    if (isOlder) {
      request.exchange?.passedOn();
    }
    const main = isOlder ? await this.#older.send(request, caller) : answer;
    if (!this.#begins()) {
      this.#tell(operation, 'skipped');
      return main;
    }
    const kept = recorded(main, this.#maxBytes);
    const other = async (): Promise<WireResponse> =>
      isOlder
        ? this.#watched.run({ operation: undefined, divert: false }, () => next(again))
        : this.#older.send(again, caller);
    this.#running++;
    setImmediate(() => {
      void this.#compare(operation, kept, other, isOlder).finally(() => this.#running--);
    });
    return kept.response;
  }

  #begins(): boolean {
    const { sample = 1, maxComparisons = 16 } = this.#options;
    return this.#running < maxComparisons && !this.#time.isSpent && Math.random() < sample;
  }

  async #compare(
    operation: string,
    kept: RecordedAnswer,
    call: () => Promise<WireResponse>,
    isOlder: boolean,
  ): Promise<void> {
    try {
      const other = await call();
      const [bytes, others] = await Promise.all([kept.bytes, readWhole(other, this.#maxBytes)]);
      if (bytes === undefined || others === undefined) {
        this.#tell(operation, 'skipped');
        return;
      }
      const pair = [
        { response: kept.response, bytes },
        { response: other, bytes: others },
      ] as const;
      const plain = await Promise.all(pair.map((answer) => plainAnswer(answer, this.#maxBytes)));
      const [here, there] = isOlder ? plain.reverse() : plain;
      this.#tell(operation, here && there && !this.#time.isSpent ? this.#report(operation, here, there) : 'skipped');
    } catch {
      this.#tell(operation, 'failed');
    }
  }

  /** Compares, which nothing else can happen during. Throws for an answer that cannot be read. */
  #report(operation: string, here: AnswerWithBytes, there: AnswerWithBytes): ShadowOutcome {
    const started = performance.now();
    try {
      const differences = compareAnswers(here, there, this.#rules).map((each) => this.#masked(each));
      if (differences.length === 0) {
        return 'same';
      }
      this.#safely(() => this.#options.onDifference({ operation, differences }));
      return 'different';
    } finally {
      this.#time.spend(performance.now() - started);
    }
  }

  #masked({ kind, path, here, there }: AnswerDifference): AnswerDifference {
    const names = path.split('/').map((step) => step.replace(/^@|\[\d+\]$/g, ''));
    const isSecret = names.some((name) => name !== '' && this.#masker.isSecret(name));
    const show = (text: string): string =>
      isSecret ? '***' : this.#masker.text(text.slice(0, maxMasked)).slice(0, maxShown);
    return {
      kind,
      path,
      ...(here !== undefined && { here: show(here) }),
      ...(there !== undefined && { there: show(there) }),
    };
  }

  #tell(operation: string, outcome: ShadowOutcome): void {
    this.#safely(() => this.#options.onCompared?.(operation, outcome));
  }

  #safely(call: () => void): void {
    try {
      call();
    } catch {
      // A report has no influence on answers.
    }
  }
}

/** Part of the time that comparisons may take, and the milliseconds that they may take in a row. */
const share = 0.2;
const burstMs = 1000;

/** Keeps comparisons, which are made while calls wait, from taking the time that calls need: whoever can make answers long could otherwise stop the server. */
class TimeAllowance {
  #left = burstMs;
  #since = performance.now();

  get isSpent(): boolean {
    const now = performance.now();
    this.#left = Math.min(burstMs, this.#left + (now - this.#since) * share);
    this.#since = now;
    return this.#left <= 0;
  }

  spend(milliseconds: number): void {
    this.#left -= milliseconds;
  }
}
