import { soapPackageServer } from '../soap-package.mjs';

/** `listen` of the npm package `soap`, from our WSDLs. */
export default soapPackageServer({
  name: 'npm soap',
  note: '`preserveWhitespace` is set by hand after `listen`, which does not read it; without it the server trims every text.',
});
