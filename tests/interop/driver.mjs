import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

/**
 * A program that speaks JSON lines: one line in, one line out for a client; lines when called for a server.
 * `next` waits for a line, `ask` sends one and waits for the answer.
 */
export function startDriver({ command, args = [], env = {}, cwd }) {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
  const lines = [];
  const waiting = [];
  let errors = '';
  let ended = false;
  const settle = () => {
    while (waiting.length > 0 && (lines.length > 0 || ended)) {
      const { resolve, reject, timer } = waiting.shift();
      clearTimeout(timer);
      if (lines.length > 0) {
        resolve(lines.shift());
      } else {
        reject(new Error(`the driver ended: ${errors.slice(-2000)}`));
      }
    }
  };
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('{')) {
      lines.push(JSON.parse(line));
    } else {
      errors += `${line}\n`;
    }
    settle();
  });
  child.stderr.on('data', (chunk) => {
    errors = (errors + chunk).slice(-20_000);
  });
  const end = (error) => {
    errors += error instanceof Error ? error.message : '';
    ended = true;
    settle();
  };
  child.on('error', end);
  child.on('close', end);
  child.stdin.on('error', () => {});
  const next = (timeoutMs = 60_000) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(new Error(`no answer in ${timeoutMs} ms: ${errors.slice(-2000)}`));
      }, timeoutMs);
      const entry = { resolve, reject, timer };
      waiting.push(entry);
      settle();
    });
  return {
    next,
    ask(message) {
      child.stdin.write(`${JSON.stringify(message)}\n`);
      return next();
    },
    /** Sends a line that is no JSON. */
    tell(line) {
      child.stdin.write(`${line}\n`);
    },
    /** Lines that have come and nobody waited for. */
    take: () => lines.splice(0),
    get ended() {
      return ended;
    },
    errors: () => errors,
    stop() {
      child.stdin.end();
      child.kill();
    },
  };
}

/** A port of this machine at which nothing listens. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
