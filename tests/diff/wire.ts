import { parseXml } from '@wsdl-codegen/runtime/schema';
import type { Contract, ExpandedName, Message, Operation } from '../../generator/contract/model.js';
import { descriptorsOf } from '../../generator/memory/descriptors.js';
import { documentOf, type Random } from './documents.js';

/** How a service or a client reads: as the runtime does by default, or refusing what its contract does not declare. */
type Reading = 'lenient' | 'strict';

/** The messages that a reader refused, for each pair of a writer and a reader. */
export interface Refusals {
  readonly oldClients: Readonly<Record<Reading, string | undefined>>;
  readonly newClients: Readonly<Record<Reading, string | undefined>>;
}

/**
 * Sends random messages of all operations that both contracts have between old and new clients and services. The first
 * message that is refused is returned for each of them.
 */
export function exchange(old: Contract, now: Contract, random: Random, rounds: number): Refusals {
  const [before, after] = [descriptorsOf(old), descriptorsOf(now)];
  const result: { [A in keyof Refusals]: { [R in Reading]: string | undefined } } = {
    oldClients: { lenient: undefined, strict: undefined },
    newClients: { lenient: undefined, strict: undefined },
  };
  const send = (
    audience: keyof Refusals,
    from: Contract,
    to: typeof before,
    written: ExpandedName,
    read: ExpandedName,
  ) => {
    const target = to.elements.get(read);
    const xml = documentOf(from, written, random);
    for (const reading of ['lenient', 'strict'] as const) {
      try {
        if (!target || written !== read) {
          throw new Error(`${written} is unknown`);
        }
        parseXml(target, xml, { strict: reading === 'strict', declarations: to });
      } catch (error) {
        result[audience][reading] ??= `${(error as Error).message}\n${xml}`;
      }
    }
  };
  for (const [a, b] of commonOperations(old, now)) {
    for (let round = 0; round < rounds; round++) {
      // Requests go from the client to the service, answers the other way.
      for (const [ours, theirs, isRequest] of messagesOf(a, b)) {
        send(
          'oldClients',
          isRequest ? old : now,
          isRequest ? after : before,
          isRequest ? ours : theirs,
          isRequest ? theirs : ours,
        );
        send(
          'newClients',
          isRequest ? now : old,
          isRequest ? before : after,
          isRequest ? theirs : ours,
          isRequest ? ours : theirs,
        );
      }
    }
  }
  return result;
}

function commonOperations(old: Contract, now: Contract): readonly (readonly [Operation, Operation])[] {
  const all = now.services.flatMap(({ operations }) => operations);
  return old.services.flatMap(({ operations }) =>
    operations.flatMap((operation) => {
      const same = all.find(({ name }) => name === operation.name);
      return same ? [[operation, same] as const] : [];
    }),
  );
}

function messagesOf(a: Operation, b: Operation): readonly (readonly [ExpandedName, ExpandedName, boolean])[] {
  const element = (message: Message | undefined): ExpandedName | undefined =>
    message?.kind === 'element' ? message.element : undefined;
  const pairs = [
    [element(a.input), element(b.input), true],
    [element(a.output), element(b.output), false],
    ...a.faults.map(
      (fault) => [fault.part?.element, b.faults.find(({ name }) => name === fault.name)?.part?.element, false] as const,
    ),
  ] as const;
  return pairs.flatMap(([ours, theirs, isRequest]) =>
    ours === undefined || theirs === undefined ? [] : [[ours, theirs, isRequest] as const],
  );
}
