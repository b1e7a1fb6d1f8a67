import { deepStrictEqual } from 'node:assert/strict';
import type fc from 'fast-check';
import { messageCases } from '../../support/messages-compared.js';
import { streamCases } from '../../support/streams-compared.js';
import type { Build, FuzzPart } from '../part.js';

/** What a build makes of an input in pieces, and what is different in comparison with one byte after the other, and with the whole. */
type Reading<T> = (build: Build) => {
  readonly differenceOf: (input: T) => Promise<string | undefined>;
  readonly outcomeOf: (input: T) => Promise<unknown>;
};

/** Inputs in pieces have the same values, errors and notices as the whole, however they are cut, and the same in every build. */
function inPieces<T>(
  name: string,
  cases: number,
  inputs: fc.Arbitrary<T>,
  builds: readonly Build[],
  readings: readonly Reading<T>[],
): FuzzPart<T> {
  return {
    name,
    cases,
    inputs,
    check: async (input) => {
      for (const reading of readings) {
        const [first, ...others] = builds.map(reading) as [ReturnType<Reading<T>>, ...ReturnType<Reading<T>>[]];
        const difference = await first.differenceOf(input);
        if (difference !== undefined) {
          throw new Error(difference);
        }
        const expected = await first.outcomeOf(input);
        for (const other of others) {
          deepStrictEqual(await other.outcomeOf(input), expected);
        }
      }
    },
  };
}

/** Documents, good and broken, in every encoding. */
export const streams = (builds: readonly Build[]): FuzzPart =>
  inPieces('streams', 400, streamCases, builds, [
    ({ differenceInPieces, readInPieces }) => ({ differenceOf: differenceInPieces, outcomeOf: readInPieces }),
  ]) as FuzzPart;

/** Messages, plain and with binary values in parts of their own: answers at a client, and requests at a server. */
export const messages = (builds: readonly Build[]): FuzzPart =>
  inPieces('messages', 150, messageCases, builds, [
    ({ differenceInAnswer, answerInPieces }) => ({ differenceOf: differenceInAnswer, outcomeOf: answerInPieces }),
    ({ differenceInRequest, requestInPieces }) => ({ differenceOf: differenceInRequest, outcomeOf: requestInPieces }),
  ]) as FuzzPart;
