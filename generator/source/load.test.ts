import { loadSources } from '../../tests/support/load-sources.js';
import { codes, load, memoryDisk, schema } from '../xsd/fixtures/memory.js';
import type { FetchDocument } from './outside-access.js';

const importing = (attributes: string, more = '') => schema(`<xs:import ${attributes}/>${more}`);
const empty = schema('', 'targetNamespace="urn:u"');

describe('following references', () => {
  it('loads inputs first, then what they import, depth first, each once', async () => {
    const files = {
      'a.wsdl': `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"><import namespace="urn:b" location="sub/b.wsdl"/>
        <types>${importing('namespace="urn:u" schemaLocation="u.xsd"')}</types></definitions>`,
      'z.xsd': empty,
      'sub/b.wsdl': `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"><types>${importing('namespace="urn:u" schemaLocation="../u.xsd"')}</types></definitions>`,
      'u.xsd': schema(
        '<xs:include schemaLocation="v.xsd"/><xs:redefine schemaLocation="w.xsd"/>',
        'targetNamespace="urn:u"',
      ),
      'v.xsd': schema('<xs:include schemaLocation="u.xsd"/>', 'targetNamespace="urn:u"'),
      'w.xsd': empty,
    };
    const [sources, diagnostics] = await load(files, { inputs: ['a.wsdl', 'z.xsd'] });
    expect(codes(diagnostics)).toEqual([]);
    expect([...sources.documents.values()].map(({ displayName }) => displayName)).toEqual([
      'a.wsdl',
      'z.xsd',
      'sub/b.wsdl',
      'u.xsd',
      'v.xsd',
      'w.xsd',
    ]);
    expect(sources.roots).toEqual(['/work/a.wsdl', '/work/z.xsd']);
    const references = sources.documents.get('/work/u.xsd')?.references;
    expect(references?.map(({ kind, location, target }) => [kind, location, target])).toEqual([
      ['xs:include', 'v.xsd', '/work/v.xsd'],
      ['xs:redefine', 'w.xsd', '/work/w.xsd'],
    ]);
  });

  it('understands file URLs, escapes and backslashes', async () => {
    const more =
      '<xs:import namespace="urn:v" schemaLocation="file:///work/v.xsd"/><xs:import namespace="urn:w" schemaLocation="sub\\w.xsd"/>';
    const [sources, diagnostics] = await load({
      'a.xsd': importing('namespace="urn:u" schemaLocation="my%20schema.xsd"', more),
      'my schema.xsd': empty,
      'v.xsd': schema('', 'targetNamespace="urn:v"'),
      'sub/w.xsd': schema('', 'targetNamespace="urn:w"'),
    });
    expect(codes(diagnostics)).toEqual([]);
    expect(sources.documents.size).toBe(4);
  });

  it('reports a missing file and continues', async () => {
    const [sources, diagnostics] = await load(
      {
        'a.xsd': `${importing('namespace="urn:u" schemaLocation="gone.xsd"')}`,
        'b.wsdl':
          '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/">\n<import namespace="urn:b" location="gone.wsdl"/></definitions>',
      },
      { inputs: ['a.xsd', 'b.wsdl', 'gone.wsdl2'] },
    );
    expect(codes(diagnostics)).toEqual([
      'error source/missing-file',
      'warning source/missing-import 2:46',
      'error source/missing-file 2:37',
    ]);
    expect(sources.roots).toHaveLength(2);
  });

  it('does not mind a missing location when another input declares the namespace', async () => {
    const files = {
      'a.xsd': importing('namespace="urn:u" schemaLocation="http://host.example/u.xsd"'),
      'u.xsd': empty,
    };
    const [, diagnostics] = await load(files, { inputs: ['a.xsd', 'u.xsd'] });
    expect(codes(diagnostics)).toEqual([]);
  });

  it('keeps to the number of documents, and follows long chains', async () => {
    const files: Record<string, string> = {};
    for (let i = 0; i < 3000; i++) {
      files[`${i}.xsd`] = schema(`<xs:include schemaLocation="${i + 1}.xsd"/>`, '');
    }
    const [all] = await load(files, { limits: { maxDocuments: 5000 } });
    expect(all.documents.size).toBe(3000);
    const [some, diagnostics] = await load(files, { limits: { maxDocuments: 10 } });
    expect(some.documents.size).toBe(10);
    expect(diagnostics.map(({ code }) => code)).toEqual(['source/too-many']);
  });
});

describe('documents that are none', () => {
  it.each([
    ['<html/>', 'source/unexpected-document'],
    ['<description xmlns="http://www.w3.org/ns/wsdl"/>', 'source/wsdl-2'],
    ['<a', 'source/not-well-formed'],
  ])('%s', async (text, code) => {
    const [sources, diagnostics] = await load({ 'a.wsdl': text });
    expect(sources.documents.size).toBe(0);
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toEqual([code]);
  });
});

describe('where imports may lead', () => {
  const locations = ['/etc/passwd', '../../../etc/passwd', 'file:///etc/passwd', '..\\..\\..\\etc\\passwd'];

  it.each(locations)('does not read %s', async (location) => {
    const asked: string[] = [];
    const disk = memoryDisk({ 'p/wsdl/a.xsd': importing(`namespace="urn:u" schemaLocation="${location}"`) });
    const [, diagnostics] = await loadSources(['p/wsdl/a.xsd'], {
      workingFolder: '/work/p',
      read: (path, limits) => {
        asked.push(path);
        return disk(path.replace('/work/p/p/', '/work/p/'), limits);
      },
    });
    expect(asked.filter((path) => path.includes('etc') && !path.startsWith('/work/p/'))).toEqual([]);
    expect(diagnostics.map(({ code }) => code)).toContain('source/outside-root');
  });

  it('lets inputs outside the working folder reach the folder around their own, not the root of the disk', async () => {
    const files = {
      'x/wsdl/a.xsd': importing('namespace="urn:u" schemaLocation="../schemas/u.xsd"'),
      'x/schemas/u.xsd': empty,
    };
    const read = memoryDisk(files);
    const near = await loadSources(['/work/x/wsdl/a.xsd'], { workingFolder: '/elsewhere', read });
    expect(codes(near[1])).toEqual([]);
    const rootRead = memoryDisk({ '/a.xsd': importing('namespace="urn:u" schemaLocation="etc/../../b/u.xsd"') });
    const [, diagnostics] = await loadSources(['/tmp/a.xsd'], {
      workingFolder: '/',
      read: (path, limits) => rootRead(path.replace('/tmp', ''), limits),
    });
    expect(diagnostics.map(({ code }) => code)).toEqual(['source/outside-root']);
  });

  it('reads what the user allows', async () => {
    const files = {
      'p/a.xsd': importing('namespace="urn:u" schemaLocation="/work/common/u.xsd"'),
      'common/u.xsd': empty,
    };
    const options = { workingFolder: '/work/p', read: memoryDisk(files) };
    expect((await loadSources(['a.xsd'], options))[1].map(({ code }) => code)).toEqual(['source/outside-root']);
    expect((await loadSources(['a.xsd'], { ...options, allowPaths: ['../common'] }))[1]).toEqual([]);
  });

  it.each(['urn:x', '//host/share/u.xsd', 'mailto:a@b'])('does not accept %s as a location', async (location) => {
    const [, diagnostics] = await load({ 'a.xsd': importing(`namespace="urn:u" schemaLocation="${location}"`) });
    expect(diagnostics.map(({ code }) => code)).toEqual(['source/bad-location']);
  });

  it('reports files that are too large or cannot be read', async () => {
    const large = await load({ 'a.xsd': empty }, { read: async () => ({ kind: 'tooLarge' }) });
    expect(codes(large[1])).toEqual(['error source/too-large']);
    const failed = await load(
      { 'a.xsd': empty },
      { read: async () => ({ kind: 'failed', reason: 'permission denied' }) },
    );
    expect(codes(failed[1])).toEqual(['error source/unreadable-file']);
  });
});

describe('the network', () => {
  const remote: Record<string, string> = {
    'https://svc.example/a.wsdl': `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"><types>${importing('namespace="urn:u" schemaLocation="?xsd=u"')}</types></definitions>`,
    'https://svc.example/a.wsdl?xsd=u': empty,
  };
  const fetch: FetchDocument = async (url) => {
    if (url === 'https://svc.example/moved') {
      return { kind: 'redirect', location: 'http://127.0.0.1/secret' };
    }
    const text = remote[url];
    return text === undefined ? { kind: 'missing' } : { kind: 'found', bytes: new TextEncoder().encode(text) };
  };

  it('is not used unless the user says so', async () => {
    const [, diagnostics] = await load(
      { 'a.xsd': importing('namespace="urn:u" schemaLocation="https://svc.example/u.xsd"') },
      { inputs: ['a.xsd', 'https://svc.example/a.wsdl'], fetch },
    );
    expect(codes(diagnostics)).toEqual(['error source/remote-input', 'warning source/remote-import 2:46']);
  });

  it('serves a WSDL and what it imports', async () => {
    const [sources, diagnostics] = await load({}, { inputs: ['https://svc.example/a.wsdl'], fetch, allowRemote: true });
    expect(codes(diagnostics)).toEqual([]);
    expect([...sources.documents.keys()]).toEqual(Object.keys(remote));
  });

  it.each([
    'http://localhost/u.xsd',
    'http://10.0.0.1/u.xsd',
    'http://169.254.169.254/u.xsd',
    'http://[::1]/u.xsd',
    'http://wiki/u.xsd',
    'https://svc.example/moved',
  ])('does not go to %s for an input', async (location) => {
    const files = { 'a.xsd': importing(`namespace="urn:u" schemaLocation="${location}"`) };
    const [, diagnostics] = await load(files, { fetch, allowRemote: true });
    expect(diagnostics.map(({ code }) => code)).toEqual(['source/internal-host']);
  });

  it('is used for hosts that the user allows, and unreachable ones are reported', async () => {
    const files = { 'a.xsd': importing('namespace="urn:u" schemaLocation="http://wiki/u.xsd"') };
    const down: FetchDocument = async () => ({ kind: 'failed', reason: 'connection refused' });
    const [, diagnostics] = await load(files, { fetch: down, allowRemote: true, allowHosts: ['wiki'] });
    expect(diagnostics.map(({ code }) => code)).toEqual(['source/fetch-failed']);
  });

  it('never lets a remote document read files', async () => {
    const asked: string[] = [];
    const [, diagnostics] = await load(
      {},
      {
        inputs: ['https://svc.example/b.wsdl'],
        allowRemote: true,
        fetch: async () => ({
          kind: 'found',
          bytes: new TextEncoder().encode(importing('namespace="urn:u" schemaLocation="file:///etc/passwd"')),
        }),
        read: async (path) => {
          asked.push(path);
          return { kind: 'missing' };
        },
      },
    );
    expect(asked).toEqual([]);
    expect(diagnostics.map(({ code }) => code)).toEqual(['source/bad-location']);
  });
});

describe('well-known namespaces', () => {
  it('are loaded if names refer to them and nothing declares them', async () => {
    const text = schema(
      '<xs:attribute name="a" type="xs:string"/><xs:complexType name="t"><xs:attribute ref="xml:lang"/></xs:complexType>',
    );
    const [sources, diagnostics] = await load({ 'a.xsd': text });
    expect(codes(diagnostics)).toEqual([]);
    expect([...sources.documents.keys()]).toEqual(['/work/a.xsd', 'bundled:xml.xsd']);
  });

  it('are not loaded for the mere declaration of a prefix, and never replace the user’s own', async () => {
    const unused = schema('', 'xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/"');
    expect((await load({ 'a.xsd': unused }))[0].documents.size).toBe(1);
    const own = schema('<xs:attribute name="lang"/>', 'targetNamespace="http://www.w3.org/XML/1998/namespace"');
    const files = {
      'a.xsd': importing(
        'namespace="http://www.w3.org/XML/1998/namespace" schemaLocation="xml.xsd"',
        '<xs:complexType name="t"><xs:attribute ref="xml:lang"/></xs:complexType>',
      ),
      'xml.xsd': own,
    };
    expect([...(await load(files))[0].documents.keys()]).toEqual(['/work/a.xsd', '/work/xml.xsd']);
  });

  it('bring each other, and need no network', async () => {
    const attributes = 'xmlns:a="http://schemas.microsoft.com/2003/10/Serialization/Arrays"';
    const location =
      'namespace="http://schemas.microsoft.com/2003/10/Serialization/Arrays" schemaLocation="http://host.example/arrays.xsd"';
    const text = schema(`<xs:import ${location}/><xs:element name="e" type="a:ArrayOfguid"/>`, attributes);
    const [sources, diagnostics] = await load({ 'a.xsd': text });
    expect(codes(diagnostics)).toEqual([]);
    expect([...sources.documents.keys()].slice(1)).toEqual([
      'bundled:serialization-arrays.xsd',
      'bundled:serialization.xsd',
    ]);
  });

  it('are fetched from the service that publishes them as its own, but for XML Schema itself', async () => {
    const serialization = 'http://schemas.microsoft.com/2003/10/Serialization/';
    const page = 'https://svc.example/a.svc';
    const imports = [
      ['http://www.w3.org/2001/XMLSchema', `${page}?xsd=`],
      [serialization, `${page}?xsd=xsd1`],
      ['http://www.w3.org/2005/08/addressing', 'https://www.w3.org/addressing.xsd'],
    ].map(([namespace, location]) => `<xs:import namespace="${namespace}" schemaLocation="${location}"/>`);
    const fetched: string[] = [];
    const fetch: FetchDocument = async (url) => {
      fetched.push(url);
      const text = url === page ? schema(imports.join('')) : schema('', `targetNamespace="${serialization}"`);
      return { kind: 'found', bytes: new TextEncoder().encode(text), internal: false };
    };
    await load({}, { inputs: [page], fetch, allowRemote: true });
    expect(fetched).toEqual([page, `${page}?xsd=xsd1`]);
  });

  it('do not replace the schemas that a WCF service publishes for its own collections', async () => {
    const arrays = 'http://schemas.microsoft.com/2003/10/Serialization/Arrays';
    const own = schema('<xs:complexType name="ArrayOfKeyValueOfintlong"/>', `targetNamespace="${arrays}"`);
    const page = 'https://svc.example/a.svc';
    const wsdl = `<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/"><w:types>${importing(`namespace="${arrays}" schemaLocation="${page}?xsd=xsd3"`, `<xs:element name="e" xmlns:a="${arrays}" type="a:ArrayOfKeyValueOfintlong"/>`)}</w:types></w:definitions>`;
    const fetch: FetchDocument = async (url) => ({
      kind: 'found',
      bytes: new TextEncoder().encode(url.endsWith('xsd3') ? own : wsdl),
      internal: false,
    });
    const [sources] = await load({}, { inputs: [`${page}?wsdl`], fetch, allowRemote: true });
    expect([...sources.documents.keys()]).toEqual([`${page}?wsdl`, `${page}?xsd=xsd3`]);
  });
});

describe('documents in documents', () => {
  const inner = schema('<xs:element name="e" type="tns:T"/>');

  it('are read alone, as in an answer of WS-MetadataExchange', async () => {
    const wrapped = `<m:Metadata xmlns:m="urn:m"><m:Section>${inner}</m:Section><m:Section><w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/"/></m:Section></m:Metadata>`;
    const [sources, diagnostics] = await load({ 'a.wsdl': wrapped });
    expect(diagnostics.map(({ code }) => code)).toEqual(['source/wrapped-document']);
    expect(sources.documents.get('/work/a.wsdl')?.root.local).toBe('definitions');
  });

  it('are schemas where there is no WSDL', async () => {
    const [sources, diagnostics] = await load({ 'a.xsd': `<wrapper>${inner}</wrapper>` });
    expect(diagnostics.map(({ code }) => code)).toEqual(['source/wrapped-document']);
    expect(sources.documents.get('/work/a.xsd')?.root.local).toBe('schema');
  });
});

it.each(['http://www.w3.org/ns/wsdl', 'http://www.w3.org/2006/01/wsdl'])(
  'says that %s is WSDL 2.0',
  async (namespace) => {
    const [, diagnostics] = await load({ 'a.wsdl': `<description xmlns="${namespace}"/>` });
    expect(diagnostics.map(({ code }) => code)).toEqual(['source/wsdl-2']);
  },
);
