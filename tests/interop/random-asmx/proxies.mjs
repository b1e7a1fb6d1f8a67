import { fileURLToPath } from 'node:url';
import { startDriver } from '../driver.mjs';
import { serve } from './our-server.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const protocols = { soap11: 'SOAP', soap12: 'SOAP12' };

/** Proxies that Mono's `wsdl` makes from our ?WSDL, against our server. Those for GET and POST have texts alone for parameters, and are left out. */
export async function callProxies({ services, generated, folder, rounds, command, report }) {
  const { url, close } = await serve(services, generated);
  try {
    for (const binding of Object.keys(protocols)) {
      const program = await compiled({ services, url, binding, folder, command });
      const driver = startDriver({ command: 'mono', args: [program, url, String(rounds)], env: { TZ: 'UTC' } });
      for (let line = await driver.next(); line.done === undefined; line = await driver.next()) {
        report({
          direction: 'server',
          binding,
          ...placeOf(services, line.method),
          value: line.seed,
          status: line.status,
          reason: '.NET cannot read what it writes',
          problem: line.problem,
        });
      }
      driver.stop();
    }
  } finally {
    await close();
  }
}

async function compiled({ services, url, binding, folder, command }) {
  const sources = services.map(({ name }) => `${folder}/${binding}.${name}.cs`);
  for (const [i, { name }] of services.entries()) {
    const about = [
      `/protocol:${protocols[binding]}`,
      `/namespace:${binding}.N${name}`,
      `/out:${sources[i]}`,
      '/nologo',
    ];
    await command('wsdl', [...about, `${url}/${name}.asmx?WSDL`]);
  }
  const program = `${folder}/${binding}.exe`;
  const references = ['System.Web.Services', 'System.Xml'].map((name) => `-r:${name}`);
  await command('mcs', [
    '-nowarn:1591,0219',
    ...references,
    `-out:${program}`,
    `${here}Proxy.cs`,
    `${here}Values.cs`,
    ...sources,
  ]);
  return program;
}

/** The operation of a method such as `soap11.NS3.S3.Echo7`. */
function placeOf(services, method) {
  const [, , name, of] = method.split('.');
  const { operations } = services.find((service) => service.name === name);
  return { service: name, operation: operations.find(({ number }) => number === Number(of.slice(4))) };
}
