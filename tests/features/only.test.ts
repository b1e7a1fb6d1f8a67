import { join } from 'node:path';
import { generate } from '../../generator/index.js';
import { typeCheck } from './package.js';

const wallet = join(__dirname, '../../wsdl/ErrorsApi.wsdl');

const made = async (only?: 'client' | 'server'): Promise<ReadonlyMap<string, string>> => {
  const { files, diagnostics } = await generate({
    inputs: [wallet],
    name: 'errors',
    compiled: false,
    ...(only && { only }),
  });
  expect(diagnostics).toEqual([]);
  return files;
};
const kinds = (files: ReadonlyMap<string, string>): readonly string[] =>
  [...files.keys()].filter((path) => path.startsWith('src/errors-api.')).map((path) => path.split('.')[1] ?? '');

describe('half a package', () => {
  it('of clients has no servers and no documents', async () => {
    const files = await made('client');
    expect(kinds(files)).toEqual(['client', 'service']);
    expect(files.get('src/index.ts')).not.toContain('server');
    expect(files.get('README.md')).toContain('new ErrorsApiClient(');
    expect(files.get('README.md')).not.toContain('createServer');
    expect(files.get('package.json')).toContain('"Typed clients of ErrorsApi"');
    expect(typeCheck({ errors: files })).toBe('');
  });

  it('of servers has no clients', async () => {
    const files = await made('server');
    expect(kinds(files)).toEqual(['server', 'service', 'wsdl']);
    expect(files.get('src/index.ts')).not.toContain('client');
    expect(files.get('README.md')).not.toContain('Client(');
    expect(files.get('README.md')).toContain('createServer');
    expect(typeCheck({ errors: files })).toBe('');
  });

  it('has the same service as the whole', async () => {
    const [whole, client, server] = [await made(), await made('client'), await made('server')];
    expect(kinds(whole)).toEqual(['client', 'server', 'service', 'wsdl']);
    for (const path of ['src/errors-api.service.ts', 'src/types.ts', 'src/schema.ts', 'codegen.contract.json']) {
      expect([client.get(path), server.get(path)]).toEqual([whole.get(path), whole.get(path)]);
    }
  });
});
