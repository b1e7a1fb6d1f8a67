import {
  type CallToolResult,
  type McpServerFactory,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { didYouMean } from '@wsdl-codegen/runtime/extend';
import { type ContractResource, contractResources, samplePrompt } from './contract-resources.js';
import type { ToolContext } from './tool.js';
import type { ToolOptions, ToolService } from './tool-options.js';
import { type Toolset, toolsetOf } from './tools.js';

/** What a server says of itself, and its tools. */
export interface McpOptions extends ToolOptions {
  /** Name of the server. Default `wsdl-codegen`. */
  readonly name?: string;
  /** Its version. Default `1.0.0`. */
  readonly version?: string;
  /** Words of the program for the model, about all tools. */
  readonly instructions?: string;
}

/**
 * What makes servers of the official SDK with the tools of services: for `serveStdio` and `createMcpHandler` of `@modelcontextprotocol/server`, or a transport
 * of one's own. All servers share the limits and the answers that are kept. Throws as `toolsOf`.
 */
export function mcpServers(services: readonly ToolService[], options: McpOptions = {}): McpServerFactory {
  const { name = 'wsdl-codegen', version = '1.0.0', instructions, ...toolOptions } = options;
  const toolset = toolsetOf(services, toolOptions);
  const resources = contractResources(toolset);
  return () => {
    const server = new Server(
      { name, version },
      {
        capabilities: { tools: {}, resources: {}, prompts: {} },
        ...(instructions !== undefined && { instructions }),
      },
    );
    offerTools(server, toolset);
    offerResources(server, resources);
    offerPrompts(server, toolset);
    return server;
  };
}

function offerTools(server: Server, { tools }: Toolset): void {
  const list = tools.map(({ name, description, inputSchema, outputSchema, annotations: { title, ...hints } }) => ({
    name,
    description,
    ...(title !== undefined && { title }),
    inputSchema: inputSchema as { type: 'object' },
    outputSchema: outputSchema as { type: 'object' },
    annotations: hints,
  }));
  server.setRequestHandler('tools/list', () => ({ tools: list }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined) {
      throw unknown(
        'tool',
        params.name,
        tools.map(({ name }) => name),
      );
    }
    return (await tool.call(params.arguments, contextOf(context))) as unknown as CallToolResult;
  });
}

function contextOf({ mcpReq, http }: ServerContext): ToolContext {
  const principal = http?.authInfo?.clientId;
  return { signal: mcpReq.signal, ...(principal !== undefined && { principal }) };
}

function offerResources(server: Server, resources: readonly ContractResource[]): void {
  const mimeType = 'application/json';
  server.setRequestHandler('resources/list', () => ({
    resources: resources.map(({ uri, name, description }) => ({ uri, name, description, mimeType })),
  }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    const found = resources.find((resource) => resource.uri === uri);
    if (found === undefined) {
      throw unknown(
        'resource',
        uri,
        resources.map((resource) => resource.uri),
      );
    }
    return { contents: [{ uri, mimeType, text: found.text() }] };
  });
}

function offerPrompts(server: Server, { operations }: Toolset): void {
  server.setRequestHandler('prompts/list', () => ({
    prompts: operations.map(({ tool: { name } }) => ({ name, description: `A sample call of the tool ${name}` })),
  }));
  server.setRequestHandler('prompts/get', ({ params: { name } }) => {
    const found = operations.find(({ tool }) => tool.name === name);
    if (found === undefined) {
      throw unknown(
        'prompt',
        name,
        operations.map(({ tool }) => tool.name),
      );
    }
    const text = samplePrompt(found) ?? `Call the tool ${name}. Ask me for the values of its arguments.`;
    return { messages: [{ role: 'user', content: { type: 'text', text } }] };
  });
}

function unknown(kind: string, name: string, known: readonly string[]): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no ${kind} "${name}"${didYouMean(name, known)}`);
}
