import { soapPackageServer } from '../soap-package.mjs';

/** `listen` of the npm package `soap` with our services mounted on it, which then read the messages. */
export default soapPackageServer({ name: 'npm soap, our services mounted' });
