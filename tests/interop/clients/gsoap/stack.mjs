import { installedVersion } from '../../install.mjs';

const groups = ['AccountApi', 'TelepayApi', 'ExchangerApi', 'PushApi', 'ErrorsApi'];

/** C that gSOAP generates from the descriptors of our server. */
export default {
  name: 'gSOAP',
  note: 'Over GET, the generated functions do not accept parameters; the program puts them into the address.',
  packages: ['gsoap', 'libgsoap-dev', 'g++'],
  bindings: ['soap11', 'soap12', 'httpGet', 'httpPost'],
  async prepare({ here, work, url, run }) {
    const descriptors = [
      ...groups.map((group) => `${url}/${group}.asmx?WSDL`),
      `${url}/geosrvex/AddressLocator.svc?wsdl`,
    ];
    // C, no SOAP header types, GET and POST too.
    await run('wsdl2h', ['-c', '-j', '-R', '-o', 'all.h', ...descriptors], { cwd: work });
    await run('soapcpp2', ['-c', '-C', '-L', '-x', 'all.h'], { cwd: work });
    await run(
      'gcc',
      ['-O0', '-w', '-I', work, '-o', 'client', `${here}/client.c`, 'soapC.c', 'soapClient.c', '-lgsoap'],
      { cwd: work },
    );
    return { version: installedVersion('gsoap'), command: `${work}/client`, args: [] };
  },
};
