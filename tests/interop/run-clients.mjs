import { bindings, geoCalls, geoNamespace, namespace, walletCalls } from './cases.mjs';
import { judge } from './check.mjs';
import { startDriver } from './driver.mjs';
import { registryCalls } from './encoded/cases.mjs';
import { generatedRegistry } from './encoded/own.mjs';
import { startOwnServer } from './own-server.mjs';
import { parcelCalls } from './parcels/cases.mjs';
import { generatedParcels, parcelsWsdl } from './parcels/package.mjs';

/** The client of one other stack against our server: every call in every binding that it has. */
export async function runClient(stack, tools, report) {
  const generated = await generatedService(stack.services ?? [], `${tools.work}/package`);
  const server = await startOwnServer({}, (record) => (generated ? [generated.service(record)] : []));
  let driver;
  try {
    const program = await stack.prepare({ ...tools, url: server.url });
    const env = { INTEROP_BASE_URL: server.url, INTEROP_NAMESPACE: namespace, INTEROP_GEO_NAMESPACE: geoNamespace };
    driver = startDriver({ ...program, env });
    let id = 0;
    for (const binding of bindings.filter((b) => stack.bindings.includes(b))) {
      for (const call of callsFor(binding).filter(
        (c) => stack.services?.includes(c.service) ?? !ownPackages.has(c.service),
      )) {
        const { service, operation, args } = call;
        const result = await driver.ask({ id: String(++id), binding, service, operation, args });
        const { calls: seen, request, answer } = server.take();
        report({ call, binding, request, answer, ...judge({ call, binding, seen, result, request }) });
      }
    }
    return program.version;
  } finally {
    driver?.stop();
    server.close();
  }
}

/** The service of a package of its own that a stack calls in addition to those of all stacks. */
function generatedService(services, folder) {
  if (services.includes('Parcels')) {
    return generatedParcels(parcelsWsdl, folder);
  }
  return services.includes('Registry') ? generatedRegistry(folder) : undefined;
}

/** Services that are called only by the stacks that name them. */
const ownPackages = new Set(['Parcels', 'Registry']);

/** The services of WCF have SOAP 1.1 alone. A query of 36,000 characters is more than servers take. */
export function callsFor(binding) {
  const wallet = walletCalls();
  if (binding === 'httpGet') {
    return wallet.filter((call) => call.name !== 'string long');
  }
  if (binding === 'httpPost') {
    return wallet;
  }
  const calls = [...wallet, ...registryCalls()];
  return binding === 'soap11' ? [...calls, ...geoCalls(), ...parcelCalls()] : calls;
}
