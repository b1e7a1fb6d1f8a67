import { disk } from './disk.js';
import { realPlace } from './paths.js';

jest.mock('node:path', () => jest.requireActual<typeof import('node:path')>('node:path').win32);

/** A disk with folders and links only; links are given with the folder that they lead to. */
const diskOf = (links: Readonly<Record<string, string>> = {}) => ({
  ...disk,
  entry: (path: string) => ({
    kind: path in links ? ('link' as const) : ('folder' as const),
    id: path,
    evidence: '',
    own: true,
    mode: 0,
    size: 0,
    links: 1,
    modified: 0,
  }),
  realPath: (path: string) => links[path] ?? path,
});

describe('the real place of an output folder on Windows', () => {
  it.each([
    ['C:\\project\\generated\\rates', 'C:\\project'],
    ['C:\\other\\rates', 'C:\\project'],
    ['D:\\rates', 'C:\\project'],
    ['\\\\host\\share\\rates', 'C:\\project'],
  ])('%p is itself, seen from %p', (path, from) => {
    expect(realPlace(diskOf(), path, from)).toBe(path);
  });

  it('is not behind a link to another drive', () => {
    const link = 'C:\\project\\generated';
    expect(realPlace(diskOf({ [link]: 'D:\\elsewhere' }), `${link}\\rates`, 'C:\\project')).toEqual({
      link,
      leads: 'out of the folder that contains it',
    });
  });
});
