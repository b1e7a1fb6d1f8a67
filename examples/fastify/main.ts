import { createServer } from '@wsdl-codegen/runtime/node';
import fastify from 'fastify';
import { namespaces, walletServices } from '../services/all.js';

const { nodeListener } = createServer({ services: walletServices(), namespaces, basePath: '/soap' });
const app = fastify();
app.get('/health', () => 'fine');

app.register(async (scope) => {
  // Bodies stay unread: the listener reads them, within its own limits.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  scope.all('/soap/*', (request, reply) => {
    reply.hijack();
    nodeListener(request, reply);
  });
});

console.log(`listening on ${await app.listen({ port: Number(process.argv[2] ?? 8080), host: '127.0.0.1' })}`);
