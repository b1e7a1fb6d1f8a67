import { installedVersion } from '../../install.mjs';

const protocols = { soap11: 'SOAP', soap12: 'SOAP12', httpGet: 'HttpGet', httpPost: 'HttpPost' };
const groups = ['AccountApi', 'TelepayApi', 'ExchangerApi', 'PushApi', 'ErrorsApi'];

/** C# that Mono's `wsdl` generates from the descriptors of our server, for each of its four protocols. */
export default {
  name: '.NET proxies (Mono wsdl)',
  note: "C# that Mono's `wsdl` generates, for SOAP, SOAP 1.2, HttpGet and HttpPost.",
  packages: ['mono-mcs', 'mono-devel'],
  bindings: ['soap11', 'soap12', 'httpGet', 'httpPost'],
  async prepare({ here, work, url, run }) {
    const wallet = groups.map((group) => `${url}/${group}.asmx?WSDL`);
    const sources = [];
    for (const [binding, protocol] of Object.entries(protocols)) {
      // Of several descriptors in one run only the last one's event types are written for GET and POST.
      const locator = binding === 'soap11' ? [`${url}/geosrvex/AddressLocator.svc?wsdl`] : [];
      const runs = binding.startsWith('soap') ? [[...wallet, ...locator]] : wallet.map((one) => [one]);
      for (const [i, urls] of runs.entries()) {
        const out = `${work}/${binding}${i}.cs`;
        await run('wsdl', [`/protocol:${protocol}`, `/namespace:${binding}`, `/out:${out}`, '/nologo', ...urls]);
        sources.push(out);
      }
    }
    const references = ['System.Web.Services', 'System.Web.Extensions', 'System.Xml', 'System.EnterpriseServices'].map(
      (name) => `-r:${name}`,
    );
    await run('mcs', ['-nowarn:1591', ...references, `-out:${work}/client.exe`, `${here}/Client.cs`, ...sources]);
    return { version: installedVersion('mono-mcs'), command: 'mono', args: [`${work}/client.exe`] };
  },
};
