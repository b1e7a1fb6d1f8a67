import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { wsAddressing } from '@wsdl-codegen/runtime/addressing';
import { createServer } from '@wsdl-codegen/runtime/node';
import { freePort, startDriver } from '../driver.mjs';
import { generatedPackage } from '../generated-package.mjs';
import { installedVersion } from '../install.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const item = 'a <b> & “c” ü';

/** Packages of Debian that are needed. */
export const monoWcfPackages = ['mono-mcs', 'mono-devel'];

/** Message contracts of WCF in both directions: basicHttpBinding, wsHttpBinding without security, and SOAP 1.1 with WS-Addressing of 2004/08. */
export async function runMonoWcf(work, absent, run) {
  const base = { side: 'messages', stack: 'WCF (Mono), message contracts' };
  const missing = monoWcfPackages.filter((name) => absent[name] !== undefined);
  if (missing.length > 0) {
    return [{ ...base, of: 'client', missing: missing.join(' ') }];
  }
  const folder = `${work}/mono-wcf`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const orders = await generatedPackage(`${here}Orders.wsdl`, 'orders', `${folder}/package`);
  const version = installedVersion('mono-mcs');
  await run('mcs', ['-r:System.ServiceModel', `-out:${folder}/orders.exe`, `${here}Orders.cs`]);
  const outcomes = [];
  for (const [of, calls] of [
    ['client', () => theirCalls(orders, run, folder)],
    ['server', () => ourCalls(orders, folder)],
  ]) {
    try {
      outcomes.push({ ...base, of, version, checks: await calls() });
    } catch (error) {
      outcomes.push({ ...base, of, version, checks: [], error: String(error) });
    }
  }
  return outcomes;
}

/** Their client calls our server, and says what is wrong. */
async function theirCalls({ basicOrders, wsOrders, customOrders }, run, folder) {
  const methods = {
    put: ({ Item, Count }, context) => {
      context.responseSoapHeaders.Quota = Count;
      return `${Item} ${context.soapHeaders.Session ?? '-'}`;
    },
  };
  const services = [basicOrders(methods), wsOrders(methods), customOrders(methods)];
  const server = createServer({ services, addressing: true });
  const { url, close } = await server.listen(0, '127.0.0.1');
  try {
    const { stdout } = await run('mono', [`${folder}/orders.exe`, 'client', url]);
    return stdout
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => {
        const { binding, name, problem } = JSON.parse(line);
        return checkOf(binding, name, Buffer.from(problem, 'hex').toString());
      });
  } finally {
    close(0);
  }
}

/** Our clients call their server. */
async function ourCalls({ BasicOrdersClient, WsOrdersClient, CustomOrdersClient }, folder) {
  const port = await freePort();
  const driver = startDriver({ command: 'mono', args: [`${folder}/orders.exe`, 'server', String(port)] });
  const checks = [];
  try {
    await driver.next();
    for (const [Client, name, addressing] of [
      [BasicOrdersClient, 'basic', undefined],
      [WsOrdersClient, 'ws', wsAddressing('1.0')],
      [CustomOrdersClient, 'custom', wsAddressing('2004/08')],
    ]) {
      const client = new Client({ address: `http://127.0.0.1:${port}/${name}`, addressing, timeoutMs: 20_000 });
      checks.push(await tried(name, 'header', client, 's1'), await tried(name, 'no header', client, undefined));
    }
  } finally {
    driver.stop();
  }
  return checks;
}

async function tried(binding, name, client, session) {
  let quota;
  const onResponse = ({ soapHeaders }) => {
    quota = soapHeaders.Quota;
  };
  const soapHeaders = session === undefined ? {} : { Session: session };
  try {
    const text = await client.put({ Item: item, Count: 7 }, { soapHeaders, onResponse });
    const isRight = text === `${item} ${session ?? '-'}` && quota === 7;
    return checkOf(binding, name, isRight ? '' : `answer ${text}, quota ${quota}`);
  } catch (error) {
    return checkOf(binding, name, String(error));
  }
}

const ofWcf = {
  basic: ['soap11', 'basicHttpBinding'],
  ws: ['soap12', 'wsHttpBinding without security'],
  custom: ['soap11', 'WS-Addressing 2004/08'],
};

function checkOf(wcf, what, problem) {
  const [binding, name] = ofWcf[wcf];
  const check = { binding, name: `${name}, ${what}` };
  return problem === '' ? { ...check, status: 'passed' } : { ...check, status: 'failed', problem };
}
