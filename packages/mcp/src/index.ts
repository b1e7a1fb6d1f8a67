export type { ToolRate } from './call-limits.js';
export type { CutList } from './cut-lists.js';
export { type BearerCheck, type McpHandlerOptions, mcpHandler } from './mcp-handler.js';
export { type McpOptions, mcpServers } from './mcp-server.js';
export type { Tool, ToolAnnotations, ToolContext, ToolHints, ToolResult, ToolValue } from './tool.js';
export type { ToolAudit, ToolCall, ToolClient, ToolOptions, ToolOutcome, ToolService } from './tool-options.js';
export { toolsOf } from './tools.js';
