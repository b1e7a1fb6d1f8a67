import { runs, someOf } from '../support/thorough.js';
import { triesDoors } from './behind-doors.js';
import { golden, published } from './values.js';

describe.each(someOf([...published, ...golden], 5))('behind the doors to %s', (input) => {
  triesDoors(input, { values: runs(40), mistakes: runs(120) });
});
