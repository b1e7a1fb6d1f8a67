import type { BindingKind } from '@wsdl-codegen/runtime';

/** A difference between a message and the contract. */
export interface Breach {
  readonly side: 'request' | 'answer';
  /** Where it is: `/Exchange/amountToPay`; `HTTP` for what is outside the message. */
  readonly path: string;
  readonly message: string;
}

/** A request and its answer, as they are reported: without values, which may be credentials. */
export interface ExchangeEvent {
  /** HTTP method. */
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  /** Names on the wire; absent for pages, documents, and requests that are not a call. */
  readonly service?: string;
  readonly operation?: string;
  readonly binding?: BindingKind;
  /** Status of the answer. */
  readonly status: number;
  /** Time until the answer was ready. */
  readonly milliseconds: number;
  /** Where the answer comes from: `rule "declined"`, `sample`, `recorded as …`. */
  readonly note?: string;
  /** Filled in strict mode. */
  readonly breaches: readonly Breach[];
}

/** One line for people, and one for each breach. */
export function describeExchange(event: ExchangeEvent): string {
  const { method, path, operation, binding, status, milliseconds, note, breaches } = event;
  const call = operation === undefined ? '' : ` ${operation} (${binding})`;
  const source = note === undefined ? '' : `, ${note}`;
  const lines = breaches.map((breach) => `  breach: ${describeBreach(breach)}`);
  return [`${method} ${path}${call}: ${status} in ${milliseconds} ms${source}`, ...lines].join('\n');
}

function describeBreach({ side, path, message }: Breach): string {
  return `${side} ${path}: ${message}`;
}
