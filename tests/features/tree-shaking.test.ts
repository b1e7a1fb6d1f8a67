import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(__dirname, '../..');

/** The parts of the wallet's package and of the runtime that a bundler keeps for a program: the text, and the files in it. */
async function bundle(
  program: string,
  resolveDir = join(root, 'generated/wallet-api/src'),
): Promise<{ text: string; files: readonly string[] }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: program, resolveDir, loader: 'ts' },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    metafile: true,
    conditions: ['wsdl-codegen-source'],
    absWorkingDir: root,
  });
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const files = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path);
  return { text: outputFiles.map((file) => file.text).join(''), files };
}

describe('a bundle of a generated package', () => {
  it('contains, for one client of five, only that service: no other types, no server, no WSDL', async () => {
    const { text, files } = await bundle(
      `import { ExchangerApiClient } from './index.js';
       console.log(new ExchangerApiClient({ baseUrl: 'https://a', namespaces: { api_namespace: 'urn:a' } }));`,
    );
    expect(files.filter((path) => path.startsWith('generated/'))).toEqual([
      'generated/wallet-api/src/schema.ts',
      'generated/wallet-api/src/exchanger-api.service.ts',
      'generated/wallet-api/src/exchanger-api.client.ts',
    ]);
    expect(files.filter((path) => path.startsWith('runtime/src/server/'))).toEqual([]);
    expect(text).toContain('amountToPay');
    for (const other of ['TopupAtmCard', 'GetErrorDesc', 'CurrencyCode', 'pushServiceUserId', 'wsdl:definitions']) {
      expect(text).not.toContain(other);
    }
  });

  it('contains, for a client of one operation, no other operation and no types of others', async () => {
    const { text } = await bundle(
      `import { AccountApi$topupAtmCard, AccountApiClient$of } from './index.js';
       const options = { baseUrl: 'https://a', namespaces: { api_namespace: 'urn:a' } };
       console.log(AccountApiClient$of({ topupAtmCard: AccountApi$topupAtmCard }, options).topupAtmCard({ id: 1n, amount: 1 }));`,
    );
    expect(text).toContain('TopupAtmCard');
    for (const other of ['MarkOperationAsRead', 'ContactSetFavorite', 'MarkAllMessagesAsReadForContact']) {
      expect(text).not.toContain(other);
    }
  });

  it('contains, for a client of one operation, only the parts of the runtime that its own messages need', async () => {
    const filesOf = async (operation: string): Promise<readonly string[]> => {
      const { files } = await bundle(
        `import { Service$${operation} } from './service.service.js';
         import { ServiceClient$of } from './service.client.js';
         console.log(ServiceClient$of({ ${operation}: Service$${operation} }));`,
        join(root, 'tests/golden/service/expected/src'),
      );
      return files.filter((file) => /soap\/(declared-faults|encoded|rpc)\.ts$/.test(file)).sort();
    };
    expect(await filesOf('GetQuote')).toEqual(['runtime/src/soap/rpc.ts']);
    expect(await filesOf('getQuote')).toEqual(['runtime/src/soap/encoded.ts', 'runtime/src/soap/rpc.ts']);
    expect(await filesOf('constructor_')).toEqual(['runtime/src/soap/declared-faults.ts', 'runtime/src/soap/rpc.ts']);
  });

  it('contains, for a browser, neither the fast layer, unless it is loaded, nor what no message needs', async () => {
    const { files } = await bundle(
      `import { ErrorsApiClient } from './index.js';
       console.log(new ErrorsApiClient({ baseUrl: 'https://a', namespaces: { api_namespace: 'urn:a' } }));`,
    );
    const fast = ['schema/fast/fast-layer.ts', 'schema/fast/write/record.ts', 'schema/fast/read/scanner.ts'];
    const loaded = await bundle(`import { loadFastLayer } from '@wsdl-codegen/runtime/schema'; loadFastLayer();`, root);
    expect(loaded.files).toEqual(expect.arrayContaining(fast.map((name) => `runtime/src/${name}`)));
    const others = [...fast, 'schema/validate/validate.ts', 'schema/match/match.ts', 'schema/decode/decode-groups.ts'];
    expect(files.filter((file) => others.some((name) => file === `runtime/src/${name}`))).toEqual([]);
  });

  it('contains the evaluator of tests only if an element has type alternatives', async () => {
    const program = (alternatives: string): string =>
      `import { alternative, complexType, element, parseXml } from '@wsdl-codegen/runtime/schema';
       const empty = complexType('', '', {});
       console.log(parseXml(element('', 'a', empty, { ${alternatives} }), '<a/>'));`;
    const evaluator = 'runtime/src/schema/simple/attribute-condition.ts';
    const plain = await bundle(program(''), root);
    expect(plain.files).toContain('runtime/src/schema/decode/decode.ts');
    expect(plain.files).not.toContain(evaluator);
    const chosen = await bundle(program("alternatives: [alternative(empty, { kind: 'constant', value: true })]"), root);
    expect(chosen.files).toContain(evaluator);
  });

  it('contains one module of the package if it is imported by itself', async () => {
    const types = await bundle(`import { CurrencyCode } from 'wallet-api/types'; console.log(CurrencyCode.wmz);`, root);
    expect(types.files).toEqual(['generated/wallet-api/js/types.js', '<stdin>']);
    const client = await bundle(`export { ErrorsApiClient } from 'wallet-api/errors-api.client';`, root);
    expect(client.files.filter((path) => path.startsWith('generated/')).sort()).toEqual([
      'generated/wallet-api/js/index.js',
      'generated/wallet-api/js/schema.js',
    ]);
  });

  it('contains nothing of the runtime for the values of an enumeration', async () => {
    const { files } = await bundle(`import { CurrencyCode } from './index.js'; console.log(CurrencyCode.wmz);`);
    expect(files).toEqual(['generated/wallet-api/src/types.ts', '<stdin>']);
  });
});
