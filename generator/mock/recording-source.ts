import { SoapFault } from '@wsdl-codegen/runtime';
import type { AnswerSource, ServedCall, SourcedAnswer } from './answer-source.js';
import type { AnswerMeaning, ContractCheck } from './contract-check.js';
import { answerOf, type Recording, type StoredRecording } from './recording.js';
import { maskedJson } from './secrets.js';

/** Answers from recordings: those of the same binding as they are, others by their meaning. */
export class RecordingSource implements AnswerSource {
  readonly #stored: readonly StoredRecording[];
  readonly #check: ContractCheck;
  /** How often requests with the same values have come, by the first recording that has them. */
  readonly #turns = new Map<StoredRecording, number>();

  constructor(stored: readonly StoredRecording[], check: ContractCheck) {
    this.#stored = stored;
    this.#check = check;
  }

  async answer(call: ServedCall): Promise<SourcedAnswer> {
    const values = maskedJson(call.request);
    const ofOperation = this.#stored.filter(({ recording }) => isOf(recording, call));
    const matching = ofOperation.filter(({ recording }) => differences(recording.values, values).length === 0);
    const own = matching.filter(({ recording }) => recording.binding === call.binding);
    const list = own.length > 0 ? own : matching;
    const [first] = matching;
    const stored = first && list[Math.min(this.#turn(first), list.length - 1)];
    if (stored === undefined) {
      return {
        kind: 'fault',
        fault: new SoapFault(unmatched(call, values, ofOperation), { code: 'Client' }),
        note: 'no recording',
      };
    }
    const { recording, file } = stored;
    const note = `recorded in ${file}`;
    if (recording.binding === call.binding) {
      return { kind: 'http', response: answerOf(recording), isForeign: false, note };
    }
    const meaning = await this.#check.outcome(
      { ...call, binding: recording.binding, input: undefined },
      answerOf(recording),
    );
    return { ...answerBy(meaning, call), note };
  }

  /** The number of the call among those with the same values, from 0. */
  #turn(first: StoredRecording): number {
    const turn = this.#turns.get(first) ?? 0;
    this.#turns.set(first, turn + 1);
    return turn;
  }
}

function isOf(recording: Recording, { service, operation }: ServedCall): boolean {
  return recording.service === service.name && recording.operation === operation.name;
}

type MeantAnswer =
  | { readonly kind: 'result'; readonly value: unknown }
  | { readonly kind: 'fault'; readonly fault: SoapFault };

function answerBy(meaning: AnswerMeaning, { operation }: ServedCall): MeantAnswer {
  switch (meaning.kind) {
    case 'result':
      return { kind: 'result', value: meaning.value };
    case 'fault': {
      const { reason, faultName, detail } = meaning.error;
      const isDeclared = operation.faults?.some(({ name }) => name === faultName) === true && faultName !== undefined;
      return { kind: 'fault', fault: new SoapFault(reason, isDeclared ? { fault: faultName, detail } : {}) };
    }
    case 'other':
      return {
        kind: 'fault',
        fault: new SoapFault(`The recorded answer cannot be given over this binding: ${meaning.error.message}`),
      };
  }
}

/** Differences that a message names. */
const maxShown = 3;

function unmatched({ operation }: ServedCall, values: unknown, stored: readonly StoredRecording[]): string {
  const compared = stored.map(({ file, recording }) => ({ file, found: differences(recording.values, values) }));
  const [nearest] = compared.sort((a, b) => a.found.length - b.found.length);
  if (nearest === undefined) {
    return `There is no recorded exchange of ${operation.name}.`;
  }
  const shown = nearest.found
    .slice(0, maxShown)
    .map(({ path, recorded, given }) => `${path} is ${given}, recorded ${recorded}`);
  const rest = nearest.found.length - shown.length;
  const more = rest > 0 ? `, and ${rest} more` : '';
  return `No recorded exchange of ${operation.name} has these values. The nearest is ${nearest.file}: ${shown.join('; ')}${more}.`;
}

interface Difference {
  readonly path: string;
  readonly recorded: string;
  readonly given: string;
}

/** The values in which two requests differ. Absent parts, null and empty lists are the same. */
function differences(recorded: unknown, given: unknown, path = ''): readonly Difference[] {
  if (isObject(recorded) && isObject(given)) {
    const names = [...new Set([...Object.keys(recorded), ...Object.keys(given)])];
    return names.flatMap((name) => differences(recorded[name], given[name], path === '' ? name : `${path}.${name}`));
  }
  if (Array.isArray(recorded) && Array.isArray(given) && recorded.length === given.length) {
    return recorded.flatMap((item, at) => differences(item, given[at], `${path}[${at}]`));
  }
  const [before, now] = [textOf(recorded), textOf(given)];
  return before === now ? [] : [{ path: path === '' ? 'the request' : path, recorded: before, given: now }];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) {
    return 'absent';
  }
  return typeof value === 'object' ? JSON.stringify(value) : JSON.stringify(String(value));
}
