import type { Socket } from 'node:net';
import type { WireRequest } from '../server/wire/wire.js';

/** A server whose sockets say which one it is: those of `node:net` do. */
interface SocketServer {
  address?(): unknown;
}

/** The addresses to which servers are bound: asking the system each time takes longer than a call of a handler. */
const bound = new WeakMap<SocketServer, string>();

function addressOf(server: SocketServer): string | undefined {
  const known = bound.get(server);
  if (known !== undefined) {
    return known;
  }
  // Null before it listens and after it was closed, a text for a pipe.
  const place: unknown = server.address?.();
  const address = typeof place === 'object' && place !== null && 'address' in place ? String(place.address) : undefined;
  if (address !== undefined) {
    bound.set(server, address);
  }
  return address;
}

/** What a front door wants to know of a connection. Hosts that make requests by themselves may have none. */
export function connectionOf(
  socket: (Socket & { readonly server?: SocketServer | null }) | null | undefined,
): Pick<WireRequest, 'remoteAddress' | 'listensAt'> {
  const server = socket?.server;
  return {
    remoteAddress: socket?.remoteAddress,
    listensAt: server === undefined || server === null ? undefined : addressOf(server),
  };
}
