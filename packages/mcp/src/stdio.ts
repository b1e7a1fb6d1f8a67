/** The entry `stdio`: a server on the standard input and output of a process, for Node. */
import { stdin } from 'node:process';
import { serveStdio as serve } from '@modelcontextprotocol/server/stdio';
import { type McpOptions, mcpServers } from './mcp-server.js';
import type { ToolService } from './tool-options.js';

/** A server that runs until it is closed, or its input ends. */
export interface RunningMcp {
  /** Resolves when the input has ended, or the server was closed. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/**
 * Serves the tools of services over the standard input and output of this process. Nothing else may write to the standard output. Throws as `toolsOf`.
 */
export function serveStdio(services: readonly ToolService[], options: McpOptions = {}): RunningMcp {
  const running = serve(mcpServers(services, options));
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  stdin.once('end', end);
  stdin.once('close', end);
  return {
    ended,
    close: async () => {
      await running.close();
      end();
    },
  };
}
