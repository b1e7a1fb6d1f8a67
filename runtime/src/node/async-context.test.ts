import type { RequestListener } from 'node:http';
import { contextOf, keepsContext, noting, path, soap, start, store } from '../../../tests/support/runtime/contexts.js';
import { ExchangerApi } from '../../../tests/support/runtime/fixture.js';
import { headers11, namespaces } from '../../../tests/support/runtime/server.js';
import { registerService } from '../server/index.js';
import { createServer } from './index.js';

/** Handlers see the asynchronous context of the code in front of the server: the user, the tenant, the log of a request. */

let seen: (string | undefined)[];
beforeEach(() => {
  seen = [];
});

/** The context of the requests to a server behind code that sets it. */
async function isKeptBy(listener: RequestListener): Promise<void> {
  const { base, stop } = await start((request, response) =>
    store.run(contextOf(request.headers['x-context']), () => listener(request, response)),
  );
  try {
    await keepsContext(base, seen);
  } finally {
    await stop();
  }
}

describe('the context of the code in front', () => {
  it('is kept by http.createServer', () => isKeptBy(noting(seen).nodeListener));

  it('is kept when the server is busy and requests take turns', async () => {
    const slow = registerService(ExchangerApi, {
      exchange: () => {
        const end = performance.now() + 30;
        while (performance.now() < end) {
          // Enough to postpone the next requests.
        }
        seen.push(store.getStore(), store.getStore());
        return 1;
      },
    });
    await isKeptBy(createServer({ services: [slow], namespaces }).nodeListener);
  });

  it('is kept by Fetch', async () => {
    const server = noting(seen);
    await Promise.all(
      ['a', 'b'].map((name) =>
        store.run(name, async () => {
          const request = new Request(`http://x${path}`, { method: 'POST', headers: headers11(), body: soap });
          expect((await server.fetch(request)).status).toBe(200);
        }),
      ),
    );
    expect([...seen].sort()).toEqual(['a', 'a', 'b', 'b']);
  });
});
