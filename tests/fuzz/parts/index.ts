import type { Build, FuzzPart } from '../part.js';
import { answers } from './answers.js';
import { configs } from './configs.js';
import { costs } from './cost.js';
import { descriptions } from './descriptions.js';
import { forms } from './forms.js';
import { descriptors, generated } from './generator.js';
import { headers } from './headers.js';
import { hostileTrees, hostileValues } from './hostile.js';
import { json } from './json.js';
import { masks } from './masks.js';
import { packages } from './packages.js';
import { patterns } from './patterns.js';
import { requests } from './requests.js';
import { rewriting } from './rewriting.js';
import { scans } from './scans.js';
import { Schemas } from './schemas.js';
import { messages, streams } from './streams.js';
import { trees } from './trees.js';
import { urls } from './urls.js';
import { values } from './values.js';
import { writers } from './writers.js';
import { xml } from './xml.js';

/** All parts, each compared in the builds that it has to be the same in. */
export function partsOf(builds: readonly Build[]): readonly FuzzPart[] {
  const [first, ...others] = builds as readonly [Build, ...Build[]];
  // Documents of each schema are read before the first case: scans are made after some.
  const schemas = new Schemas(first, 200);
  return [
    xml(builds),
    trees,
    scans([schemas, ...others.map((build) => new Schemas(build, 0))]),
    rewriting(schemas),
    values,
    writers(builds),
    hostileValues(builds),
    hostileTrees(builds),
    streams(builds),
    messages(builds),
    json,
    patterns,
    requests,
    answers,
    forms,
    packages,
    masks,
    headers,
    urls,
    descriptors,
    generated,
    descriptions,
    configs,
    costs(),
  ];
}
