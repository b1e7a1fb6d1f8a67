import { InMemoryTransport, type Server } from '@modelcontextprotocol/server';
import { mcpHandler, mcpServers } from '@wsdl-codegen/mcp';
import { frontDoor } from '@wsdl-codegen/runtime';
import { mockService } from '@wsdl-codegen/testing';
import { ExchangerApi, ExchangerApiClient } from 'wallet-api';

const namespaces = { api_namespace: 'urn:wallet' };
const token = 'a token of this test';
const order = { sessionId: 's', CurrencyToBuy: 'z', CurrencyToPay: 'r', amountToPay: 12.5 };

const { transport } = mockService(ExchangerApi, { exchange: 7 }, { namespaces });
const client = new ExchangerApiClient({ baseUrl: 'http://mock', namespaces, transport });
const services = [{ service: ExchangerApi, client }];

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

/** Asks a server over a pipe in memory, with the protocol of 2025. */
async function asked(method: string, params: object): Promise<Record<string, unknown>> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const server = (await mcpServers(services, { instructions: 'Be careful.' })({ era: 'legacy' })) as Server;
  const answers = new Map<unknown, (answer: Record<string, unknown>) => void>();
  ours.onmessage = (message) => answers.get((message as { id?: unknown }).id)?.(message as never);
  await ours.start();
  await server.connect(theirs);
  const send = (message: { readonly id: number }): Promise<Record<string, unknown>> =>
    new Promise((resolve) => {
      answers.set(message.id, resolve);
      void ours.send(message as never);
    });
  await send(initialize);
  const answer = await send({ jsonrpc: '2.0', id: 2, method, params } as never);
  await server.close();
  return (answer.result ?? answer.error) as Record<string, unknown>;
}

describe('a server of the Model Context Protocol', () => {
  it('lists tools, and calls them', async () => {
    const { tools } = (await asked('tools/list', {})) as { tools: readonly { readonly name: string }[] };
    expect(tools.map(({ name }) => name)).toEqual(['ExchangerApi_exchange', 'get_rest']);
    expect(await asked('tools/call', { name: 'ExchangerApi_exchange', arguments: order })).toMatchObject({
      structuredContent: { value: 7 },
    });
    expect((await asked('tools/call', { name: 'ExchangerApi_exchange', arguments: {} })).isError).toBe(true);
    expect((await asked('tools/call', { name: 'ExchangerApi_exchnge' })).message).toContain(
      'did you mean "ExchangerApi_exchange"?',
    );
  });

  it('has contracts as resources, without addresses, and samples as prompts', async () => {
    const { resources } = (await asked('resources/list', {})) as { resources: readonly { readonly uri: string }[] };
    const { uri = '' } = resources[0] ?? {};
    const { contents } = (await asked('resources/read', { uri })) as { contents: readonly { readonly text: string }[] };
    const { text = '' } = contents[0] ?? {};
    expect(JSON.parse(text)).toMatchObject({
      service: 'ExchangerApi',
      operations: { exchange: { tool: 'ExchangerApi_exchange', arguments: { type: 'object' } } },
    });
    expect(text).not.toContain('base_url');
    expect((await asked('resources/read', { uri: 'contract:///other' })).message).toContain('There is no resource');
    const prompt = await asked('prompts/get', { name: 'ExchangerApi_exchange' });
    expect(JSON.stringify(prompt)).toContain('CurrencyToBuy');
    expect(((await asked('prompts/list', {})).prompts as unknown[]).length).toBe(1);
  });
});

describe('a server over HTTP', () => {
  const door = frontDoor(mcpHandler(services, { token }));
  const post = (headers: Record<string, string>, message: unknown = initialize, path = '/mcp') =>
    door.fetch(
      new Request(`http://localhost:8931${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
        body: JSON.stringify(message),
      }),
      { listensAt: '127.0.0.1' },
    );
  const authorization = `Bearer ${token}`.replaceAll(' ', '_').replace('Bearer_', 'Bearer ');

  it('asks for the token, whose comparison tells nothing', async () => {
    const named = frontDoor(mcpHandler(services, { token: (given) => (given === 'mine' ? 'me' : undefined) }));
    const ask = (bearer: string) =>
      named.fetch(
        new Request('http://localhost/mcp', {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            authorization: bearer,
          },
          body: JSON.stringify(initialize),
        }),
      );
    expect((await post({})).status).toBe(401);
    expect((await post({ authorization: 'Bearer other-token-of-this-test' })).status).toBe(401);
    expect((await ask('Bearer mine')).status).toBe(200);
    expect((await ask('Bearer yours')).status).toBe(401);
    expect(() => mcpHandler(services, { token: 'short' })).toThrow(TypeError);
    expect(() => mcpHandler(services, {} as never)).toThrow(TypeError);
  });

  it.each([false, null, '', 0, {}])('lets nobody in for whom the check of the program gives %p', async (nobody) => {
    const named = frontDoor(mcpHandler(services, { token: () => nobody as never }));
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: 'Bearer x',
    };
    const request = new Request('http://localhost/mcp', { method: 'POST', headers, body: JSON.stringify(initialize) });
    expect((await named.fetch(request)).status).toBe(401);
  });

  it('answers at one path, at names of this machine, and not to pages of other sites', async () => {
    const open = frontDoor(mcpHandler(services, { token: false }));
    expect((await post({ authorization }, initialize, '/')).status).toBe(404);
    expect((await post({ authorization, origin: 'https://evil.example' })).status).toBe(403);
    const rebound = new Request('http://evil.example/mcp', { method: 'POST', body: '{}' });
    expect((await open.fetch(rebound, { listensAt: '127.0.0.1' })).status).toBe(421);
    expect((await open.fetch(new Request('http://localhost/mcp'), { listensAt: '127.0.0.1' })).status).toBe(405);
  });

  it('answers an initialization with the version of the protocol', async () => {
    const spoken = frontDoor(mcpHandler(services, { token: 'a-token-of-this-test' }));
    const answer = await spoken.fetch(
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          authorization: 'Bearer a-token-of-this-test',
        },
        body: JSON.stringify(initialize),
      }),
    );
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('"protocolVersion":"2025-11-25"');
  });
});
