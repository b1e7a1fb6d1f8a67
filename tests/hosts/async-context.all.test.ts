import express from 'express';
import fastify from 'fastify';
import { contextOf, keepsContext, noting, start, store } from '../support/runtime/contexts.js';

/** Handlers see the asynchronous context that a framework in front of the server has. */

let seen: (string | undefined)[];
beforeEach(() => {
  seen = [];
});

it.each<[string, readonly express.RequestHandler[]]>([
  ['without a parser', []],
  ['after parsers of JSON and forms', [express.json(), express.urlencoded({ extended: true })]],
  ['after a parser of bytes', [express.raw({ type: () => true, limit: '1mb' })]],
  ['after a parser of text', [express.text({ type: () => true, limit: '1mb' })]],
])('is kept by Express %s', async (_, parsers) => {
  const app = express();
  if (parsers.length > 0) {
    app.use(...parsers);
  }
  app.use((request, _response, next) => store.run(contextOf(request.headers['x-context']), next));
  app.use(noting(seen).nodeListener);
  const { base, stop } = await start(app);
  try {
    await keepsContext(base, seen);
  } finally {
    await stop();
  }
});

it('is kept by Fastify', async () => {
  const app = fastify();
  const server = noting(seen);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.addHook('onRequest', (request, _reply, done) => store.run(contextOf(request.headers['x-context']), done));
  app.all('/*', (request, reply) => {
    reply.hijack();
    server.nodeListener(request.raw, reply.raw);
  });
  try {
    await keepsContext(await app.listen({ port: 0, host: '127.0.0.1' }), seen);
  } finally {
    await app.close();
  }
});
