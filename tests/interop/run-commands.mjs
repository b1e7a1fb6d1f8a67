import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { currencies, faultReason, geoNamespace, hex, namespace, texts } from './cases.mjs';
import { freePort, startDriver } from './driver.mjs';

const bin = fileURLToPath(new URL('../../dist/generator/bin.js', import.meta.url));

/** The servers that describe themselves: what to pull, and a call with its answer. */
export const commandCases = [
  {
    stack: 'asmx',
    path: '/ExchangerApi.asmx',
    call: ['Exchange', 'sessionId=s', 'CurrencyToBuy=Z', 'CurrencyToPay=R', 'amountToPay=5'],
    bindings: ['soap11', 'soap12', 'httpGet', 'httpPost'],
  },
  {
    stack: 'spyne',
    path: '/soap11/ErrorsApi/?wsdl',
    call: ['ErrorsApi.GetErrorDesc', 'errorCode=1', 'cultureCode=1'],
    bindings: ['soap11'],
  },
  {
    stack: 'wcf-published',
    path: '/parcels/Parcels.svc',
    call: ['EchoItem', 'value.Id=11111111-2222-3333-4444-555555555555', 'value.Name=Ä & <b>'],
    bindings: ['soap11'],
  },
];

/**
 * `codegen pull`, `call` and `mock` with the server of another stack: its documents are pulled, an operation is called in each
 * binding, the calls are recorded, and the recordings answer alone. All messages are compared with the contract.
 */
export async function runCommands({ path, call, bindings }, stack, tools, report) {
  const url = `http://127.0.0.1:${await freePort()}`;
  const program = await stack.prepare({ ...tools, url });
  const server = startDriver({
    ...program,
    env: {
      INTEROP_NAMESPACE: namespace,
      INTEROP_GEO_NAMESPACE: geoNamespace,
      INTEROP_TEXTS: texts.map(hex).join(','),
      INTEROP_FAULT: hex(faultReason),
      INTEROP_CURRENCIES: currencies.join(','),
    },
  });
  const folder = `${tools.work}/project`;
  mkdirSync(folder, { recursive: true });
  const codegen = (...args) => runCommand(args, folder);
  const check = (name, problem) => report({ name, status: problem ? 'failed' : 'passed', problem });
  try {
    await server.next(30_000);
    const pulled = await codegen('pull', `${url}${path}`, 'wsdl');
    check('pull', pulled.status === 0 ? undefined : pulled.text);
    const [descriptor] = readdirSync(`${folder}/wsdl`).filter((name) => name.endsWith('.wsdl'));
    const input = `wsdl/${descriptor}`;
    const answers = new Map();
    for (const binding of bindings) {
      const called = await codegen('call', input, ...call, '--binding', binding);
      check(`call ${binding}`, called.status === 0 ? undefined : called.text);
      answers.set(binding, called.out);
    }
    const through = async (name, ...args) => {
      const mock = startMock(['mock', input, '--port', '0', '--strict', '--json', ...args], folder);
      try {
        const address = await mock.address;
        for (const binding of bindings) {
          const called = await codegen('call', input, ...call, '--binding', binding, '--address', address);
          const same = called.status === 0 && called.out === answers.get(binding);
          check(`${name} ${binding}`, same ? undefined : `${called.text}, directly ${answers.get(binding)}`);
        }
      } finally {
        const { status, text } = await mock.stop();
        check(`${name} --strict`, status === 0 ? undefined : text);
      }
    };
    const live =
      program.addresses && Object.values(program.addresses).find((each) => path.startsWith(new URL(each).pathname));
    await through('record', '--record', live ?? `${url}${path.split('?', 1)[0]}`);
    server.stop();
    await through('replay', '--replay', 'recordings');
  } finally {
    server.stop();
  }
  return program.version;
}

function runCommand(args, cwd) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [bin, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    let text = `codegen ${args.join(' ')}: `;
    child.stdout.on('data', (chunk) => {
      out += chunk;
      text += chunk;
    });
    child.stderr.on('data', (chunk) => {
      text += chunk;
    });
    child.on('close', (status) => resolve({ status, out, text }));
  });
}

/** A mock that runs until it is stopped. */
function startMock(args, cwd) {
  const child = spawn(process.execPath, [bin, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  const ended = new Promise((resolve) => child.on('close', (status) => resolve(status)));
  const address = new Promise((resolve, reject) => {
    const read = (chunk) => {
      text += chunk;
      const line = text.split('\n').find((each) => each.includes('"listening"'));
      if (line) {
        resolve(Object.values(JSON.parse(line).addresses)[0][0]);
      }
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    ended.then(() => reject(new Error(`the mock ended: ${text}`)));
  });
  return {
    address,
    async stop() {
      child.kill('SIGTERM');
      return { status: await ended, text };
    },
  };
}
