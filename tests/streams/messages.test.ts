import fc from 'fast-check';
import { differenceInAnswer, differenceInRequest, messageCases } from '../support/messages-compared.js';

describe('a message in pieces', () => {
  it.each([
    ['an answer', differenceInAnswer],
    ['a request', differenceInRequest],
  ])('that is %s gives the items and the error of the whole, however it is cut', async (_, difference) => {
    await fc.assert(
      fc.asyncProperty(messageCases, async (each) => {
        expect(await difference(each)).toBeUndefined();
      }),
      { seed: 26, numRuns: 60 },
    );
  });
});
