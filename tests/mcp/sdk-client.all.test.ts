import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { type CutList, mcpHandler } from '@wsdl-codegen/mcp';
import { DynamicClient, type ServiceDescriptor } from '@wsdl-codegen/runtime';
import { frontDoor } from '@wsdl-codegen/runtime/node';
import { mockService } from '@wsdl-codegen/testing';
import { ExchangerApi, ExchangerApiClient } from 'wallet-api';
import { repository } from '../support/repository.js';
import { descriptorsOfText, oddWsdl } from './odd-service.js';

const namespaces = { api_namespace: 'urn:wallet' };
const token = 'a-token-of-this-test';
const order = { sessionId: 's', CurrencyToBuy: 'z', CurrencyToPay: 'r', amountToPay: 12.5 };

const { transport } = mockService(ExchangerApi, { exchange: 7 }, { namespaces });
const service = {
  service: ExchangerApi,
  client: new ExchangerApiClient({ baseUrl: 'http://mock', namespaces, transport }),
};

describe.each(['legacy', 'auto'] as const)('the client of the SDK over HTTP, in the mode %s', (mode) => {
  it('lists and calls tools, and reads resources and prompts', async () => {
    const { url, close } = await frontDoor(mcpHandler([service], { token })).listen(0, '127.0.0.1');
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    try {
      await client.connect(
        new StreamableHTTPClientTransport(new URL('/mcp', url), {
          requestInit: { headers: { authorization: `Bearer ${token}` } },
        }),
      );
      expect(client.getNegotiatedProtocolVersion()).toBe(mode === 'legacy' ? '2025-11-25' : '2026-07-28');
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(['ExchangerApi_exchange', 'get_rest']);
      // The client checks what comes by the schema of results.
      const answer = await client.callTool({ name: 'ExchangerApi_exchange', arguments: order });
      expect(answer.structuredContent).toEqual({ value: 7 });
      expect((await client.callTool({ name: 'ExchangerApi_exchange', arguments: {} })).isError).toBe(true);
      const { resources } = await client.listResources();
      expect((await client.readResource({ uri: resources[0]?.uri ?? '' })).contents).toHaveLength(1);
      expect((await client.getPrompt({ name: 'ExchangerApi_exchange' })).messages).toHaveLength(1);
    } finally {
      await client.close();
      await close();
    }
  });

  it('is refused without the token', async () => {
    const { url, close } = await frontDoor(mcpHandler([service], { token })).listen(0, '127.0.0.1');
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    await expect(client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url)))).rejects.toThrow();
    await close();
  });
});

it('checks results of odd services, cut ones among them, by the schemas that it was given', async () => {
  const [odd] = [...(await descriptorsOfText(oddWsdl)).services.values()] as [ServiceDescriptor];
  const answers = Object.fromEntries(Object.keys(odd.operations).map((method) => [method, (value: unknown) => value]));
  const mock = mockService(odd as never, answers as never);
  const services = [{ service: odd, client: new DynamicClient(odd, { transport: mock.transport }) }];
  const handler = mcpHandler(services, { token, maxAnswerBytes: 10_000 });
  const { url, close } = await frontDoor(handler).listen(0, '127.0.0.1');
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  try {
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('describe_type');
    const { prompts } = await client.listPrompts();
    for (const { name } of prompts) {
      const { messages } = await client.getPrompt({ name });
      const [message] = messages as readonly { readonly content: { readonly text: string } }[];
      const text = message?.content.text ?? '';
      const args = JSON.parse(text.slice(text.indexOf('{')));
      expect([name, (await client.callTool({ name, arguments: args })).isError]).toEqual([name, undefined]);
    }
    const tree = tools.find(({ name }) => name.startsWith('Dienst_fur_get'))?.name ?? '';
    const child = Array.from({ length: 500 }, (_, index) => ({ label: `child ${index}`, child: [] }));
    const { structuredContent } = await client.callTool({ name: tree, arguments: { label: 'root', child } });
    const { cursor, lists } = (structuredContent as { rest: { cursor: string; lists: readonly CutList[] } }).rest;
    const { path, next } = lists[0] as CutList;
    const rest = await client.callTool({ name: 'get_rest', arguments: { cursor, path, next } });
    expect(rest.structuredContent).toMatchObject({ value: expect.arrayContaining([child[next]]) });
    const wide = await client.callTool({ name: 'describe_type', arguments: { type: 'Country' } });
    expect(wide.structuredContent).toMatchObject({
      value: { type: 'string', enum: expect.arrayContaining(['country number 0']) },
    });
  } finally {
    await client.close();
    await close();
  }
});

describe('codegen mcp', () => {
  const wsdl = join(repository, 'wsdl/ExchangerApi.wsdl');
  const bin = join(repository, 'dist/generator/bin.js');

  it.each(['legacy', 'auto'] as const)(
    'serves the client of the SDK over standard input and output, in the mode %s',
    async (mode) => {
      const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
      const args = [bin, 'mcp', wsdl, '--mock', '--tool', 'Exchange'];
      await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
      try {
        const { tools } = await client.listTools();
        expect(tools.map(({ name }) => name)).toEqual(['ExchangerApi_exchange', 'get_rest']);
        const { structuredContent } = await client.callTool({ name: 'ExchangerApi_exchange', arguments: order });
        expect(structuredContent).toEqual({ value: expect.any(Number) });
      } finally {
        await client.close();
      }
    },
  );

  it('says what is wrong with its options, and writes nothing else to the standard output', () => {
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [bin, 'mcp', wsdl, ...args], { encoding: 'utf8', input: '' });
    const mistyped = run('--mock', '--tool', 'Exchnge');
    expect({ status: mistyped.status, stdout: mistyped.stdout }).toEqual({ status: 1, stdout: '' });
    expect(mistyped.stderr).toContain('No service has an operation "Exchnge"; did you mean "Exchange"?');
    expect(run('--annotations', 'none.json').stderr).toContain('--annotations none.json is no table in JSON');
    expect(run('--mock')).toMatchObject({ status: 0, stdout: '' });
  });

  it('listens on the loopback address, and asks for the token that it prints', async () => {
    const child = spawn(process.execPath, [bin, 'mcp', wsdl, '--mock', '--http', '--port', '0']);
    try {
      const [, url = '', printed = ''] = await new Promise<RegExpExecArray>((found) => {
        let text = '';
        child.stderr.on('data', (piece) => {
          text += piece;
          const match = /listening on (http:\/\/127\.0\.0\.1:\d+\/mcp), with the token (\S+)/.exec(text);
          if (match !== null) {
            found(match);
          }
        });
      });
      expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401);
      const client = new Client({ name: 'test', version: '1' });
      const requestInit = { headers: { authorization: `Bearer ${printed}` } };
      await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
      expect((await client.listTools()).tools.length).toBe(2);
      await client.close();
    } finally {
      child.kill();
    }
  });
});
