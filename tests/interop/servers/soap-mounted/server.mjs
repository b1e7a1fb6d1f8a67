// Our services on `listen` of the npm package `soap`: every method writes what it got to stdout.
import { createServer } from 'node:http';
import { mountOnSoap } from '@wsdl-codegen/soap';
import { listen } from 'soap';
import { geoNamespace, namespace } from '../../cases.mjs';
import { recordingServices } from '../../own-server.mjs';

const url = new URL(process.argv[2]);
const record = (operation, args) => process.stdout.write(`${JSON.stringify({ operation, args })}\n`);
const http = createServer((_request, response) => response.writeHead(404).end());
http.listen(Number(url.port), '127.0.0.1', async () => {
  for (const service of recordingServices(record)) {
    const namespaces = { api_namespace: namespace, geo_namespace: geoNamespace };
    await mountOnSoap(listen, http, service, { namespaces, baseUrl: url.origin });
  }
  process.stdout.write(`${JSON.stringify({ ready: url.origin })}\n`);
});
