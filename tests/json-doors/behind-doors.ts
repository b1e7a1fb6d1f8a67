import { sampleAnswer, sampleRequest } from '@wsdl-codegen/runtime';
import { answerToJson, requestFromJson, requestToJson } from '@wsdl-codegen/runtime/json';
import { JsonError } from '@wsdl-codegen/runtime/schema';
import fc from 'fast-check';
import { type DoorOperation, doorOperations } from './doors.js';
import { changed, others, withoutEmpty } from './values.js';

/**
 * One truth behind all doors: what the document of OpenAPI says, what a gateway takes in front of a class and in front of a client, and what a tool takes. A value that goes through one of
 * them arrives as it does over SOAP without JSON, and what one of them refuses, all refuse.
 */

const ways = ['class', 'client', 'tool'] as const;

/** True for an operation whose messages have samples: some types have no values. */
function hasSamples({ operation }: DoorOperation): boolean {
  try {
    sampleRequest(operation, { seed: 0 });
    sampleAnswer(operation, { seed: 0 });
    return true;
  } catch (error) {
    if (!(error instanceof TypeError)) {
      throw error;
    }
    return false;
  }
}

/** Tries each operation of an input: `values` times with values that are right, `mistakes` times with others. */
export function triesDoors(
  input: string,
  { values, mistakes }: { readonly values: number; readonly mistakes: number },
): void {
  let operations: readonly DoorOperation[];
  beforeAll(async () => {
    operations = (await doorOperations(input)).filter(hasSamples);
  });
  afterAll(() => {
    operations = [];
  });

  it('arrives what goes in, and comes out what was answered', async () => {
    const property = fc.asyncProperty(fc.nat(), fc.nat(), fc.constantFrom(...ways), async (which, seed, way) => {
      const { name, operation, request, answer, ...rest } = operations[which % operations.length] as DoorOperation;
      const value = sampleRequest(operation, { seed });
      const result = sampleAnswer(operation, { seed });
      const json = value === undefined ? undefined : requestToJson(operation, value);
      expect([name, request?.(json) ?? true, request?.errors ?? null]).toEqual([name, true, null]);
      const through = await rest.doors[way](json, result);
      // XML has no words for some of what values have, and brings declarations of prefixes with it.
      const expected = way === 'class' ? { got: value, answer: result } : await rest.direct(value, result);
      const [got, given] = [through.got, expected.got].map((each) => withoutEmpty(requestToJson(operation, each)));
      expect([name, got]).toEqual([name, given]);
      const own = withoutEmpty(answerToJson(operation, expected.answer));
      expect([name, withoutEmpty(through.answer?.json)]).toEqual([name, own]);
      expect([name, answer?.(through.answer?.json) ?? true, answer?.errors ?? null]).toEqual([name, true, null]);
    });
    await fc.assert(property, { numRuns: operations.length === 0 ? 0 : values });
  });

  it('is refused by all what one refuses', async () => {
    const property = fc.asyncProperty(
      fc.nat(),
      fc.nat(99),
      fc.nat(40),
      fc.nat(2),
      others,
      async (which, seed, place, kind, other) => {
        const each = operations[which % operations.length] as DoorOperation;
        const { name, operation, request, doors } = each;
        const value = sampleRequest(operation, { seed });
        const json = value === undefined ? undefined : changed(requestToJson(operation, value), place, kind, other);
        const issues = issuesOf(() => requestFromJson(operation, json));
        const isTaken = issues === undefined;
        const result = sampleAnswer(operation, { seed });
        for (const way of ways) {
          const { answer } = await doors[way](json, result);
          expect([name, way, json, issues, answer !== undefined]).toEqual([name, way, json, issues, isTaken]);
        }
        if (isTaken) {
          expect([name, json, request?.(json) ?? true]).toEqual([name, json, true]);
        }
      },
    );
    await fc.assert(property, { numRuns: operations.length === 0 ? 0 : mistakes });
  });
}

function issuesOf(read: () => unknown): readonly string[] | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (!(error instanceof JsonError)) {
      throw error;
    }
    return error.issues.map(({ path, code, message }) => `${path.join('/')} ${code}: ${message}`);
  }
}
