import { connect, type Socket } from 'node:net';

/** The bytes that came back on a connection. */
export interface RawAnswer {
  readonly text: string;
  /** True if the server ended the connection, false when `enough` was seen first. */
  readonly closed: boolean;
}

/**
 * Writes bytes to a port as they are, in an encoding, and collects what comes back, until the server closes, `enough` is true of it, or time is up (then the
 * connection is cut, and what has come is returned).
 */
export function exchangeRaw(
  port: number,
  bytes: string,
  enough: (text: string) => boolean,
  timeoutMs = 10_000,
  encoding: 'utf8' | 'latin1' = 'utf8',
): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    const finish = (closed: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ text, closed });
    };
    const timer = setTimeout(() => finish(false), timeoutMs);
    socket.setEncoding('utf8');
    socket.on('connect', () => socket.write(bytes, encoding));
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (enough(text)) {
        finish(false);
      }
    });
    socket.on('error', () => finish(true));
    socket.on('close', () => finish(true));
  });
}

/** Opens a connection, writes bytes, and leaves it as it is. */
export function openRaw(port: number, bytes: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject).on('error', () => {});
      socket.write(bytes);
      resolve(socket);
    });
  });
}
