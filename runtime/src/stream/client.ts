import {
  checkOptions,
  number,
  type OptionKinds,
  object,
  oneOf,
  requireKind,
  text,
  withMethods,
} from '../base/options.js';
import type { CallReading } from '../client/attempts/attempt.js';
import type { Exchange } from '../client/call/context.js';
import { callOptions } from '../client/options/option-kinds.js';
import type { CallOptions, ClientAnswer } from '../client/options/options.js';
import type { MethodInput, MethodOutput, ServiceClient } from '../client/service-client.js';
import { isRecord } from '../schema/descriptor/resolve.js';
import { isSoapKind } from '../service/binding-kinds.js';
import type { BindingKind, OperationDescriptor } from '../service/descriptor.js';
import { everyFacts } from '../service/facts.js';
import type { SoapHeaderExtension } from '../soap/extension.js';
import { checkWindow, type WindowLimits } from './list/item-window.js';
import type { ItemAt, ListPath } from './list/list-path.js';
import {
  documentList,
  documentWay,
  envelopeWay,
  type MessageList,
  messageList,
  noWay,
  type Way,
} from './list/way-to-list.js';
import type { WithBinaryStreams } from './package/binary-stream.js';
import { AnswerReading } from './read/answer-reading.js';
import { ItemStream } from './read/item-stream.js';
import { isByteSource, type Streaming } from './write/sources.js';
import { StreamedRequest } from './write/streamed-request.js';

/** Options of a call whose answer is read item by item; see `CallOptions`. */
export interface StreamOptions<B extends BindingKind, Path extends string> extends CallOptions<B> {
  /**
   * The list of the answer whose items are read: the properties on the way to it, joined with dots. `'customers.orders'` are the orders of all customers.
   * May be left out where there is one list.
   */
  readonly items?: Path | undefined;
  /**
   * `'streams'` reads binary values as they arrive, and gives `BinaryStream`s in their place. In a package (MTOM) they come after the message: read them after the
   * last item, in order, or call `return`. Default: packages are read as a whole first.
   */
  readonly binaries?: 'streams' | undefined;
  /** Lengths of what is in memory at once. */
  readonly window?: WindowLimits | undefined;
  /** Bytes of the answer. Default: the client's `limits.maxResponseBytes` if that is set, otherwise unlimited. */
  readonly maxResponseBytes?: number | undefined;
  /** Milliseconds to wait for the answer, and then for each further part of it; 0 means no limit. Time in which nobody asks for an item does not count. */
  readonly timeoutMs?: number;
}

/** The items of an answer. The call is made when the first is asked for. */
export class AnswerItems<Item, Output> extends ItemStream<Item> {
  readonly #reading: AnswerReading;
  readonly #hasList: boolean;

  /** Made by `stream`. */
  constructor(reading: AnswerReading, hasList: boolean) {
    super(reading);
    this.#reading = reading;
    this.#hasList = hasList;
  }

  /** Ends the call, and the reading of binary values. */
  override async return(): Promise<IteratorResult<Item, undefined>> {
    const result = await super.return();
    await this.#reading.cancel();
    return result;
  }

  /**
   * The result of the call without the items; known after the last item, so it never settles where nobody iterates. Rejects as the iteration does, and if
   * it ends early. Asking for the answer of an operation without lists makes the call.
   */
  get answer(): Promise<Output> {
    if (!this.#hasList) {
      this.next().catch(() => undefined);
    }
    return this.#reading.answer as Promise<Output>;
  }
}

/** The calls of a client, by the names of its methods, with answers that are read item by item. */
export type StreamCalls<Methods, B extends BindingKind> = {
  readonly [M in keyof Methods & string]: <
    Path extends ListPath<MethodOutput<Methods, M>>,
    Binaries extends 'streams' | undefined = undefined,
  >(
    input: Streaming<MethodInput<Methods, M>>,
    options?: StreamOptions<B, Path> & { readonly binaries?: Binaries },
  ) => AnswerItems<
    MaybeStreams<ItemAt<MethodOutput<Methods, M>, Path>, Binaries>,
    MaybeStreams<MethodOutput<Methods, M>, Binaries>
  >;
};

type MaybeStreams<T, Binaries> = [Binaries] extends ['streams'] ? WithBinaryStreams<T> : T;

/**
 * Calls whose answers are read item by item, and whose requests are written while their lists and binary values are read, in memory that does not grow with
 * them: `for await (const order of stream(client).listOrders({ year: 2026 }, { items: 'orders' }))`. Options, faults and errors are those of ordinary
 * calls; an error in the middle says after how many items it came. Leaving the loop ends the request. Methods throw `TypeError` for a path that names no
 * list, and for operations in SOAP encoding.
 */
export function stream<Methods, B extends BindingKind>(client: ServiceClient<Methods, B>): StreamCalls<Methods, B> {
  requireKind('The argument of `stream`', client, withMethods('a client', '$exchange'));
  const methods = Object.keys(client.$service.operations).map((method) => [
    method,
    (input: unknown, options?: StreamOptions<B, string> | null) =>
      open(client, method as keyof Methods & string, input, options ?? {}),
  ]);
  return Object.fromEntries(methods) as StreamCalls<Methods, B>;
}

const streamOptions: OptionKinds<StreamOptions<BindingKind, string>> = {
  ...callOptions,
  items: text,
  window: object,
  binaries: oneOf('streams'),
  maxResponseBytes: number,
};

function open<Methods, B extends BindingKind>(
  client: ServiceClient<Methods, B>,
  method: keyof Methods & string,
  input: unknown,
  given: StreamOptions<B, string>,
): AnswerItems<unknown, unknown> {
  const options = checkOptions('A stream', given, streamOptions as OptionKinds<StreamOptions<B, string>>);
  checkWindow(options.window);
  const { items, window, binaries, maxResponseBytes, ...ordinary } = options;
  const operation: OperationDescriptor = client.$service.operations[method];
  const binding = options.binding ?? client.$binding;
  requireNoSeal(client.$options.extensions, operation.name, binding, input);
  const list = answerList(operation, binding, items);
  const reading = new AnswerReading({
    list,
    way: (exchange) => wayOf(exchange, list),
    window,
    hasBinaryStreams: binaries === 'streams',
    maxResponseBytes: maxResponseBytes ?? client.$options.limits?.maxResponseBytes ?? Number.POSITIVE_INFINITY,
    call: (reading) => call(client, method, input, ordinary, reading),
  });
  return new AnswerItems(reading, list !== undefined);
}

async function call<Methods, B extends BindingKind>(
  client: ServiceClient<Methods, B>,
  method: keyof Methods & string,
  input: unknown,
  options: CallOptions<B>,
  reading: CallReading,
): Promise<ClientAnswer> {
  if (!holdsSources(input)) {
    return client.$exchange(method, input, options, { reading });
  }
  const writing = new StreamedRequest();
  try {
    return await client.$exchange(method, input, options, { reading, writing });
  } finally {
    writing.end();
  }
}

/** Throws `TypeError` for a call whose request an extension seals as a whole, or whose answer one opens. */
function requireNoSeal(
  extensions: readonly SoapHeaderExtension[] = [],
  name: string,
  kind: BindingKind,
  input: unknown,
): void {
  if (!isSoapKind(kind)) {
    return;
  }
  if (extensions.some(({ open }) => open !== undefined)) {
    throw new TypeError(`An extension of the client opens whole answers: call ${name} without stream.`);
  }
  if (extensions.some(({ seal }) => seal !== undefined) && holdsSources(input)) {
    const advice = 'give lists and binary values as a whole';
    throw new TypeError(`An extension of the client seals whole requests: ${advice} to ${name}.`);
  }
}

/** True for a value with something that is read while it is written. */
function holdsSources(value: unknown): boolean {
  if (Array.isArray(value)) {
    return value.some(holdsSources);
  }
  if (!isRecord(value) || value instanceof Uint8Array) {
    return false;
  }
  return isByteSource(value) || Object.values(value).some(holdsSources);
}

/** The list of an answer; undefined for one without lists. Throws `TypeError` if the path names no list. */
function answerList(
  { name, output = {}, ...bindings }: OperationDescriptor,
  kind: BindingKind,
  path: string | undefined,
): MessageList | undefined {
  if (isSoapKind(kind)) {
    if (everyFacts(bindings[kind]).some(({ encoded }) => encoded === true)) {
      throw new TypeError(`${name} is in SOAP encoding, whose values may refer to each other: call it without stream.`);
    }
    return messageList(name, output, path);
  }
  const root = everyFacts(bindings[kind])[0]?.output;
  return root && documentList(name, root, output, path);
}

function wayOf({ plan }: Exchange, list: MessageList | undefined): Way {
  const { operation, binding, context } = plan;
  if (list === undefined) {
    return noWay();
  }
  if (isSoapKind(binding)) {
    const anyName = everyFacts(operation[binding]).some(({ style }) => style === 'rpc');
    return envelopeWay(operation.output ?? {}, list.steps, { anyName }, context.decode);
  }
  const root = everyFacts(operation[binding])[0]?.output;
  return root === undefined ? noWay() : documentWay(root, list.steps, context.decode);
}
