import { placesOfLocation } from './places.js';
import { slashPaths } from './slash-paths.js';

const paths = (location: string, base: string): readonly string[] =>
  placesOfLocation(location, base, slashPaths).map((place) =>
    place.kind === 'file' ? place.path : place.kind === 'remote' ? place.url : place.kind,
  );

it.each([
  ['b.xsd', '/a.xsd', ['/b.xsd']],
  ['../common/b.xsd', '/main/a.xsd', ['/common/b.xsd']],
  ['./x/../b.xsd', '/main/a.xsd', ['/main/b.xsd']],
  ['../../../b.xsd', '/main/a.xsd', ['/b.xsd']],
  ['/b.xsd', '/main/a.xsd', ['/b.xsd']],
  ['my%20b.xsd', '/a.xsd', ['/my b.xsd', '/my%20b.xsd']],
  ['x\\b.xsd', '/a.xsd', ['/x\\b.xsd', '/x/b.xsd']],
  ['Service.svc?xsd=xsd0', '/a.xsd', ['/Service.svc?xsd=xsd0', '/Service.svc']],
  ['file:///x/b.xsd', '/a.xsd', ['/x/b.xsd']],
  ['file://host/b.xsd', '/a.xsd', ['bad']],
  ['ftp://host/b.xsd', '/a.xsd', ['bad']],
  ['b.xsd?v=1#x', 'https://host.example/x/a.xsd', ['https://host.example/x/b.xsd?v=1']],
])('%p in %p leads to %p on every system', (location, base, expected) => {
  expect(paths(location, base)).toEqual(expected);
});

it('paths within a package stay relative', () => {
  expect([slashPaths.dirname('src/a.ts'), slashPaths.dirname('a.ts'), slashPaths.dirname('/a.ts')]).toEqual([
    'src',
    '',
    '/',
  ]);
  expect([slashPaths.resolve('src', './b.ts'), slashPaths.resolve('', './b.ts')]).toEqual(['src/b.ts', 'b.ts']);
});
