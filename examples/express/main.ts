import type { AddressInfo } from 'node:net';
import { createServer } from '@wsdl-codegen/runtime/node';
import express from 'express';
import { namespaces, walletServices } from '../services/all.js';

const app = express();
app.get('/health', (_, response) => {
  response.send('fine');
});
// Under a path of its own; requests for other paths go on to the next handler.
app.use('/soap', createServer({ services: walletServices(), namespaces }).nodeListener);

const listener = app.listen(Number(process.argv[2] ?? 8080), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(listener.address() as AddressInfo).port}`);
});
