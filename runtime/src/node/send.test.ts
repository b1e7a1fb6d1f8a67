import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { send } from './send.js';

let server: Server;
let body: string | Uint8Array;

beforeAll(async () => {
  server = createServer((_, response) => send(response, { status: 200, headers: {}, body }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(() => server.close());

async function received(sent: string | Uint8Array): Promise<Buffer> {
  body = sent;
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(answer.headers.get('content-length')).toBe(String(bytes.length));
  return bytes;
}

describe('answers', () => {
  it.each([
    ['ASCII', 'plain'],
    ['letters of Latin-1', 'Größe: 5 é'],
    ['other letters', 'цена 5 €'],
    ['pairs of surrogates', '🙂'],
    ['half a pair', 'a\ud83d'],
    ['nothing', ''],
  ])('are sent as UTF-8, short or long: %s', async (_, text) => {
    const long = text.repeat(5000);
    for (const sent of [text, long, `a${long}`, `${'a'.repeat(10_000)}${text}`]) {
      // Compared at one go: `toEqual` goes from octet to octet.
      expect((await received(sent)).equals(Buffer.from(sent, 'utf8'))).toBe(true);
    }
  });

  it('are sent as they are if they are bytes', async () => {
    expect(await received(Uint8Array.of(0, 200, 255))).toEqual(Buffer.from([0, 200, 255]));
  });
});
