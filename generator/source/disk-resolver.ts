import { resolve } from 'node:path';
import { diskPaths, displayName, placeOfInput } from './locate.js';
import type { LoadOptions } from './outside-access.js';
import { placesOfLocation } from './places.js';
import type { Resolver } from './resolver.js';
import { TrustedReader } from './trusted-reader.js';

/** Documents on the disk and in the network, as far as the options allow. */
export function diskResolver(options: LoadOptions): Resolver {
  const { workingFolder, namesFrom = workingFolder, userFolder = workingFolder } = options;
  return {
    placeOfInput: (input) => placeOfInput(input, workingFolder),
    placesOfLocation: (location, base) => placesOfLocation(location, base, diskPaths),
    displayName: (uri) => displayName(uri, namesFrom),
    shownToUser: (uri) => displayName(uri, userFolder),
    pathOfInput: (input) => resolve(workingFolder, input),
    readFile: (path, limits) => options.read(path, limits),
    readerOf: (inputs, limits) => new TrustedReader(inputs, options, limits),
  };
}
