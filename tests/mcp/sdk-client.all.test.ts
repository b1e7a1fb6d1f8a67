import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { mcpHandler } from '@wsdl-codegen/mcp';
import { frontDoor } from '@wsdl-codegen/runtime/node';
import { mockService } from '@wsdl-codegen/testing';
import { ExchangerApi, ExchangerApiClient } from 'wallet-api';

const namespaces = { api_namespace: 'urn:wallet' };
const token = 'a-token-of-this-test';
const order = { sessionId: 's', CurrencyToBuy: 'z', CurrencyToPay: 'r', amountToPay: 12.5 };

const { transport } = mockService(ExchangerApi, { exchange: 7 }, { namespaces });
const service = {
  service: ExchangerApi as never,
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
