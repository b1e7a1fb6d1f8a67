import { callback, checkOptions, number, type OptionKinds, oneOf, requireKind, text } from '../../base/options.js';
import type { ReceivedAnswer, ReceivedCall, RequestReceiver } from '../../server/receiving.js';
import type { OperationDescriptor } from '../../service/descriptor.js';
import { type ItemAt, itemsAt, type ListPath } from '../list/list-path.js';
import { type MessageList, messageList } from '../list/way-to-list.js';
import type { WithBinaryStreams } from '../package/binary-stream.js';
import { withStreams } from '../package/package-binaries.js';
import { placeStream } from './arriving-value.js';
import { ItemStream, type ItemSupply } from './item-stream.js';
import { type ReceivedList, RequestReading } from './requests.js';

/** Options of `receiving`. */
export interface ReceivingOptions<Path extends string> {
  /** The list of the request whose items the handler reads: the properties on the way to it, joined with dots. May be left out where there is one list. */
  readonly items?: Path | undefined;
  /**
   * `'streams'` reads binary values as they arrive, and gives `BinaryStream`s in their place. In a package (MTOM) they come after the message: read them after
   * the last item, and in order. Default: packages are read as a whole first.
   */
  readonly binaries?: 'streams' | undefined;
  /** Bytes that a request may have. Default: the server's `limits.maxBodyBytes`, which also bounds each item and what surrounds them. */
  readonly maxBytes?: number | undefined;
}

const kinds: OptionKinds<ReceivingOptions<string>> = { items: text, binaries: oneOf('streams'), maxBytes: number };

/** The parameter of an operation with a stream in the place of one list. */
export type ReceivedInput<T, Path extends string> = [Path] extends [never] ? T : WithList<T, Path>;

type WithList<T, Path extends string> = Path extends ''
  ? ItemStream<ItemAt<T, Path>>
  : Path extends keyof T
    ? Omit<T, Path> & { readonly [P in Path]: ItemStream<ItemAt<T, Path>> }
    : Path extends `${infer Key}.${infer Rest}`
      ? Key extends keyof T
        ? Omit<T, Key> & { readonly [P in Key]: WithList<NonNullable<T[Key]>, Rest> }
        : never
      : never;

/**
 * A handler that reads a list of its request while that arrives: `putOrders: receiving(async ({ orders }) => { for await (const order of orders) … })`. It is called when
 * the first item is there. Properties that come after the list are absent until the list was read to its end. An item or a rest that does not
 * fit makes the iteration reject with a `SoapFault`, which is the answer if the handler lets it pass. The client sends no faster than the handler reads.
 */
export function receiving<
  Input,
  Output,
  Context,
  Path extends ListPath<Input> = ListPath<Input>,
  Binaries extends 'streams' | undefined = undefined,
>(
  handler: (
    input: ReceivedInput<[Binaries] extends ['streams'] ? WithBinaryStreams<Input> : Input, Path>,
    context: Context,
  ) => Output,
  options: ReceivingOptions<Path> & { readonly binaries?: Binaries } = {},
): (input: Input, context: Context) => Output {
  requireKind('The handler of `receiving`', handler, callback);
  const receiver = new ReceivingOperation(checkOptions('`receiving`', options, kinds));
  const answer = (input: Input, context: Context): Output =>
    handler(receiver.streamIn(input, context) as never, context);
  return Object.assign(answer, { $receiver: receiver });
}

/** The list of an operation that its handler reads while the request arrives. */
class ReceivingOperation implements RequestReceiver, ReceivedList {
  readonly maxBytes: number | undefined;
  readonly hasBinaryStreams: boolean;
  readonly #path: string | undefined;
  readonly #lists = new WeakMap<OperationDescriptor, MessageList>();

  constructor({ items, maxBytes, binaries }: ReceivingOptions<string>) {
    this.hasBinaryStreams = binaries === 'streams';
    this.#path = items;
    this.maxBytes = maxBytes;
  }

  /** The list in the operation's requests. Throws `TypeError` if the path names none. */
  listOf(operation: OperationDescriptor): MessageList | undefined {
    let list = this.#lists.get(operation);
    if (list === undefined) {
      list = messageList(operation.name, operation.input, this.#path);
      if (list === undefined && !this.hasBinaryStreams) {
        throw new TypeError(`${operation.name} has no list whose items could be received.`);
      }
      if (list !== undefined) {
        this.#lists.set(operation, list);
      }
    }
    return list;
  }

  answer(call: ReceivedCall): Promise<ReceivedAnswer> {
    return new RequestReading(call).answer();
  }

  /** A parameter that came as a whole, with a stream of the items that are there in the place of the list. */
  streamIn(input: unknown, context: unknown): unknown {
    const { operation } = context as { readonly operation: OperationDescriptor };
    const steps = this.listOf(operation)?.valueSteps;
    const items = steps && listAt(input, steps);
    const value = this.hasBinaryStreams && !(items instanceof ItemStream) ? withStreams(input) : input;
    return steps !== undefined && Array.isArray(items)
      ? placeStream(value, steps, new ItemStream(new ReadItems(items)))
      : value;
  }
}

function listAt(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | null | undefined)?.[step], value);
}

/** Items that are there. */
class ReadItems implements ItemSupply {
  item: unknown = undefined;
  readonly #items: readonly unknown[];
  #next = 0;

  constructor(items: readonly unknown[]) {
    this.#items = itemsAt(items, []);
  }

  take(): boolean {
    this.item = this.#items[this.#next];
    return this.#next++ < this.#items.length;
  }

  async more(): Promise<boolean> {
    return false;
  }

  async end(): Promise<void> {}

  fail(error: unknown): unknown {
    return error;
  }

  async cancel(): Promise<void> {}
}
