import { copyFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net';
import { join } from 'node:path';
import { main } from '../../generator/cli.js';
import { removeFolder, root, temporaryFolder, writeFiles } from './command.js';

/** What the command says about mistakes: what is wrong, where, and what to do about it. */

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
  copyFileSync(join(root, 'wsdl/ExchangerApi.wsdl'), join(folder, 'Exchanger.wsdl'));
});
afterEach(() => removeFolder(folder));

/** What a command prints, with the folder of the test as `.`. */
async function said(...args: readonly string[]): Promise<string> {
  let text = '';
  const add = (more: string): void => {
    text += more;
  };
  const terminal = { out: add, err: add, isInteractive: false, environment: {}, workingFolder: folder };
  const status = await main(args, terminal);
  return `${text.replaceAll(folder, '.')}rc ${status}`;
}

async function listening<T extends Server>(server: T): Promise<string> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('addresses', () => {
  const servers: Server[] = [];
  const started = (server: Server): Promise<string> => {
    servers.push(server);
    return listening(server);
  };
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.close();
    }
  });

  it('are saved with codegen pull, unless they may be fetched', async () => {
    const text = await said('https://me:secret@shop.example/Shop.svc?wsdl', '--out', 'out');
    expect(text).toContain("codegen pull 'https://shop.example/Shop.svc?wsdl' wsdl");
    expect(text).not.toContain('secret');
  });

  it('are answered with a status, which is named', async () => {
    const host = await started(
      createServer((request, response) => {
        response.writeHead(Number((request.url ?? '').slice(1, 4))).end();
      }),
    );
    for (const status of [404, 410, 500]) {
      const address = `http://${host}/${status}`;
      const failed = `"${address}" could not be fetched: the server answered ${status}.`;
      expect(await said(address, '--out', 'out', '--allow-remote')).toContain(failed);
      expect(await said('pull', address, 'wsdl')).toContain(failed);
    }
  });

  it('of imports that have no document are named with the status, too', async () => {
    const host = await started(createServer((_, response) => response.writeHead(404).end()));
    const schema = `<schema xmlns="http://www.w3.org/2001/XMLSchema"><import namespace="urn:a" schemaLocation="http://${host}/a.xsd"/></schema>`;
    writeFiles(folder, { 'a.xsd': schema, 'codegen.config.json': '' });
    const config = { packages: [{ name: 'a', inputs: ['a.xsd'], out: 'out' }], allowHosts: [host] };
    writeFiles(folder, { 'codegen.config.json': JSON.stringify(config) });
    const text = await said('generate', '--allow-remote');
    expect(text).toContain('could not be fetched: the server answered 404. Its declarations are missing.');
    expect(text).not.toContain('put the file there');
  });

  it.each([
    ['generate', 'ftp://shop.example/a.wsdl', '--out', 'out'],
    ['inspect', 'ftp://shop.example/a.wsdl'],
    ['generate', 'http:/shop.example/a.wsdl', '--out', 'out'],
    ['pull', 'ftp://shop.example/a.wsdl', 'wsdl'],
    ['init', 'ftp://shop.example/a.wsdl', '--yes'],
    ['call', 'ftp://shop.example/a.wsdl', 'Get'],
    ['diff', 'ftp://shop.example/a.wsdl', 'Exchanger.wsdl'],
  ])('are http or https: codegen %s %s', async (...args) => {
    const text = await said(...args);
    expect(text).toContain('cannot be fetched: only addresses that begin with http:// or https:// can.');
    expect(text).not.toContain('does not exist');
  });

  it('that cannot be parsed are called invalid, not of another kind', async () => {
    for (const command of ['inspect', 'generate']) {
      const text = await said(
        command,
        'http://shop.example:port/a',
        ...(command === 'generate' ? ['--out', 'out'] : []),
      );
      expect(text).toContain('"http://shop.example:port/a" is not a valid address.');
    }
  });

  it('are no descriptions for codegen wsdl', async () => {
    const text = await said('wsdl', 'https://shop.example/a.yaml', '--out', 'wsdl');
    expect(text).toContain('"https://shop.example/a.yaml" is an address, and codegen wsdl reads files alone.');
  });

  it('of https at a port of http, and the other way round, are asked about', async () => {
    const plain = await started(createServer((_, response) => response.end()));
    const closing = await started(createSocketServer((socket) => socket.once('data', () => socket.end())));
    expect(await said('pull', `https://${plain}/`, 'wsdl')).toContain('(does it speak http there?).');
    expect(await said('pull', `https://${closing}/`, 'wsdl')).toContain('(does it speak http there?).');
    expect(await said('pull', `http://${closing}/`, 'wsdl')).toContain('(does it speak https there?).');
  });
});

describe('paths', () => {
  const importing = (location: string): string =>
    `<schema xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:a"><import namespace="urn:b" schemaLocation="${location}"/></schema>`;
  const imported = '<schema xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:b"/>';

  it('in messages are those from where the user stands, whatever the output folder and the folder of the config', async () => {
    writeFiles(folder, { 'wsdl/a.xsd': importing('http://shop.example/B.xsd'), 'wsdl/b.xsd': imported });
    const near = '"wsdl/b.xsd" was used instead';
    expect(await said('wsdl/a.xsd', '--out', 'some/where/out')).toContain(near);
    const settings = (input: string): string =>
      JSON.stringify({ packages: [{ name: 'a', inputs: [input], out: '../out' }] });
    writeFiles(folder, { 'app/config/codegen.config.json': settings('../../wsdl/a.xsd') });
    const config = ['--config', 'app/config/codegen.config.json'];
    expect(await said(...config)).toContain(near);
    writeFiles(folder, {
      'wsdl/a.xsd': importing('../../b.xsd'),
      'b.xsd': imported,
      'app/config/codegen.config.json': settings('../in/wsdl/a.xsd'),
      'app/in/wsdl/a.xsd': importing('../../../far/b.xsd'),
      'far/b.xsd': imported,
    });
    expect(await said(...config)).toContain("allow it with --allow-path far, or with allowPaths: ['../../far']");
  });

  it('of inputs that cannot be read are shown in the config', async () => {
    const packages = [{ name: 'a', inputs: ['Exchanger.wsdl', 'gone.wsdl'], out: 'out' }];
    writeFiles(folder, { 'codegen.config.json': JSON.stringify({ packages }) });
    const missing = 'codegen.config.json:1:53 error source/missing-file: "gone.wsdl" does not exist.';
    expect(await said('generate')).toContain(missing);
  });
});

it('a runtime that does not fit is a warning of codegen check', async () => {
  writeFiles(folder, { 'node_modules/@wsdl-codegen/runtime/package.json': '{"version":"7.0.0"}' });
  const args = ['Exchanger.wsdl', '--out', 'out'];
  expect(await said(...args)).toMatch(/rc 0$/);
  expect(await said('check', ...args)).toMatch(
    /warning output\/other-runtime: "out" needs @wsdl-codegen\/runtime \^[\d.]+, but finds 7\.0\.0 in [\s\S]*rc 0$/,
  );
});

it('warnings that a document draws by the dozen are one, and --all-messages shows them', async () => {
  const elements = Array.from({ length: 20 }, (_, i) => `<element name="e${i}" type="lost"/>\n`).join('');
  writeFiles(folder, { 'a.xsd': `<schema xmlns="http://www.w3.org/2001/XMLSchema">${elements}</schema>` });
  const count = (text: string): number => text.match(/warning xsd\/unresolved-type/g)?.length ?? 0;
  for (const args of [
    ['generate', 'a.xsd', '--out', 'out', '--dry-run'],
    ['inspect', 'a.xsd'],
  ]) {
    const text = await said(...args);
    expect(count(text)).toBe(1);
    expect(text).toContain('  and 19 more xsd/unresolved-type in a.xsd (--all-messages shows them)\n20 warnings\n');
    expect(count(await said(...args, '--all-messages'))).toBe(20);
  }
  const json = await said('generate', 'a.xsd', '--out', 'out', '--dry-run', '--json');
  expect(json.match(/"xsd\/unresolved-type"/g)).toHaveLength(20);
});

describe('inputs', () => {
  it.each([
    ['an empty file', ''],
    ['an empty file', ' \n\n'],
    ['JSON', '\ufeff{ "services": {} }'],
    ['a PDF document', '%PDF-1.7\n<< /Type >>'],
    ['text without an element', 'Not found'],
  ])('that are no documents are named: %s', async (what, text) => {
    writeFiles(folder, { 'a.wsdl': text });
    expect(await said('inspect', 'a.wsdl')).toMatch(
      new RegExp(`^a\\.wsdl:1:1 error source/not-xml: This is not XML: it is ${what}\\.[\\s\\S]*\\n1 error\\nrc 1$`),
    );
  });

  it('that were mistyped, are patterns or folders, say what was meant or what to do', async () => {
    writeFiles(folder, { 'wsdl/Shop.wsdl': '' });
    expect(await said('inspect', 'Exchangr.wsdl')).toContain('did you mean "Exchanger.wsdl"?');
    expect(await said('inspect', 'wsdl/Shop.wdsl')).toContain('did you mean "wsdl/Shop.wsdl"?');
    expect(await said('inspect', 'wsdl/*.wsdl')).toContain('name each file: patterns are not expanded.');
    expect(await said('inspect', 'elsewhere/Shop.wsdl')).toContain(
      'check the path: it was looked for from ".". No WSDL yet? codegen init --template client writes one.',
    );
    const inFolder = '"wsdl" cannot be read: it is a folder.\n  help: name the files in it; codegen init wsdl';
    expect(await said('inspect', 'wsdl')).toContain(inFolder);
    expect(await said('wsdl', 'wsdl', '--out', 'out')).toContain(inFolder);
    expect(await said('init', 'gone.wsdl', '--yes')).toContain('it cannot be read: "gone.wsdl" does not exist.');
  });

  it('without operations are named to call and sample', async () => {
    writeFiles(folder, { 'a.xsd': '<schema xmlns="http://www.w3.org/2001/XMLSchema"/>' });
    for (const args of [
      ['call', 'a.xsd', 'Get'],
      ['sample', 'a.xsd'],
      ['sample', 'a.xsd', 'Get'],
    ]) {
      expect(await said(...args)).toMatch(/^error call\/no-operations: "a\.xsd" has no operations\.[\s\S]*rc 1$/);
    }
  });

  it('of XML are none of codegen wsdl', async () => {
    const text = await said('wsdl', 'Exchanger.wsdl', '--out', 'out');
    expect(text).toContain('"Exchanger.wsdl" is XML, and codegen wsdl writes WSDL from descriptions');
  });
});

describe('options', () => {
  it.each([
    [['Exchanger.wsdl', '--out', ''], 'the value of --out is empty', 1],
    [['Exchanger.wsdl', '--out='], 'the value of --out is empty', 1],
    [['check', '', '--out', 'out'], 'argument 2 is empty', 2],
    [['Exchanger.wsdl', '--out', 'out', '--since', 'v1'], 'It must be git:REVISION, such as git:v1.2.0.', 1],
    [['Exchanger.wsdl', '--out', 'out', '--only', 'ExchangerApi'], 'did you mean "ExchangerApi.*"?', 1],
    [['Exchanger.wsdl', '--out', 'Exchanger.wsdl'], 'choose another folder, or move away what is there.', 1],
    [['init', 'Exchanger.wsdl', '--name', 'A B', '--yes'], 'did you mean "a-b"?', 1],
    [['pull', 'Exchanger.wsdl', 'wsdl'], '"Exchanger.wsdl" is not an http address.', 1],
    [['pull', 'shop.example:8080/a?wsdl', 'wsdl'], 'did you mean "https://shop.example:8080/a?wsdl"?', 1],
    [['pull', '--update', 'gone'], 'There is no folder "gone".', 1],
    [
      ['mock', 'Exchanger.wsdl', '--host', '203.0.113.1', '--port', '0'],
      'name an address of this computer with --host',
      1,
    ],
    [
      ['mock', 'Exchanger.wsdl', '--recordings', 'folder', '--port', '0'],
      '--recordings was given, but no --record.',
      1,
    ],
    [
      ['init', 'Exchanger.wsdl', 'Other.wsdl', '--separate', '--name', 'a', '--yes'],
      '"a" is the name of one package',
      1,
    ],
    [['init', 'folder', '--yes'], 'There is no WSDL document in "folder".', 1],
    [['help', 'generat'], "there is no command 'generat'", 1],
    [
      ['call', 'Exchanger.wsdl', 'Exchange', '--define', 'api_namspace=a', '--no-validate', '--dry-run'],
      'write "api_namespace" in the place of "api_namspace"',
      1,
    ],
    [['--config', 'config.yaml'], 'a config is a file in TypeScript', 1],
    [['--config', 'folder'], 'a config is a file in TypeScript', 1],
  ])('%j', async (args, expected, status) => {
    copyFileSync(join(folder, 'Exchanger.wsdl'), join(folder, 'Other.wsdl'));
    writeFiles(folder, { 'config.yaml': '', 'folder/a': '' });
    const text = await said(...args);
    expect(text).toContain(expected);
    expect(text).toMatch(new RegExp(`rc ${status}$`));
  });

  it('with files of a wrong format, or an address that is none, are refused before anything is sent', async () => {
    const begin = (what: string): string => `-----BEGIN ${what}-----\n-----END ${what}-----\n`;
    writeFiles(folder, { text: 'x', 'cert.pem': begin('CERTIFICATE'), 'key.pem': begin('EC PRIVATE KEY') });
    const call = (...options: readonly string[]): Promise<string> =>
      said('pull', 'https://localhost:1/a?wsdl', 'wsdl', ...options);
    expect(await call('--cert', 'text', '--key', 'key.pem')).toContain('"text" is not PEM');
    expect(await call('--ca', 'text')).toContain('"text" is not PEM');
    expect(await call('--cert', 'cert.pem')).toContain('name the file that has it with --key FILE.');
    expect(await call('--key', 'key.pem')).toContain('name the file that has it with --cert FILE.');
    expect(await call('--pfx', 'cert.pem')).toContain('"cert.pem" is not PKCS #12.');
    const values = ['Exchange', '--define', 'api_namespace=urn:x', '--address', 'shop.example', '--no-validate'];
    const text = await said('call', 'Exchanger.wsdl', ...values);
    expect(text).toContain('"shop.example" is no http or https address to call ExchangerApi at.');
  });

  it('of configs in JSON that are written as JavaScript are named', async () => {
    writeFiles(folder, { 'codegen.config.json': '{ "packages": [], }' });
    expect(await said('check')).toContain('JSON has no comma before "}"');
    writeFiles(folder, { 'codegen.config.json': '// mine\n{}' });
    expect(await said('check')).toContain('comments are no part of JSON');
  });
});

describe('words', () => {
  it('of --only may mean a half of the package', async () => {
    expect(await said('Exchanger.wsdl', '--out', 'out', '--only', 'cilent')).toContain('did you mean "client"?');
    expect(await said('Exchanger.wsdl', '--out', 'out', '--only', 'Server')).toContain('did you mean "server"?');
  });

  it('-v is the version', async () => {
    expect(await said('-v')).toBe(await said('--version'));
    expect(await said('-v')).toMatch(/^\d+\.\d+\.\d+\nrc 0$/);
  });

  it('of codegen diff need a second version where there is no config', async () => {
    const text = await said('diff', 'Exchanger.wsdl');
    expect(text).toContain('There is nothing to compare "Exchanger.wsdl" with');
    expect(text).toContain('codegen diff OLD NEW');
    expect(text).toMatch(/rc 2$/);
    expect(await said('diff')).toContain('codegen diff OLD NEW');
  });
});
