import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { bindings, currencies, faultReason, geoNamespace, hex, namespace, services, texts } from './cases.mjs';
import { judge } from './check.mjs';
import { freePort, startDriver } from './driver.mjs';
import { generatedRegistry } from './encoded/own.mjs';
import { createOwnClient, recordingTransport } from './own-client.mjs';
import { culprit } from './parcels/cases.mjs';
import { generatedParcels, parcelsWsdl } from './parcels/package.mjs';
import { callsFor } from './run-clients.mjs';

/** Our client against the server of one other stack: every call in every binding that it has. */
export async function runServer(stack, tools, report) {
  const url = `http://127.0.0.1:${await freePort()}`;
  const program = await stack.prepare({ ...tools, url });
  const driver = startDriver({
    ...program,
    env: {
      INTEROP_NAMESPACE: namespace,
      INTEROP_GEO_NAMESPACE: geoNamespace,
      INTEROP_TEXTS: texts.map(hex).join(','),
      INTEROP_FAULT: hex(faultReason),
      INTEROP_LETTER: culprit,
      INTEROP_CURRENCIES: currencies.join(','),
      INTEROP_WSDL: filledDescriptors(`${tools.work}/wsdl`, url),
    },
  });
  try {
    await ready(stack, driver, url);
    const client = await ownClient(stack, tools, program);
    for (const binding of bindings.filter((b) => stack.bindings.includes(b))) {
      for (const call of callsFor(binding).filter((c) => stack.services.includes(c.service))) {
        const result = await client.call(call, binding);
        const seen = await recorded(driver, result.type);
        const exchange = client.lastExchange();
        report({ call, binding, ...exchange, ...judge({ call, binding, seen, result, ...exchange }) });
      }
    }
    return program.version;
  } finally {
    driver.stop();
  }
}

/** The client of the package that is generated for all, or of one generated for a service with data contracts. */
async function ownClient(stack, tools, program) {
  const { Parcels, Registry } = program.addresses;
  const address = Parcels ?? Registry;
  if (address === undefined) {
    return createOwnClient(program.addresses, stack.clientOptions);
  }
  const { transport, lastExchange, forget } = recordingTransport();
  const client = await generatedClient(stack, Parcels, `${tools.work}/package`);
  const call = client({ address, transport, timeoutMs: 20_000 });
  return {
    lastExchange,
    call(one, binding) {
      forget();
      return call(one, binding);
    },
  };
}

/** The client of the service with data contracts, where the stack has that, or of the one in SOAP encoding. */
async function generatedClient(stack, parcels, folder) {
  const descriptor = stack.published ? `${parcels}?wsdl` : parcelsWsdl;
  const { client } = await (parcels === undefined ? generatedRegistry(folder) : generatedParcels(descriptor, folder));
  return client;
}

/** The server writes its line before it answers, but it may come after the answer. */
async function recorded(driver, type) {
  for (let waited = 0; ; waited += 5) {
    const lines = driver.take();
    if (lines.length > 0 || driver.ended || waited > (type === 'error' || type === 'fault' ? 100 : 2000)) {
      return lines;
    }
    await delay(5);
  }
}

async function ready(stack, driver, url) {
  if (!stack.readyWhenAnswering) {
    await driver.next(30_000);
    return;
  }
  for (let tries = 0; tries < 100 && !driver.ended; tries++) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer !== undefined) {
      return;
    }
    await delay(100);
  }
  throw new Error(`the server does not answer: ${driver.errors()}`);
}

/** Our descriptors with their placeholders filled in, for stacks that are built from them. */
function filledDescriptors(folder, url) {
  mkdirSync(folder, { recursive: true });
  for (const service of Object.keys(services)) {
    const text = readFileSync(new URL(`../../wsdl/${service}.wsdl`, import.meta.url), 'utf8')
      .replaceAll('{base_url}', url)
      .replaceAll('{geo_base_url}', url)
      .replaceAll('{api_namespace}', namespace)
      .replaceAll('{geo_namespace}/IAddressLocator', `${geoNamespace}IAddressLocator`)
      .replaceAll('{geo_namespace}', geoNamespace);
    writeFileSync(`${folder}/${service}.wsdl`, text);
  }
  return folder;
}
