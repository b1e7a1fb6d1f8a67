import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createServer } from '@wsdl-codegen/runtime/node';
import { freePort, startDriver } from '../driver.mjs';
import { generatedPackage } from '../generated-package.mjs';
import { installedVersion } from '../install.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const java = '/usr/share/java';
const jars = [
  ...[
    'jaxws-api',
    'jaxws-rt',
    'jaxws-ri-runtime',
    'jaxb-api',
    'jaxb-runtime',
    'jaxb-core',
    'jaxb-impl',
    'saaj-impl',
    'stax-ex',
  ],
  ...[
    'streambuffer',
    'mimepull',
    'metro-policy',
    'gmbal',
    'javax.activation',
    'istack-commons-runtime',
    'FastInfoset',
    'txw2',
  ],
  ...['jws-api', 'geronimo-annotation-1.3-spec', 'woodstox-core', 'stax2-api', 'jaxws-ri-rt-jdk9'],
];
const classpath = jars.map((name) => `${java}/${name}.jar`).join(':');
const text = 'a <b> & “c” ü';

/** Packages of Debian that are needed. */
export const jaxwsPackages = ['jaxws', 'libjaxws-java', 'default-jdk-headless'];

/** JAX-WS RI in both directions: plain, with WS-Addressing required, and MTOM. An outcome for each. */
export async function runJaxws(work, absent, run) {
  const base = { side: 'messages', stack: 'JAX-WS RI' };
  const missing = jaxwsPackages.filter((name) => absent[name] !== undefined);
  if (missing.length > 0) {
    return [{ ...base, of: 'client', missing: missing.join(' ') }];
  }
  const folder = `${work}/jaxws`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(`${folder}/classes`, { recursive: true });
  const letters = await generatedPackage(`${here}Letters.wsdl`, 'letters', `${folder}/package`);
  const version = installedVersion('libjaxws-java');
  const server = await startLetters(letters);
  const outcomes = [];
  try {
    await compile(run, folder, server.url);
    for (const [of, calls] of [
      ['client', () => theirCalls(run, folder)],
      ['server', () => ourCalls(letters, folder)],
    ]) {
      try {
        outcomes.push({ ...base, of, version, checks: await calls() });
      } catch (error) {
        outcomes.push({ ...base, of, version, checks: [], error: String(error) });
      }
    }
  } finally {
    server.close();
  }
  return outcomes;
}

/** Their classes from what our server publishes, and the two programs. */
async function compile(run, folder, url) {
  const options = ['-extension', '-Xnocompile', '-XadditionalHeaders', '-p', 'letters', '-s', folder];
  for (const path of ['letters', 'addressed']) {
    await run('wsimport', [...options, `${url}/${path}?wsdl`], { cwd: folder });
  }
  const sources = readdirSync(`${folder}/letters`).map((name) => `${folder}/letters/${name}`);
  const programs = ['Client', 'Server'].map((name) => `${here}${name}.java`);
  await run('javac', ['-nowarn', '-cp', classpath, '-d', `${folder}/classes`, ...sources, ...programs]);
}

/** Our server, with both services. */
async function startLetters({ lettersService, addressedService }) {
  const methods = {
    echo: (input, { soapHeaders }) => `${input.text} ${soapHeaders.Session?.id ?? '-'}`,
    copy: ({ data }) => data,
  };
  const server = createServer({ services: [lettersService(methods), addressedService(methods)] });
  const { url, close } = await server.listen(0, '127.0.0.1');
  return { url, close: () => close(0) };
}

/** JAX-WS calls our server: it says what is wrong. */
async function theirCalls(run, folder) {
  const { stdout } = await run('java', ['-cp', `${folder}/classes:${classpath}`, 'Client']);
  const checks = [];
  for (const line of stdout.split('\n').filter((each) => each.startsWith('{'))) {
    const { binding, name, problem } = JSON.parse(line);
    checks.push(checkOf(binding, name, Buffer.from(problem, 'hex').toString()));
  }
  return checks;
}

/** Our client calls the server of JAX-WS. */
async function ourCalls({ LettersServiceClient, AddressedServiceClient }, folder) {
  const port = await freePort();
  const driver = startDriver({
    command: 'java',
    args: ['-cp', `${folder}/classes:${classpath}`, 'Server', String(port)],
  });
  const checks = [];
  try {
    await driver.next();
    for (const binding of ['soap11', 'soap12']) {
      for (const [Client, path, name] of [
        [LettersServiceClient, 'plain', 'plain'],
        [AddressedServiceClient, 'addressed', 'WS-Addressing required'],
      ]) {
        const address = `http://127.0.0.1:${port}/${path}${binding.slice(-2)}`;
        const [client, withParts] = [false, true].map((mtom) => new Client({ address, mtom, timeoutMs: 20_000 }));
        checks.push(...(await ownChecks(client, withParts, binding, name)));
      }
    }
  } finally {
    driver.stop();
  }
  return checks;
}

async function ownChecks(client, withParts, binding, name) {
  const data = Uint8Array.from({ length: 40_000 }, (_, index) => (index * 7) & 255);
  const soapHeaders = { Session: { id: 's1' } };
  const isSame = (found) => Buffer.compare(Buffer.from(data), Buffer.from(found)) === 0;
  return [
    await tried(binding, `${name}, header`, async () =>
      same(`${text} s1`, await client.echo({ text }, { binding, soapHeaders })),
    ),
    await tried(binding, `${name}, no header`, async () => same(`${text} -`, await client.echo({ text }, { binding }))),
    await tried(binding, `${name}, bytes`, async () =>
      isSame(await client.copy({ data }, { binding })) ? '' : 'other bytes',
    ),
    await tried(binding, `${name}, MTOM`, async () =>
      isSame(await withParts.copy({ data }, { binding })) ? '' : 'other bytes',
    ),
  ];
}

async function tried(binding, name, call) {
  try {
    return checkOf(binding, name, await call());
  } catch (error) {
    return checkOf(binding, name, String(error));
  }
}

function same(expected, found) {
  return expected === found ? '' : `answer ${found}`;
}

function checkOf(binding, name, problem) {
  return problem === '' ? { binding, name, status: 'passed' } : { binding, name, status: 'failed', problem };
}
