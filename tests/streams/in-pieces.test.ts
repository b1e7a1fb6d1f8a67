import fc from 'fast-check';
import { differenceInPieces, streamCases } from '../support/streams-compared.js';

describe('a document in pieces', () => {
  it('gives the items, errors and notices of the whole, however it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(streamCases, async (each) => {
        expect(await differenceInPieces(each)).toBeUndefined();
      }),
      { seed: 26, numRuns: 200 },
    );
  });
});
