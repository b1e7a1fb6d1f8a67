import { resolve } from 'node:path';
import type { MessageSecurity, SecurityDemand } from '@wsdl-codegen/runtime';
import { diagnostic, type Result } from '../diagnostics/diagnostic.js';
import { disk } from '../output/disk.js';
import type { HttpAccess } from '../source/http-access.js';
import type { CallCommandOptions } from './options.js';
import { loadSidePackage } from './side-packages.js';
import type { Terminal } from './terminal.js';

/** What of the package for WS-Security a call needs. It is installed by those who need it, as a plug-in is. */
interface SecurityPackage {
  x509(options: object): MessageSecurity;
  usernameToken(options: object): MessageSecurity;
}

/** What of its entry for Node. */
interface SecurityPackageOfNode {
  nodeCrypto(): unknown;
}

/** What protects the messages of a call, and the access to the service without what is sent in the message. */
export interface CallSecurity {
  readonly security?: readonly MessageSecurity[];
  readonly access: HttpAccess;
}

/** What the options of the command line give for the demands of a service. Without any the call is not protected, and a warning says so. */
export async function securityOf(
  demands: readonly SecurityDemand[],
  service: string,
  options: CallCommandOptions,
  access: HttpAccess,
  terminal: Terminal,
): Promise<Result<CallSecurity>> {
  if (demands.length === 0) {
    return [{ access }, []];
  }
  const { tls, user, ...others } = access;
  const signs = demands.some(({ x509 }) => x509 !== undefined) && tls?.key !== undefined;
  const names = demands.some(({ usernameToken }) => usernameToken !== undefined) && user !== undefined;
  if (!signs && !names) {
    const isOptional = demands.some((demand) => Object.keys(demand).length === 0);
    return [{ access }, isOptional ? [] : [diagnostic('call/unprotected', { service })]];
  }
  const [main, missing] = await loadSidePackage<SecurityPackage>('security', terminal);
  const [node] = await loadSidePackage<SecurityPackageOfNode>('security', terminal, '/node');
  if (main === undefined || node === undefined) {
    return [{ access }, missing];
  }
  const { x509, usernameToken } = main;
  const provider = node.nodeCrypto();
  try {
    const security = [
      ...(signs ? [x509({ ...certificates(tls, options, terminal), provider })] : []),
      ...(names ? [usernameToken({ user: user.name, password: user.password })] : []),
    ];
    // A password that is in the message is not sent a second time.
    const rest: HttpAccess = { ...others, ...(tls && { tls }), ...(!names && user && { user }) };
    return [{ security, access: rest }, []];
  } catch (error) {
    return [
      { access },
      [diagnostic('call/security', { reason: error instanceof Error ? error.message : String(error) })],
    ];
  }
}

/** Whoever calls once is asked nothing again and again, so that CBC is read without a signature over it. */
const allowUnsigned = ['aes128-cbc', 'aes192-cbc', 'aes256-cbc', 'tripledes-cbc', 'rsa-1_5'];

function certificates(tls: NonNullable<HttpAccess['tls']>, { peer }: CallCommandOptions, terminal: Terminal): object {
  const text = (octets: Uint8Array | undefined): string => new TextDecoder().decode(octets);
  const file = peer === undefined ? undefined : resolve(terminal.workingFolder, peer);
  const others = file === undefined ? {} : { peer: text(disk.bytes(file)) };
  return {
    key: text(tls.key),
    certificate: text(tls.cert),
    ...others,
    ...(peer !== undefined && { unsignedFaults: true }),
    allowUnsigned,
  };
}
