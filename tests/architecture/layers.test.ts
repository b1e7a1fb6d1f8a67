import { type Import, importsOf, sourcesBelow } from './imports.js';

/**
 * Folders within large folders, in the order in which they build on each other. A file imports from its own folder
 * and from those before it; only files outside these folders may import from all.
 */
const layers: Readonly<Record<string, readonly string[]>> = {
  'runtime/src': [
    ...['base', 'xml', 'schema', 'data-set', 'http', 'service', 'soap', 'client', 'security', 'addressing', 'layers'],
    ...['server', 'exchange', 'stream', 'node', 'json', 'documents'],
  ],
  'runtime/src/client': ['masking', 'errors', 'messages', 'options', 'call', 'plans', 'attempts'],
  'runtime/src/server': [
    ...['base', 'turns', 'wire', 'handlers', 'profile', 'door', 'routes', 'settings', 'call', 'soap', 'http', 'pages'],
  ],
  'runtime/src/xml': ['text', 'names', 'interfaces', 'read', 'write', 'trees'],
  'runtime/src/stream': ['text', 'list', 'package', 'read', 'write'],
  'runtime/src/schema': [
    'descriptor',
    'lexical',
    'regex',
    'plan',
    'simple',
    'match',
    'context',
    'decode',
    'encode',
    'content',
    'soap-encoding',
    'validate',
    'sample',
    'json-schema',
    'json',
    'fast',
    'construct',
    'document',
  ],
  'generator/typescript': ['expressions', 'names', 'content', 'context', 'types', 'descriptors', 'services'],
};

/** Imports within a folder that go against the order of its folders. */
function upward(base: string, order: readonly string[]): readonly string[] {
  const rank = (file: string): number => {
    const [folder, ...rest] = file.slice(base.length + 1).split('/');
    return rest.length === 0 ? order.length : order.indexOf(folder as string);
  };
  return sourcesBelow(base)
    .flatMap(importsOf)
    .filter(({ kind, from, to }: Import) => kind === 'file' && to.startsWith(`${base}/`) && rank(to) > rank(from))
    .map(({ from, to }) => `${from} -> ${to}`);
}

describe.each(Object.entries(layers))('%s', (base, order) => {
  it('has a place in the order for each of its folders', () => {
    const folders = sourcesBelow(base).flatMap((file) => /^([^/]+)\//.exec(file.slice(base.length + 1))?.[1] ?? []);
    expect([...new Set(folders)].sort()).toEqual([...order].sort());
  });

  it('imports only from the same folder and from earlier ones', () => {
    expect(upward(base, order)).toEqual([]);
  });
});
