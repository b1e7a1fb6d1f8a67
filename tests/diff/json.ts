import type { OperationDescriptor } from '@wsdl-codegen/runtime';
import { answerFromJson, answerToJson, requestFromJson, requestToJson } from '@wsdl-codegen/runtime/json';
import { JsonError, parseXml } from '@wsdl-codegen/runtime/schema';
import type { Contract, ExpandedName, Message } from '../../generator/contract/model.js';
import { type Descriptors, descriptorsOf } from '../../generator/memory/descriptors.js';
import { documentOf, type Random } from './documents.js';

/** The JSON that was refused: by a door of the new contract, and by callers of the old one, who may skip members that they do not know and facets. */
export interface JsonRefusals {
  readonly requests: string | undefined;
  readonly answers: string | undefined;
  readonly strictAnswers: string | undefined;
}

/** What callers notice that check answers by the whole schema. */
const skipped = /^(?:unknown-property|max|min|length|pattern|total|fraction|content-model)/;

/** Sends random requests of callers by the old contract, and random answers of the new one, as JSON. The first that is refused is returned. */
export function exchangeJson(old: Contract, now: Contract, random: Random, rounds: number): JsonRefusals {
  const [before, after] = [doorOf(old), doorOf(now)];
  const result: { -readonly [K in keyof JsonRefusals]: JsonRefusals[K] } = {
    requests: undefined,
    answers: undefined,
    strictAnswers: undefined,
  };
  for (const [name, ours] of before.operations) {
    const theirs = after.operations.get(name);
    if (theirs === undefined) {
      result.requests ??= `there is no ${name}`;
      continue;
    }
    for (let round = 0; round < rounds; round++) {
      const request = before.valueOf(name, 'input', random);
      const [refused] = refusals(() => requestFromJson(theirs, requestToJson(ours, request)));
      result.requests ??= refused;
      const answer = after.valueOf(name, 'output', random);
      const issues = refusals(() => answerFromJson(ours, answerToJson(theirs, answer)));
      result.strictAnswers ??= issues[0];
      result.answers ??= issues.find((issue) => !skipped.test(issue));
    }
  }
  return result;
}

/** The operations of a contract, and random values of their messages. */
interface Door {
  readonly operations: ReadonlyMap<string, OperationDescriptor>;
  readonly valueOf: (operation: string, way: 'input' | 'output', random: Random) => unknown;
}

function doorOf(contract: Contract): Door {
  const descriptors: Descriptors = descriptorsOf(contract);
  const operations = new Map(
    [...descriptors.services.values()].flatMap((service) =>
      Object.entries<OperationDescriptor>(service.operations).map(
        ([method, each]) => [[service.name, method].join('.'), each] as const,
      ),
    ),
  );
  const messages = new Map(
    contract.services.flatMap((service) => service.operations.map((each) => [each.name, each] as const)),
  );
  return {
    operations,
    valueOf: (method, way, random) => {
      const operation = operations.get(method);
      const element = elementOf(messages.get(operation?.name ?? '')?.[way]);
      const descriptor = operation?.[way];
      if (element === undefined || descriptor?.element === undefined) {
        return undefined;
      }
      const value = parseXml(descriptor.element, documentOf(contract, element, random), { declarations: descriptors });
      return descriptor.unwrap === undefined ? value : (value as Readonly<Record<string, unknown>>)[descriptor.unwrap];
    },
  };
}

function elementOf(message: Message | undefined): ExpandedName | undefined {
  return message?.kind === 'element' ? message.element : undefined;
}

function refusals(read: () => unknown): readonly string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (!(error instanceof JsonError)) {
      throw error;
    }
    return error.issues.map(({ code, message, path }) => `${code} at /${path.join('/')}: ${message}`);
  }
}
