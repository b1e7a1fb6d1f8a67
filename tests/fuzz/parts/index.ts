import type { Build, FuzzPart } from '../part.js';
import { answers } from './answers.js';
import { configs } from './configs.js';
import { descriptions } from './descriptions.js';
import { forms } from './forms.js';
import { descriptors, generated } from './generator.js';
import { headers } from './headers.js';
import { hostileTrees, hostileValues } from './hostile.js';
import { json } from './json.js';
import { packages } from './packages.js';
import { patterns } from './patterns.js';
import { requests } from './requests.js';
import { scans } from './scans.js';
import { messages, streams } from './streams.js';
import { trees } from './trees.js';
import { urls } from './urls.js';
import { values } from './values.js';
import { writers } from './writers.js';
import { xml } from './xml.js';

/** All parts, each compared in the builds that it has to be the same in. */
export const partsOf = (builds: readonly Build[]): readonly FuzzPart[] => [
  xml(builds),
  trees,
  scans(builds),
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
  headers,
  urls,
  descriptors,
  generated,
  descriptions,
  configs,
];
