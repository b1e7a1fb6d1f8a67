import type { SourceElement, SourceReference } from './document.js';
import { placeOfInput } from './locate.js';
import { defaultLimits, type LoadOptions } from './outside-access.js';
import { TrustedReader } from './trusted-reader.js';

const bytes = new TextEncoder().encode('<a/>');

const options = (more: Partial<LoadOptions> = {}): LoadOptions => ({
  workingFolder: '/work',
  read: async (path) => (path.endsWith('gone.xsd') ? { kind: 'missing' } : { kind: 'found', bytes }),
  ...more,
});

const network = { allowRemote: true, fetch: async () => ({ kind: 'found' as const, bytes, internal: false }) };

function reader(inputs: readonly string[], more?: Partial<LoadOptions>): TrustedReader {
  const places = inputs.map((text) => placeOfInput(text, '/work'));
  return new TrustedReader(places, options(more), defaultLimits);
}

function reference(
  location: string,
  kind: SourceReference['kind'] = 'xs:import',
  namespace = 'urn:a',
): SourceReference {
  const position = { uri: '/work/a.xsd', file: 'a.xsd', line: 1, column: 1 };
  const element: SourceElement = {
    kind: 'element',
    namespace: '',
    local: 'import',
    prefix: '',
    attributes: [],
    children: [],
    namespaces: new Map(),
    position,
    parent: undefined,
  };
  return { kind, element, location, namespace };
}

/** `found`, or the code of the diagnostic. */
const result = (outcome: { readonly kind: string } | { readonly code: string }): string =>
  'kind' in outcome ? outcome.kind : outcome.code;

describe('an input', () => {
  const read = async (text: string, more?: Partial<LoadOptions>): Promise<string> =>
    result(await reader([text], more).readInput(placeOfInput(text, '/work'), text));

  it('may be any file', async () => {
    expect(await read('/elsewhere/a.xsd')).toBe('found');
  });

  it('that does not exist is an error', async () => {
    expect(await read('gone.xsd')).toBe('source/missing-file');
  });

  it('may be an address only where the user allows the network', async () => {
    expect(await read('https://example.com/a.wsdl')).toBe('source/remote-input');
    expect(await read('https://example.com/a.wsdl', network)).toBe('found');
  });

  it('may be an address in a private network, because the user named it', async () => {
    expect(await read('http://10.0.0.1/a.wsdl', network)).toBe('found');
  });
});

describe('a document that another one refers to', () => {
  const read = async (location: string, more?: Partial<LoadOptions>, from = '/work/a.xsd'): Promise<string> =>
    result(await reader([from], more).readReferenced(placeOfInput(location, '/work'), reference(location), from));

  it('may be a file below the folder of an input', async () => {
    expect(await read('/work/types/b.xsd')).toBe('found');
  });

  it('may not be a file elsewhere, unless the config allows the folder', async () => {
    expect(await read('/etc/b.xsd')).toBe('source/outside-root');
    expect(await read('/etc/b.xsd', { allowPaths: ['/etc'] })).toBe('found');
  });

  it('need not exist, because a location is a hint', async () => {
    expect(await read('/work/gone.xsd')).toBe('source/missing-import');
  });

  it('has to exist for an import of WSDL', async () => {
    const outcome = await reader(['/work/a.wsdl']).readReferenced(
      placeOfInput('/work/gone.xsd', '/work'),
      reference('/work/gone.xsd', 'wsdl:import'),
      '/work/a.wsdl',
    );
    expect(result(outcome)).toBe('source/missing-file');
  });

  it('is fetched only where the user allows the network', async () => {
    expect(await read('https://example.com/b.xsd')).toBe('source/remote-import');
    expect(await read('https://example.com/b.xsd', network)).toBe('found');
  });

  it('is not fetched from a private network, unless the config names the host', async () => {
    expect(await read('http://10.0.0.1/b.xsd', network)).toBe('source/internal-host');
    expect(await read('http://10.0.0.1/b.xsd', { ...network, allowHosts: ['10.0.0.1'] })).toBe('found');
  });

  it('is not fetched when its schema is bundled', async () => {
    const encoding = 'http://schemas.xmlsoap.org/soap/encoding/';
    const place = placeOfInput(encoding, '/work');
    const outcome = await reader(['/work/a.xsd'], network).readReferenced(
      place,
      reference(encoding, 'xs:import', encoding),
      '/work/a.xsd',
    );
    expect(result(outcome)).toBe('source/remote-import');
  });
});

describe('a file nearby', () => {
  it('is read only where documents may reach it', async () => {
    const trusted = reader(['/work/a.xsd'], { list: async () => [] });
    expect((await trusted.nearby?.read('/work/b.xsd'))?.kind).toBe('found');
    expect(await trusted.nearby?.read('/etc/b.xsd')).toBeUndefined();
    expect(await trusted.nearby?.read('/work/gone.xsd')).toBeUndefined();
  });
});

it('credentials of an address are sent only to documents of the same origin', async () => {
  const from = 'https://user:secret@example.com/a.wsdl';
  const trusted = reader([from], network);
  const place = placeOfInput(from, '/work');
  await trusted.readInput(place, from);
  const uri = 'url' in place ? place.url : '';
  const near = trusted.withCredentials(placeOfInput('https://example.com/b.xsd', '/work'), uri);
  const far = trusted.withCredentials(placeOfInput('https://example.org/b.xsd', '/work'), uri);
  expect('user' in near && near.user !== undefined).toBe(true);
  expect('user' in far && far.user !== undefined).toBe(false);
});
