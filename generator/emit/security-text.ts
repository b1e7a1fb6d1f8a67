import type { SecurityWay } from '@wsdl-codegen/runtime/extend';
import { runtimeModule } from '../typescript/expressions/expression.js';
import type { BoundDemands, BoundSecurity } from '../typescript/services/security-facts.js';
import type { ModuleScope } from './module-scope.js';
import { quote } from './quote.js';

const comment =
  "  /** What meets the WS-Policy of the service, made by `@wsdl-codegen/ws-security`; `'unprotected'` if nothing or something else does. */";

/** The options that a client needs beside others, as a type; `''` if there are none. */
export function clientSecurityText({ client }: BoundDemands, scope: ModuleScope): string {
  const [only, ...others] = client;
  if (only === undefined) {
    return '';
  }
  if (others.length === 0) {
    return `{\n${comment}\n  ${securityMember(only.ways, scope)};\n}`;
  }
  const members = client.map(
    (each) => `    | { ${[...callMembers(each), memberOf(each, scope)].filter(Boolean).join('; ')} }`,
  );
  return `(\n${members.join('\n')}\n  )`;
}

/** The same for a server. */
export function serverSecurityText({ server }: BoundDemands, scope: ModuleScope): string {
  return server.length === 0 ? '' : `{\n${comment}\n  ${securityMember(server, scope)};\n}`;
}

/** True if a client that names neither binding nor port needs something. */
export function needsSecurity({ client }: BoundDemands): boolean {
  return client.some(({ isDefault, ways }) => isDefault && isNeeded(ways));
}

/** True if something has to be given: no way needs nothing. */
export function isNeeded(ways: readonly SecurityWay[]): boolean {
  return ways.length > 0 && ways.every((way) => way.length > 0);
}

/** The options by which a client says which ports it calls. */
function callMembers({ binding, ports, isDefault }: BoundSecurity): readonly string[] {
  const mark = isDefault ? '?' : '';
  // The name of a port says its binding.
  const bindingMark = ports === undefined ? mark : '?';
  return [
    ...(binding === undefined ? [] : [`readonly binding${bindingMark}: ${quote(binding)}`]),
    ...(ports === undefined ? [] : [`readonly port${mark}: ${ports.map(quote).join(' | ')}`]),
  ];
}

function memberOf({ ways }: BoundSecurity, scope: ModuleScope): string {
  return ways.length === 0 ? '' : securityMember(ways, scope);
}

function securityMember(ways: readonly SecurityWay[], scope: ModuleScope): string {
  const types = ways.filter((way) => way.length > 0).map((way) => wayText(way, scope));
  return `readonly security${isNeeded(ways) ? '' : '?'}: ${[...types, "'unprotected'"].join(' | ')}`;
}

function wayText(way: SecurityWay, scope: ModuleScope): string {
  const security = scope.type(runtimeModule, 'MessageSecurity');
  const types = way.map((means) => `${security}<${means.map(quote).join(' | ')}>`);
  return types.length === 1 ? types.join() : `readonly [${types.join(', ')}]`;
}
