import * as fastWays from './fast-ways.js';
import * as noFastWays from './no-fast-ways.js';

it('browsers have every name of the fast ways', () => {
  expect(Object.keys(noFastWays).sort()).toEqual(Object.keys(fastWays).sort());
});
