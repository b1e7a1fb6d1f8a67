/**
 * Callers of a server, each with an address of its own: `127.0.N.1` and so on, in a process of their own. The parent says who calls and with which requests, in
 * base64; the answer has how many were answered with each status, and the latencies of those that were served.
 */
import { connect } from 'node:net';

const statusOf = (chunk) => Number(chunk.latin1Slice(9, 12));

/** Bytes of an answer, as its head announces them. */
function lengthOf(head, end) {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head.slice(0, end));
  return end + 4 + Number(length?.[1] ?? 0);
}

/** One connection of a caller. Sends requests until the deadline, and connects again when the server has closed it. */
class Connection {
  #run;
  #address;
  #socket;
  #timer;
  #received = '';
  #sentAt = 0;
  #next;

  constructor(run, address, index) {
    this.#run = run;
    this.#address = address;
    this.#next = index;
  }

  open() {
    if (this.#run.isOver) {
      return;
    }
    this.#received = '';
    this.#socket = connect({ port: this.#run.port, host: '127.0.0.1', localAddress: this.#address, noDelay: true });
    this.#socket
      .on('connect', () => this.#send())
      .on('data', (chunk) => this.#take(chunk))
      .on('error', () => undefined)
      .on('close', () => {
        this.#run.closed++;
        this.#timer = setTimeout(() => this.open(), 5);
      });
  }

  end() {
    clearTimeout(this.#timer);
    this.#socket?.destroy();
  }

  #send() {
    const { messages } = this.#run;
    this.#sentAt = performance.now();
    this.#socket.write(messages[this.#next++ % messages.length]);
  }

  #take(chunk) {
    this.#received += chunk.latin1Slice();
    const end = this.#received.indexOf('\r\n\r\n');
    if (end < 0 || this.#received.length < lengthOf(this.#received, end)) {
      return;
    }
    this.#run.answered(statusOf(Buffer.from(this.#received.slice(0, 12))), performance.now() - this.#sentAt);
    this.#received = '';
    const { thinkMs, isOver } = this.#run;
    if (isOver) {
      return;
    }
    if (thinkMs === 0) {
      this.#send();
    } else {
      // Callers that wait for the same time would come in step.
      this.#timer = setTimeout(() => this.#send(), thinkMs * (0.5 + Math.random()));
    }
  }
}

class Run {
  isCounted = false;
  isOver = false;
  closed = 0;
  statuses = {};
  latencies = [];

  constructor({ port, requests, thinkMs = 0 }) {
    this.port = port;
    this.thinkMs = thinkMs;
    this.messages = requests.map((each) => Buffer.from(each, 'base64'));
  }

  answered(status, latency) {
    if (this.isCounted && !this.isOver) {
      this.statuses[status] = (this.statuses[status] ?? 0) + 1;
      if (status === 200) {
        this.latencies.push(latency);
      }
    }
  }
}

process.on('message', async (order) => {
  const { callers, connections, network, leadMs = 0, milliseconds } = order;
  const run = new Run(order);
  const all = Array.from(
    { length: callers * connections },
    (_, i) => new Connection(run, `127.0.${network}.${1 + (i % callers)}`, i),
  );
  for (const connection of all) {
    connection.open();
  }
  await new Promise((resolve) => setTimeout(resolve, leadMs));
  run.isCounted = true;
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  run.isOver = true;
  for (const connection of all) {
    connection.end();
  }
  const { statuses, latencies, closed } = run;
  latencies.sort((a, b) => a - b);
  const at = (share) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))];
  process.send({
    rate: latencies.length / (milliseconds / 1000),
    p50: at(0.5),
    p99: at(0.99),
    max: at(1),
    statuses,
    closed,
  });
});
process.on('disconnect', () => process.exit(0));
