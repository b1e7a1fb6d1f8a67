/** A process that sends the same HTTP request over keep-alive connections and tells its parent the rate. Argument: JSON. */
import { Agent, request } from 'node:http';

const { url, headers, body, requests, connections } = JSON.parse(process.argv[2]);
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const bytes = Buffer.from(body);

/** One request, answered with 200. */
function once() {
  return new Promise((done, fail) => {
    const outgoing = request(
      url,
      { method: 'POST', agent, headers: { ...headers, 'Content-Length': bytes.length } },
      (answer) => {
        answer.resume();
        answer.on('end', () => (answer.statusCode === 200 ? done() : fail(new Error(`status ${answer.statusCode}`))));
      },
    );
    outgoing.on('error', fail);
    outgoing.end(bytes);
  });
}

let left = requests;
const start = performance.now();
await Promise.all(
  Array.from({ length: connections }, async () => {
    while (left-- > 0) await once();
  }),
);
process.send(requests / ((performance.now() - start) / 1000));
agent.destroy();
