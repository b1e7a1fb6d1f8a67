/** The entry `stdio`: a server on the standard input and output of a process, for Node. */
import { serveStdio as serve } from '@modelcontextprotocol/server/stdio';
import { type McpOptions, mcpServers } from './mcp-server.js';
import type { ToolService } from './tool-options.js';

/** A server that runs until it is closed, or its input ends. */
export interface RunningMcp {
  close(): Promise<void>;
}

/**
 * Serves the tools of services over the standard input and output of this process. Nothing else may write to the standard output. Throws as `toolsOf`.
 */
export function serveStdio(services: readonly ToolService[], options: McpOptions = {}): RunningMcp {
  return serve(mcpServers(services, options));
}
