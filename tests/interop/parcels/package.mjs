import { fileURLToPath } from 'node:url';
import { generatedPackage } from '../generated-package.mjs';
import { parcelsOf } from './own.mjs';

/** The descriptor that Microsoft's WCF publishes for the service. */
export const parcelsWsdl = fileURLToPath(new URL('./Parcels.wsdl', import.meta.url));

/** Client and server of a package that is generated from a descriptor of the service, for canonical values. */
export async function generatedParcels(descriptor, folder) {
  return parcelsOf(await generatedPackage(descriptor, 'parcels', folder));
}
