import { installedVersion } from '../../install.mjs';

/** Python zeep, from the descriptors that our server publishes. */
export default {
  name: 'Python zeep',
  packages: ['python3-zeep'],
  bindings: ['soap11', 'soap12', 'httpGet', 'httpPost'],
  prepare: ({ here }) => ({
    version: installedVersion('python3-zeep'),
    command: '/usr/bin/python3',
    args: [`${here}/client.py`],
  }),
};
