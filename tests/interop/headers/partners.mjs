import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { createClientAsync, listen, WSSecurity } from 'soap';
import { freePort, startDriver } from '../driver.mjs';
import { installedVersion } from '../install.mjs';
import { notesWsdl, password, user } from './own.mjs';

const here = fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '');
const soapPackage = createRequire(import.meta.url)('soap/package.json');
const { passwordDigest } = createRequire(import.meta.url)('soap/lib/utils.js');

const gsoapPackages = ['gsoap', 'libgsoap-dev', 'libssl-dev', 'g++'];

/** Stacks that call our server: `start` gives a function that makes a call. Each takes the cases for which `takes` is true. */
export const clients = [
  {
    name: 'Python zeep',
    packages: ['python3-zeep'],
    version: () => installedVersion('python3-zeep'),
    // It puts headers of version 1.0 into every call whose WSDL has an action.
    takes: ({ addressing }) => addressing !== '2004/08',
    start: () => {
      const driver = startDriver({ command: '/usr/bin/python3', args: [`${here}/client.py`] });
      const ask = ({ security, stamped, password: secret, text }, binding, url) =>
        driver.ask({ wsdl: notesWsdl, url, binding, security, timestamp: stamped, user, password: secret, text });
      return { ask, stop: () => driver.stop() };
    },
  },
  {
    name: 'npm soap',
    packages: [],
    version: () => soapPackage.version,
    takes: ({ addressing }) => addressing === false,
    start: () => ({ ask: askSoap, stop: () => undefined }),
  },
  gsoapClient('gSOAP', '1.0', ({ addressing }) => addressing !== '2004/08'),
  gsoapClient('gSOAP, 2004/08', '2004/08', ({ addressing }) => addressing === '2004/08'),
];

function gsoapClient(name, addressing, takes) {
  return {
    name,
    packages: gsoapPackages,
    version: () => installedVersion('gsoap'),
    takes,
    start: async ({ run, work }) => {
      await compile(run, work, addressing, 'client', 'soapClient.c');
      return { ask: (one, binding, url) => askGsoap(run, work, one, binding, url), stop: () => undefined };
    },
  };
}

async function askSoap({ security, stamped, password: secret, text }, binding, url) {
  const client = await createClientAsync(notesWsdl, { endpoint: url, forceSoap12Headers: binding === 'soap12' });
  if (security !== 'none') {
    const passwordType = security === 'digest' ? 'PasswordDigest' : 'PasswordText';
    const options = { passwordType, hasTimeStamp: stamped, hasTokenCreated: security === 'digest' };
    client.setSecurity(new WSSecurity(user, secret, { ...options, hasNonce: security === 'digest' }));
  }
  const port = client.Notes[binding === 'soap12' ? 'Notes12' : 'Notes'];
  return new Promise((resolve) => {
    port.Echo({ text }, (error, result) => {
      const fault = error?.root?.Envelope?.Body?.Fault;
      resolve(
        fault !== undefined
          ? { type: 'fault', value: JSON.stringify(fault) }
          : error
            ? { type: 'error', value: String(error) }
            : { type: 'text', value: result.text },
      );
    });
  });
}

async function askGsoap(run, work, { addressing, security, stamped, password: secret, text }, binding, url) {
  const words = [addressing ? 'addressed' : 'plain', security, stamped ? 'stamped' : 'plain'];
  const { stdout } = await run(`${work}/client`, [url, binding, ...words, user, secret, text]);
  const { type, value } = JSON.parse(stdout);
  return { type, value: Buffer.from(value, 'hex').toString() };
}

/** Servers that our client calls: `start` gives the address of one that checks tokens if `secured`. `answers` is true if it speaks WS-Addressing. */
export const servers = [
  {
    name: 'npm soap',
    packages: [],
    version: () => soapPackage.version,
    answers: false,
    takes: () => true,
    start: (secured) => startSoap(secured),
  },
  gsoapServer('gSOAP', '1.0', ({ addressing }) => addressing !== '2004/08'),
  gsoapServer('gSOAP, 2004/08', '2004/08', ({ addressing }) => addressing === '2004/08'),
];

function gsoapServer(name, addressing, takes) {
  return {
    name,
    packages: gsoapPackages,
    version: () => installedVersion('gsoap'),
    answers: true,
    // It asks for a timestamp with every token.
    takes: (one) => takes(one) && (one.security === 'none' || one.stamped || !one.accepted),
    start: async (secured, addressed, { run, work }) => {
      await compile(run, work, addressing, 'server', 'soapServer.c', 'soapClient.c');
      const port = String(await freePort());
      const words = [port, addressed ? 'addressed' : 'plain', secured ? 'secured' : 'plain', password];
      const driver = startDriver({ command: `${work}/server`, args: words });
      await driver.next();
      return { url: `http://127.0.0.1:${port}/notes`, stop: () => driver.stop() };
    },
  };
}

async function startSoap(secured) {
  const http = createServer();
  const echo = ({ text }) => ({ text });
  const service = { Notes: { Notes: { Echo: echo }, Notes12: { Echo: echo } } };
  const server = listen(http, '/notes', service, readFileSync(notesWsdl, 'utf8'));
  if (secured) {
    server.authenticate = (security) => isOurs(security?.UsernameToken);
  }
  await new Promise((resolve) => http.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${http.address().port}/notes`, stop: () => http.close() };
}

function isOurs(token) {
  const sent = token?.Password?.$value ?? token?.Password;
  const isDigest = token?.Password?.attributes?.Type?.endsWith('#PasswordDigest') === true;
  const nonce = token?.Nonce?.$value ?? token?.Nonce;
  const expected = isDigest ? passwordDigest(nonce, token.Created, password) : password;
  return token?.Username === user && sent === expected;
}

/** Compiles a program with the plug-ins of gSOAP, which come as sources. Its import `wsa5.h` is of version 1.0, `wsa.h` of 2004/08. */
async function compile(run, work, addressing, program, ...generated) {
  const shared = '/usr/share/gsoap';
  const declarations = readFileSync(`${here}/notes.h`, 'utf8');
  writeFileSync(`${work}/notes.h`, addressing === '1.0' ? declarations : declarations.replace('wsa5.h', 'wsa.h'));
  await run('soapcpp2', ['-c', '-L', '-x', `-I${shared}/import:${shared}`, 'notes.h'], { cwd: work });
  const plugins = ['wsaapi', 'wsseapi', 'smdevp', 'mecevp', 'threads'].map((name) => `${shared}/plugin/${name}.c`);
  const sources = [`${here}/${program}.c`, 'soapC.c', ...generated, ...plugins, `${shared}/custom/struct_timeval.c`];
  const flags = ['-O0', '-w', '-DWITH_OPENSSL', '-DWITH_DOM', '-I.', `-I${shared}/plugin`, `-I${shared}`];
  const libraries = ['-lgsoapssl', '-lssl', '-lcrypto'];
  await run('gcc', [...flags, '-o', program, ...sources, ...libraries], { cwd: work });
}
