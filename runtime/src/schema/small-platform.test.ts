import * as platform from './platform.js';
import * as smallPlatform from './small-platform.js';

it('browsers have every name that Node has', () => {
  expect(Object.keys(smallPlatform).sort()).toEqual(Object.keys(platform).sort());
});

it.each(['', ' ', 'a', ' a', 'a ', '\t a \n\r b  c ', 'a\u00a0b', `${'x'.repeat(200)} \n`])(
  'browsers collapse the white space of %j as Node does',
  (text) => {
    expect(smallPlatform.collapse(text)).toBe(platform.collapse(text));
  },
);
