import { call } from './call.js';
import { command } from './command.js';
import { config } from './config.js';
import { contract } from './contract.js';
import { description } from './description.js';
import { doctor } from './doctor.js';
import { document } from './document.js';
import { emit } from './emit.js';
import { init } from './init.js';
import { migrate } from './migrate.js';
import { mock } from './mock.js';
import { output } from './output.js';
import { plugin } from './plugin.js';
import { pull } from './pull.js';
import { source } from './source.js';
import { typescript } from './typescript.js';
import { versions } from './versions.js';
import { wsdl } from './wsdl.js';
import { xsd } from './xsd.js';

/** Every diagnostic there is, by code. The files of this folder are the only ones with wording. */
export const catalogue: Catalogue = {
  ...source,
  ...xsd,
  ...wsdl,
  ...contract,
  ...description,
  ...typescript,
  ...emit,
  ...output,
  ...config,
  ...command,
  ...plugin,
  ...versions,
  ...pull,
  ...migrate,
  ...mock,
  ...init,
  ...call,
  ...document,
  ...doctor,
};

export type Catalogue = typeof source &
  typeof xsd &
  typeof wsdl &
  typeof contract &
  typeof description &
  typeof typescript &
  typeof emit &
  typeof output &
  typeof config &
  typeof command &
  typeof plugin &
  typeof versions &
  typeof pull &
  typeof migrate &
  typeof mock &
  typeof init &
  typeof call &
  typeof document &
  typeof doctor;

/** A stable code, `stage/what`. */
export type DiagnosticCode = keyof Catalogue & string;
