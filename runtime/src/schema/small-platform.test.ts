import * as platform from './platform.js';
import * as smallPlatform from './small-platform.js';

it('browsers have every name that Node has', () => {
  expect(Object.keys(smallPlatform).sort()).toEqual(Object.keys(platform).sort());
});
