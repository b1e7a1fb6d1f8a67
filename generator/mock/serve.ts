import type { RequestHandler } from '@wsdl-codegen/runtime';
import { frontDoor, type ListeningServer } from '@wsdl-codegen/runtime/node';
import { type Diagnostic, diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import type { ServerBehaviour, SiteOptions } from './answering-server.js';
import { type ContractInputs, portPaths, type ServedContract } from './services.js';

/** Where a server listens. */
export interface ListenAddress {
  /** 0 for a free one. */
  readonly port: number;
  /** Default `localhost`: only programs on this computer. */
  readonly host?: string;
}

/** Options that the servers of `codegen mock` have in common. */
export interface ServeOptions extends Omit<ContractInputs, 'workingFolder'>, ListenAddress, ServerBehaviour {
  /** Folder that relative paths start from; the process's working folder by default. */
  readonly workingFolder?: string;
}

/** What a server needs: how it answers, and the files that this depends on. */
export interface PreparedServer {
  readonly contract: ServedContract;
  readonly handle: RequestHandler;
  /** Absolute paths of the files that were read. */
  readonly files: readonly string[];
}

/** A server that answers nothing, for the result of a preparation that failed. */
export function emptyServer(contract: ServedContract): PreparedServer {
  return { contract, files: contract.files, handle: async () => ({ status: 503, headers: {}, body: '' }) };
}

/** A server of a contract that runs. */
export interface RunningMock {
  readonly port: number;
  /** Base address: `http://localhost:8080`. */
  readonly url: string;
  /** Addresses of the services, by the names of the services. */
  readonly addresses: ReadonlyMap<string, readonly string[]>;
  /** Values that placeholders in namespaces got because nobody gave one. */
  readonly assumed: Readonly<Record<string, string>>;
  /** Absolute paths of the files that it was made from: a change of one is a reason to call `reload`. */
  readonly files: readonly string[];
  /** Reads all files again. With an error among the diagnostics, it goes on as before. */
  reload(): Promise<readonly Diagnostic[]>;
  /** Lets the requests under way finish. */
  close(): Promise<void>;
}

/** A running server, or what prevents it. */
export interface StartedMock {
  /** Absent when there are errors. */
  readonly mock?: RunningMock;
  /** Absolute paths of the files that were read, also when nothing was started: a change of one is a reason to try again. */
  readonly files: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Bytes of a request; more is answered with 413. */
const maxBodyBytes = 64 * 1024 * 1024;
/** Time for which requests may finish when the server closes. */
const closingTime = 2000;

/** Starts a server behind a front door, which lets in what `sites` says of those in browsers. `prepare` runs again for each `reload`. */
export async function serve(
  prepare: () => Promise<Result<PreparedServer>>,
  address: ListenAddress,
  sites: SiteOptions,
): Promise<StartedMock> {
  const [first, found] = await prepare();
  if (hasErrors(found)) {
    return { files: first.files, diagnostics: found };
  }
  let current = first;
  const { host = 'localhost' } = address;
  let server: ListeningServer;
  try {
    const handler: RequestHandler = (request) => current.handle(request);
    server = await frontDoor(handler, { ...sites, limits: { maxBodyBytes } }).listen(address.port, host);
  } catch (error) {
    return { files: first.files, diagnostics: [...found, noListener(address, error as NodeJS.ErrnoException)] };
  }
  const { port } = server;
  const url = `http://${nameOfHost(host)}:${port}`;
  const mock: RunningMock = {
    port,
    url,
    close: () => server.close(closingTime),
    get addresses() {
      return addressesOf(current.contract, url);
    },
    get assumed() {
      return current.contract.assumed;
    },
    get files() {
      return current.files;
    },
    reload: async () => {
      const [next, problems] = await prepare();
      current = hasErrors(problems) ? current : next;
      return problems;
    },
  };
  return { mock, files: first.files, diagnostics: found };
}

/** The name by which programs on this computer call a server at an address. */
export function nameOfHost(host: string): string {
  return host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
}

function addressesOf({ services }: ServedContract, url: string): ReadonlyMap<string, readonly string[]> {
  return new Map(services.map((service) => [service.name, portPaths(service).map((path) => url + path)]));
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there',
  EACCES: 'that is not allowed',
  EADDRNOTAVAIL: 'this computer does not have the address',
  ENOTFOUND: 'the name is not known',
};

/** The diagnostic of an address at which nothing can listen. */
export function noListener(
  { port, host = 'localhost' }: Pick<ListenAddress, 'port' | 'host'>,
  { code = '', message }: NodeJS.ErrnoException,
): Diagnostic {
  const isHost = code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND';
  return diagnostic('mock/no-listener', { host, port, reason: reasons[code] ?? message, isHost });
}
