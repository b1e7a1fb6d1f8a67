import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, sourcesBelow } from './imports.js';

/** A call has room for some hundred thousand arguments: what a description has more of ended in "Maximum call stack size exceeded". */
it('lists of the generator grow by append, however many items a description brings', () => {
  const spread = sourcesBelow('generator').flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      // What a validator finds is limited.
      .flatMap((line, i) => (/\.push\(\.\.\./.test(line) && !line.includes('validator') ? [`${file}:${i + 1}`] : [])),
  );
  expect(spread).toEqual([]);
});
