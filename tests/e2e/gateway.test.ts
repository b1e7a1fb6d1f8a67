import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { repository } from '../support/repository.js';

/** The built command loads the package for gateways as users have it: only a process shows that. */
let running: ChildProcess | undefined;
afterEach(() => {
  running?.kill('SIGKILL');
});

interface Started {
  readonly url: string;
  /** The exit code, after it was told to stop. */
  stop(): Promise<unknown>;
  /** What it printed. */
  readonly events: readonly { readonly event: string }[];
}

async function start(...args: readonly string[]): Promise<Started> {
  const command = ['dist/generator/bin.js', 'gateway', ...args, '--port', '0', '--json'];
  const child = spawn(process.execPath, command, { cwd: repository, stdio: ['ignore', 'pipe', 'inherit'] });
  running = child;
  const events: { readonly event: string; readonly url?: string }[] = [];
  const lines = createInterface({ input: child.stdout });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${JSON.stringify(events)}`)));
    lines.on('line', (line) => {
      const event = JSON.parse(line);
      events.push(event);
      if (event.event === 'listening') {
        resolve(event.url);
      }
    });
  });
  const stop = async (): Promise<unknown> => {
    child.kill('SIGINT');
    return (await once(child, 'exit'))[0];
  };
  return { url, stop, events };
}

it('codegen gateway answers with JSON in the place of a service, and shows no credential', async () => {
  const { url, stop, events } = await start('wsdl/AccountApi.wsdl', '--mock', '--safe', 'ContactSetFavorite');
  const answer = await fetch(`${url}/AccountApi/topupAtmCard`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ sessionId: 's', id: '9007199254740993', amount: 1.5, purseFrom: 'x' }),
  });
  expect([answer.status, typeof (await answer.json())]).toEqual([200, 'number']);
  expect((await fetch(`${url}/AccountApi/contactSetFavorite?sessionId=s3cret&wmid=1&value=true`)).status).toBe(200);
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as { readonly paths: object };
  expect(Object.keys(document.paths)).toContain('/AccountApi/topupAtmCard');
  expect(await stop()).toBe(0);
  expect(JSON.stringify(events)).not.toContain('s3cret');
});

it('codegen gateway in front of a service that is down is 502', async () => {
  const { url, stop } = await start('wsdl/ErrorsApi.wsdl', '--address', 'http://127.0.0.1:9/ErrorsApi.asmx');
  const answer = await fetch(`${url}/ErrorsApi/getErrorDesc`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ errorCode: 1, cultureCode: 1 }),
  });
  expect([answer.status, (await answer.text()).includes('127.0.0.1')]).toEqual([502, false]);
  expect(await stop()).toBe(0);
});

it('codegen gateway has members in camel case where the option asks for it', async () => {
  const { url, stop } = await start('wsdl/ExchangerApi.wsdl', '--mock', '--members', 'camelCase');
  const answer = await fetch(`${url}/ExchangerApi/exchange`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ sessionId: 's', currencyToBuy: 'z', currencyToPay: 'r', amountToPay: 12.5 }),
  });
  expect(answer.status).toBe(200);
  expect(await (await fetch(`${url}/openapi.json`)).text()).not.toContain('"CurrencyToBuy"');
  expect(await stop()).toBe(0);
});

it('codegen gateway says which option is wrong', async () => {
  await expect(start('wsdl/AccountApi.wsdl', '--mock', '--safe', 'nothing')).rejects.toThrow('which is no operation');
});
