import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { generate } from '../../generator/index.js';
import { buildCommand, root } from './command.js';

/**
 * The entries that need no Node as they are built, bundled for browsers and run where there are only globals of the web and no code can be made from texts.
 */
const web = {
  AbortController,
  console,
  queueMicrotask,
  ReadableStream,
  Response,
  setTimeout,
  clearTimeout,
  structuredClone,
  TextDecoder,
  TextEncoder,
  Uint8Array,
  URL,
  URLSearchParams,
};

let built = '';
beforeAll(() => {
  built = dirname(buildCommand());
});

/** A program as one file for browsers. */
async function bundled(program: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: join(root, 'generator') },
    bundle: true,
    minify: true,
    format: 'iife',
    globalName: 'bundle',
    platform: 'browser',
    alias: Object.fromEntries(
      ['in-memory', 'schemas'].map((entry) => [`wsdl-codegen/${entry}`, join(built, entry, 'index.js')]),
    ),
    write: false,
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}

/** Runs a bundle, and then `call`, which gives a promise of a text. */
async function run(bundle: string, call: string, given: object): Promise<unknown> {
  const context = createContext({ ...web, given }, { codeGeneration: { strings: false, wasm: false } });
  runInContext(bundle, context);
  return JSON.parse((await runInContext(call, context)) as string);
}

const schema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t" elementFormDefault="qualified">
  <xs:element name="order"><xs:complexType><xs:sequence><xs:element name="size" maxOccurs="9"><xs:simpleType>
    <xs:restriction base="xs:int"><xs:pattern value="[0-9]{1,3}"/></xs:restriction></xs:simpleType></xs:element></xs:sequence></xs:complexType></xs:element>
</xs:schema>`;

describe('schemas at run time', () => {
  const program = `
    import { loadSchemas } from 'wsdl-codegen/schemas';
    import * as documents from '@wsdl-codegen/runtime/documents';
    export async function check({ schema, document }) {
      const { root, validate } = await loadSchemas({ 'order.xsd': schema });
      const order = root('order');
      return JSON.stringify([order.parse(order.format({ size: [1, 2] })), validate(document), documents.sample(order)]);
    }`;

  it('need nothing but the web, and no more than 250 KB of gzip with all that documents need', async () => {
    const bundle = await bundled(program);
    const document = '<order xmlns="urn:t"><size>5</size>\n<size>1234</size></order>';
    expect(await run(bundle, 'bundle.check(given)', { schema, document })).toMatchObject([
      { size: [1, 2] },
      [{ line: 2, path: ['size', 1] }],
      { size: [expect.any(Number)] },
    ]);
    expect(gzipSync(bundle, { level: 9 }).length).toBeLessThanOrEqual(250_000);
  });
});

describe('packages from texts', () => {
  const program = `
    import { changelogEntry, diffContracts, generateFiles, readContract, wsdlOfDescription } from 'wsdl-codegen/in-memory';
    export async function files({ texts, options }) {
      const { files, diagnostics } = await generateFiles(texts, options);
      return JSON.stringify({ files: [...files], diagnostics });
    }
    export async function wsdl({ text }) {
      return JSON.stringify([...(await wsdlOfDescription(text)).files]);
    }
    export async function compare({ old, now }) {
      const [a, b] = await Promise.all([old, now].map((text) => readContract({ 'a.wsdl': text })));
      const diff = diffContracts(a.contract, b.contract);
      return JSON.stringify({ verdict: diff.verdict, changes: diff.changes.map(({ code }) => code), entry: await changelogEntry(diff, '2.0.0') });
    }`;
  let bundle = '';
  beforeAll(async () => {
    bundle = await bundled(program);
  });

  const textsOf = (...names: readonly string[]): Readonly<Record<string, string>> =>
    Object.fromEntries(names.map((name) => [name, readFileSync(join(root, name), 'utf8')]));

  it.each([
    [['wsdl/AccountApi.wsdl'], {}],
    [
      ['wsdl/AddressLocator.wsdl', 'wsdl/ErrorsApi.wsdl', 'wsdl/ExchangerApi.wsdl'],
      { namespaces: {}, members: 'tolerant' },
    ],
    [['wsdl/TelepayApi.wsdl'], { package: false, importExtension: 'ts', only: 'client' }],
    [['wsdl/wallet.yaml'], { package: { version: '1.2.0' }, properties: 'camelCase', enumerations: 'open' }],
    [['wsdl/PushApi.wsdl'], { placeholders: { api_namespace: 'urn:api:' } }],
  ] as const)('are those that the command writes: %p', async (inputs, options) => {
    const settings = { name: 'same', ...options };
    const expected = await generate({ ...settings, inputs, workingFolder: root, compiled: false });
    const { files, diagnostics } = (await run(bundle, 'bundle.files(given)', {
      texts: textsOf(...inputs),
      options: settings,
    })) as { readonly files: readonly (readonly [string, string])[]; readonly diagnostics: unknown };
    expect(new Map(files)).toEqual(expected.files);
    expect(files.length).toBeGreaterThan(4);
    expect(diagnostics).toEqual(JSON.parse(JSON.stringify(expected.diagnostics)));
  });

  it('have the WSDL of descriptions that codegen wsdl writes', async () => {
    const text = readFileSync(join(root, 'wsdl/wallet.yaml'), 'utf8');
    const files = (await run(bundle, 'bundle.wsdl(given)', { text })) as readonly (readonly [string, string])[];
    expect(files.length).toBeGreaterThan(3);
    for (const [name, written] of files) {
      expect(written).toBe(readFileSync(join(root, 'wsdl', name), 'utf8'));
    }
  });

  it('are compared as codegen diff does', async () => {
    const old = readFileSync(join(root, 'wsdl/ExchangerApi.wsdl'), 'utf8');
    const now = old.replaceAll('CurrencyToPay', 'CurrencyToSpend');
    expect(await run(bundle, 'bundle.compare(given)', { old, now })).toMatchObject({
      verdict: 'major',
      changes: expect.arrayContaining([expect.any(String)]),
      entry: expect.stringContaining('2.0.0'),
    });
  });

  it('are of the texts that no other one refers to', async () => {
    const importing = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t"><xs:import namespace="urn:t" schemaLocation="b/t.xsd"/><xs:element name="all"><xs:complexType><xs:sequence><xs:element ref="t:order"/></xs:sequence></xs:complexType></xs:element></xs:schema>`;
    const texts = { 'b/t.xsd': schema, 'a.xsd': importing };
    const { files } = (await run(bundle, 'bundle.files(given)', { texts, options: {} })) as {
      readonly files: readonly (readonly [string, string])[];
    };
    const elements = new Map(files).get('src/elements.ts') ?? '';
    expect(elements).toContain('export const all');
    expect(elements).not.toContain('export const order');
  });

  it('have mistakes as diagnostics, of options too', async () => {
    const ask = async (texts: object, options: object): Promise<unknown> => {
      const { files, diagnostics } = (await run(bundle, 'bundle.files(given)', { texts, options })) as {
        readonly files: readonly unknown[];
        readonly diagnostics: readonly { readonly code: string }[];
      };
      return [files.length, ...diagnostics.map(({ code }) => code)];
    };
    expect(await ask({ 'a.xsd': schema }, { nmae: 'x' })).toEqual([0, 'config/unknown-key']);
    const cut = schema.replace('<xs:element', '<xs:include schemaLocation="gone.xsd"/><xs:element');
    expect(await ask({ 'a.xsd': cut }, {})).toEqual([0, 'source/not-given']);
  });
});
