import { join } from 'node:path';
import type { generate as Generate, readContract as ReadContract } from 'wsdl-codegen';
import {
  descriptorsOf,
  type GenerateOptions,
  generate,
  type ReadOptions,
  readContract,
} from '../../generator/index.js';
import { readTree, removeFolder, root, temporaryFolder, writeFiles } from './command.js';

const inputs = ['wsdl/ExchangerApi.wsdl'];

describe('readContract', () => {
  it('gives the contract, and mistakes as diagnostics', async () => {
    const { contract, diagnostics } = await readContract({ inputs, workingFolder: root });
    expect(diagnostics).toEqual([]);
    expect(contract.services.map((service) => service.name)).toEqual(['ExchangerApi']);
    expect(contract.placeholders).toEqual(['api_namespace', 'base_url']);
    const missing = await readContract({ inputs: ['nowhere.wsdl'], workingFolder: root });
    expect(missing.diagnostics.map((d) => d.code)).toEqual(['source/missing-file']);
  });
});

describe('descriptorsOf', () => {
  it('gives descriptors without generating code', async () => {
    const { contract } = await readContract({ inputs, workingFolder: root });
    const { services, elements } = await descriptorsOf(contract);
    expect([...services.keys()]).toEqual(['ExchangerApi']);
    expect(elements.has('{{api_namespace}}Exchange')).toBe(true);
  });
});

describe('generate', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => removeFolder(folder));

  it('gives texts in memory, and writes nothing', async () => {
    const { files, contract, diagnostics } = await generate({ inputs, workingFolder: root, name: 'exchanger' });
    expect(diagnostics).toEqual([]);
    expect(contract.services).toHaveLength(1);
    expect([...files.keys()]).toEqual([...files.keys()].sort());
    expect(files.get('src/index.ts')).toContain('exchanger-api.client.js');
    expect(JSON.parse(files.get('package.json') ?? '')).toMatchObject({ name: 'exchanger' });
  });

  it('writes on request, with a manifest', async () => {
    const options = { inputs: [join(root, 'wsdl/ExchangerApi.wsdl')], workingFolder: folder, out: 'out', write: true };
    const { files, diagnostics } = await generate(options);
    expect(diagnostics).toEqual([]);
    const { 'codegen.lock.json': manifest, ...written } = readTree(join(folder, 'out'));
    expect(written).toEqual(Object.fromEntries(files));
    expect(Object.keys((JSON.parse(manifest ?? '') as { files: object }).files)).toEqual([...files.keys()]);
    await expect(generate({ inputs, write: true })).rejects.toThrow(TypeError);
  });

  it('does not leave a folder empty in silence: with `out` it wants to know whether to write', async () => {
    const options = { inputs: [join(root, 'wsdl/ExchangerApi.wsdl')], workingFolder: folder, out: 'out' };
    await expect(generate(options)).rejects.toThrow(/`write: true` writes the files/);
    const { files } = await generate({ ...options, write: false });
    expect([files.size > 0, readTree(join(folder, 'out'))]).toEqual([true, {}]);
  });

  it('generates the rest if a part of an input is wrong, unless strict is set', async () => {
    const service = '<wsdl:service name="A"><wsdl:port name="P" binding="t:none"/></wsdl:service>';
    const element = '<xs:schema targetNamespace="urn:t"><xs:element name="e" type="xs:string"/></xs:schema>';
    const attributes =
      'xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t"';
    const text = `<wsdl:definitions ${attributes} targetNamespace="urn:t"><wsdl:types>${element}</wsdl:types>${service}</wsdl:definitions>`;
    writeFiles(folder, { 'a.wsdl': text });
    const options = { inputs: ['a.wsdl'], workingFolder: folder };
    const strict = await generate({ ...options, strict: true });
    expect(strict.files.size).toBe(0);
    expect(strict.diagnostics.map((d) => `${d.severity} ${d.code}`)).toEqual(['error contract/unresolved-binding']);
    const lenient = await generate(options);
    expect(lenient.diagnostics.map((d) => `${d.severity} ${d.code}`)).toEqual(['warning contract/unresolved-binding']);
    expect(lenient.files.size).toBeGreaterThan(0);
  });

  it('renders with templates of the user', async () => {
    writeFiles(folder, { 'templates/README.md.hbs': 'Package {{packageName}}.\n', 'templates/unknown.hbs': 'x' });
    const options = { inputs, workingFolder: root, name: 'exchanger' };
    const unknown = await generate({ ...options, templates: join(folder, 'templates') });
    expect(unknown.diagnostics.map((d) => d.code)).toEqual(['emit/unknown-template']);
    removeFolder(join(folder, 'templates/unknown.hbs'));
    const { files } = await generate({ ...options, templates: join(folder, 'templates') });
    expect(files.get('README.md')).toBe('Package exchanger.\n');
    const { files: sources } = await generate({ ...options, package: false });
    expect([...sources.keys()].filter((path) => !path.startsWith('src/'))).toEqual(['codegen.contract.json']);
  });

  it('checks the settings of callers in JavaScript as those of a config', async () => {
    const given: object = { input: 'a.wsdl', workingFolder: folder, only: 'clients', limits: { maxBytes: '1' } };
    const { files, contract, diagnostics } = await generate(given as GenerateOptions);
    expect(files.size).toBe(0);
    expect(contract.services).toEqual([]);
    expect(diagnostics.map(({ code, message, help }) => `${code}: ${message} ${help}`)).toEqual([
      'config/unknown-key: the argument has no setting "input". did you mean "inputs"?',
      'config/missing-value: inputs is missing. add inputs, which is an array of one or more paths.',
      'config/invalid-value: only must be "client" or "server", but is "clients". did you mean "client"?',
      'config/invalid-value: limits.maxBytes must be a whole number above zero, but is "1". give limits.maxBytes a value that is a whole number above zero.',
    ]);
    const extension = await generate({ inputs, workingFolder: root, importExtension: 'ts' });
    expect(extension.diagnostics.map(({ message }) => message)).toEqual([
      'importExtension must be absent unless `package` is `false`, but is "ts".',
    ]);
    const reading = await readContract({ inputs: 'a.wsdl' } as object as ReadOptions);
    expect(reading.diagnostics.map(({ message }) => message)).toEqual([
      'inputs must be an array of one or more paths, but is "a.wsdl".',
    ]);
  });

  it('is typed as the package exports it', () => {
    const typed: [typeof Generate, typeof ReadContract] = [generate, readContract];
    expect(typed).toHaveLength(2);
  });
});
