import { beginningOf } from './places.js';
import { validateConfig } from './validate.js';

const good = { packages: [{ name: 'wallet-api', inputs: ['a.wsdl'], out: 'generated/wallet-api' }] };
const problems = (config: unknown): readonly string[] =>
  validateConfig(config, beginningOf('codegen.config.ts'))[1].map((d) => `${d.code}: ${d.message} | ${d.help}`);

describe('validateConfig', () => {
  it('accepts a config with every setting', () => {
    const full = {
      placeholders: { a: 'b' },
      allowPaths: ['../shared'],
      origins: {
        'a.wsdl': 'https://x/?wsdl',
        'b.wsdl': { url: 'http://y/', headers: { A: '$B' }, user: 'me', ca: 'ca.pem' },
      },
      openapi: {
        routes: { GetOrder: 'GET /orders/{number}' },
        safe: ['GetOrder'],
        tags: { GetOrder: ['orders'] },
        faults: { NotFound: 404 },
        title: 'Shop',
        version: '1.0.0',
      },
      mcp: { tools: ['GetOrder'], readOnly: true, annotations: { GetOrder: { title: 'Order', readOnly: true } } },
      packages: [
        {
          ...good.packages[0],
          placeholders: { base_url: 'https://x' },
          include: ['Account.*'],
          exclude: ['Account.Get'],
          scalars: {
            'xs:dateTime': 'Date',
            '{x}y': { type: 'Date', mappingFrom: './dates.js', mapping: 'date' },
            '{x}z': { type: 'Money', from: '../money.js', parse: 'parse', format: 'format', accepts: 'isMoney' },
          },
          wrappedArrays: true,
          templates: 'templates',
          skeletons: { dir: 'src/services' },
          package: { version: '2.0.0' },
        },
        {
          name: '@acme/b',
          inputs: ['b.wsdl'],
          out: 'generated/b',
          package: false,
          only: 'client',
          importExtension: 'ts',
        },
      ],
    };
    expect(validateConfig(full, beginningOf('x'))).toEqual([full, []]);
  });

  it('reports what a scalar mapping lacks', () => {
    const of = (scalar: unknown): readonly string[] =>
      problems({ packages: [{ ...good.packages[0], scalars: { t: scalar } }] }).map(
        (text) => text.split(' | ')[0] ?? '',
      );
    expect(of('Money')).toEqual([expect.stringContaining('packages[0].scalars["t"] must be "Date" or "number"')]);
    expect(of({ type: 'Money', mapping: 'money' })).toEqual([
      expect.stringContaining('packages[0].scalars["t"].mappingFrom'),
    ]);
    expect(of({ type: 'Money', from: './m.js', parse: 'p' })).toEqual([
      expect.stringContaining('scalars["t"].mapping'),
    ]);
    expect(of({ type: 'a; b', from: './m.js', mapping: 'm' })).toEqual([expect.stringContaining('scalars["t"].type')]);
  });

  it('reports what operations as JSON and as tools cannot have', () => {
    const of = (settings: object): string => problems({ ...good, ...settings }).join('\n');
    expect(of({ openapi: { faults: { NotFound: 'x' } } })).toContain('openapi.faults["NotFound"] must be');
    expect(of({ openapi: { route: {} } })).toContain('did you mean "routes"?');
    expect(of({ mcp: { annotations: { Find: { readonly: true } } } })).toContain('did you mean "readOnly"?');
    expect(of({ mcp: { tools: 'Find' } })).toContain('mcp.tools must be an array of operations, but is "Find".');
  });

  it('reports origins that are not http addresses', () => {
    const of = (origin: unknown): readonly string[] => problems({ ...good, origins: { 'a.wsdl': origin } });
    expect(of('ftp://x')[0]).toContain('origins["a.wsdl"] must be an http address or an object, but is "ftp://x".');
    expect(of({})[0]).toContain('origins["a.wsdl"].url is missing.');
    expect(of({ url: 'http://x', password: 'p' })[0]).toContain('origins["a.wsdl"] has no setting "password".');
  });

  it('says that service classes need a server', () => {
    const [first] = problems({ packages: [{ ...good.packages[0], only: 'client', skeletons: { dir: 'services' } }] });
    expect(first).toContain('packages[0].only must be "server", or absent, because of "skeletons", but is "client".');
    expect(problems({ packages: [{ ...good.packages[0], only: 'both' }] })[0]).toContain(
      'packages[0].only must be "client" or "server", but is "both".',
    );
  });

  it('says that imports of a package are always the same', () => {
    const [first] = problems({ packages: [{ ...good.packages[0], importExtension: 'ts' }] });
    expect(first).toContain('packages[0].importExtension must be absent unless `package` is `false`, but is "ts". | ');
  });

  it('says where a value is of the wrong kind', () => {
    expect(problems({ packages: [{ ...good.packages[0], inputs: 'a.wsdl' }] })).toEqual([
      'config/invalid-value: packages[0].inputs must be an array of one or more paths, but is "a.wsdl". | ' +
        'give packages[0].inputs a value that is an array of one or more paths.',
    ]);
    expect(problems({ packages: [] })[0]).toContain(
      'packages must be an array of one or more packages, but is an empty array',
    );
    expect(problems(42)[0]).toContain('the config must be an object, but is 42');
    expect(problems({ packages: [{ ...good.packages[0], package: true }] })[0]).toContain(
      'packages[0].package must be false or an object, but is true',
    );
    expect(problems({ packages: [{ ...good.packages[0], package: { versioning: 'yes' } }] })[0]).toContain(
      'packages[0].package.versioning must be true or false or an object, but is "yes"',
    );
  });

  it('offers the value that was probably meant', () => {
    const [only] = problems({ packages: [{ ...good.packages[0], only: 'clients' }] });
    expect(only).toContain('must be "client" or "server", but is "clients". | did you mean "client"?');
  });

  it('reports missing settings', () => {
    expect(problems({})).toEqual([
      'config/missing-value: packages is missing. | add packages, which is an array of one or more packages.',
    ]);
  });

  it('suggests a name for a mistyped setting, and otherwise lists the settings', () => {
    expect(problems({ ...good, pakages: [] })[0]).toBe(
      'config/unknown-key: the config has no setting "pakages". | did you mean "packages"?',
    );
    expect(problems({ ...good, zzz: 1 })[0]).toContain('the settings here are packages, placeholders, allowPaths');
  });

  it('reports all problems at once', () => {
    expect(problems({ packages: [{ name: 'A B', inputs: [], out: '' }, { nam: 'x' }] })).toHaveLength(7);
  });

  it('refuses two packages of one name or folder', () => {
    const [p] = good.packages;
    expect(problems({ packages: [p, { ...p, out: 'generated/other' }] })[0]).toContain(
      'config/duplicate-name: packages[0] and packages[1]',
    );
    for (const out of ['./generated/wallet-api/', 'generated/wallet-api/sub', 'generated/x/../wallet-api']) {
      expect(problems({ packages: [p, { ...p, name: 'b', out }] })[0]).toContain('config/overlapping-output');
    }
    expect(problems({ packages: [p, { ...p, name: 'b', out: 'generated/wallet-api-2' }] })).toEqual([]);
  });

  it('gives keys of dictionaries in one order', () => {
    const [config] = validateConfig({ ...good, placeholders: { b: '1', a: '2' } }, beginningOf('x'));
    expect(Object.keys(config?.placeholders ?? {})).toEqual(['a', 'b']);
  });
});
