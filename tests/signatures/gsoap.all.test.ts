import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { registerService, type ServiceContext } from '@wsdl-codegen/runtime';
import { createServer } from '@wsdl-codegen/runtime/node';
import { complexType, element, field, sequence } from '@wsdl-codegen/runtime/schema';
import * as xs from '@wsdl-codegen/runtime/xs';
import { Certificate, sign, verify } from '@wsdl-codegen/ws-security';
import { signingCertificate } from '../support/certificates.js';

/** A client of gSOAP signs its requests for a server of this package, and verifies the answers. */

const ns = 'http://notes.example/';
const client = signingCertificate('Client');
const service = signingCertificate('Service');
const text = 'Grüße & <more> \u{1F600}';
const shared = '/usr/share/gsoap';
const isThere =
  spawnSync('soapcpp2', ['-h']).error === undefined &&
  spawnSync('test', ['-e', `${shared}/plugin/wsseapi.c`]).status === 0;
const where: jest.It = isThere ? it : it.skip;

const folder = mkdtempSync(join(tmpdir(), 'gsoap-'));
const file = (name: string, content: string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const run = promisify(execFile);

const facts = { action: `${ns}Notes/Echo`, style: 'document' } as const;
const message = (name: string): ReturnType<typeof element> =>
  element(ns, name, complexType(ns, '', { content: sequence([field(ns, 'text', xs.string, { min: 0 })]) }));
const notes = {
  kind: 'service',
  name: 'Notes',
  namespace: ns,
  placeholders: [],
  ports: [
    { name: 'Notes', binding: 'soap11', address: 'http://localhost/notes' },
    { name: 'Notes12', binding: 'soap12', address: 'http://localhost/notes' },
  ],
  operations: {
    echo: {
      name: 'Echo',
      method: 'echo',
      input: { element: message('Echo') },
      output: { element: message('EchoResponse') },
      soap11: facts,
      soap12: facts,
    },
  },
} as const;

const called: unknown[] = [];
const server = createServer({
  services: [
    registerService(
      notes as never,
      {
        echo: (input: { text?: string }, { principal }: ServiceContext) => {
          called.push([input.text, principal instanceof Certificate ? principal.subject : undefined]);
          return input;
        },
      } as never,
    ),
  ],
  onError: (error) => called.push(String((error as Error).cause ?? error)),
  extensions: [
    sign({ key: service.key, certificate: service.cert }),
    verify({ trust: { certificates: client.cert }, require: ['body', 'timestamp'] }),
  ],
});
let address = '';
let close = async (): Promise<void> => {};
const program = join(folder, 'peer');

beforeAll(async () => {
  if (!isThere) {
    return;
  }
  const running = await server.listen(0);
  address = `${running.url}/notes`;
  close = () => running.close();
  const declarations = readFileSync(join(__dirname, '../interop/headers/notes.h'), 'utf8');
  file('notes.h', declarations.replace('#import "wsa5.h"', ''));
  await run('soapcpp2', ['-c', '-L', '-x', `-I${shared}/import:${shared}`, 'notes.h'], { cwd: folder });
  const plugins = ['wsseapi', 'smdevp', 'mecevp', 'threads'].map((name) => `${shared}/plugin/${name}.c`);
  const sources = [join(__dirname, 'peers/gsoap_peer.c'), 'soapC.c', 'soapClient.c', ...plugins];
  const flags = ['-O0', '-w', '-DWITH_OPENSSL', '-DWITH_DOM', '-I.', `-I${shared}/plugin`, `-I${shared}`];
  const libraries = [`${shared}/custom/struct_timeval.c`, '-lgsoapssl', '-lssl', '-lcrypto'];
  await run('gcc', [...flags, '-o', program, ...sources, ...libraries], { cwd: folder });
});
afterAll(async () => {
  await close();
  rmSync(folder, { recursive: true });
});

where.each(['soap11', 'soap12'])('over %s', async (version) => {
  called.length = 0;
  const certificates = [file('client.pem', client.cert), file('service.pem', service.cert)];
  const { stdout } = await run(program, [address, version, file('key.pem', client.key), ...certificates, text]);
  expect(called).toEqual([[text, 'CN=Client']]);
  expect(stdout).toBe(`verified: ${text}\n`);
  const strangers = signingCertificate('Stranger').cert;
  const other = await run(program, [
    address,
    version,
    file('key.pem', client.key),
    certificates[0] ?? '',
    file('other.pem', strangers),
    text,
  ]);
  expect(other.stdout).toContain('error');
});
