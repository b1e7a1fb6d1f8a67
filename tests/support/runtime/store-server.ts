import type { ListeningServer } from '../../../runtime/src/node/listen.js';
import { createServer } from '../../../runtime/src/node/server.js';
import { registerService, type ServiceRegistration } from '../../../runtime/src/server/handlers/registration.js';
import { streamed } from '../../../runtime/src/stream/write/streamed.js';
import { type Entry, Store } from './stream-fixture.js';

/** A listening `Store` whose answers are made while they are sent. */
export class StoreServer {
  /** Lists of entries that were ended, by their reader or by themselves. */
  ended = 0;

  /** The service, to be mounted elsewhere. */
  service(): ServiceRegistration {
    return registerService(Store, {
      load: ({ name, entries, file }) => ({ name, count: entries.length + (file?.length ?? 0) }),
      fetch: ({ name, count }) => streamed({ name, entries: this.entries(count) }),
      entries: ({ count }) => streamed(this.entries(count)),
      echo: (input) => input,
    });
  }

  listen(): Promise<ListeningServer> {
    return createServer({ services: [this.service()] }).listen(0, '127.0.0.1');
  }

  /** Entries that are made when they are read. */
  async *entries(count: number): AsyncGenerator<Entry> {
    try {
      for (let id = 0; id < count; id++) {
        await Promise.resolve();
        yield { id, text: `entry ${id}` };
      }
    } finally {
      this.ended++;
    }
  }
}
