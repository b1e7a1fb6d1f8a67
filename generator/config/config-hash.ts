import { resolve } from 'node:path';
import { publicAddress } from '../diagnostics/public-address.js';
import { hashData } from '../output/hash.js';
import { displayName } from '../source/locate.js';
import type { Job } from './jobs.js';
import { repositoryOf } from './repository.js';

/**
 * Hash of everything in the config and on the command line that the output depends on, except for the parts that the manifest
 * records separately. `repository` is that of the job, where it is known already.
 */
export function configHash(job: Job, repository = repositoryOf(job.settings, job.out)): string {
  const { out, templates, plugins, ...settings } = job.settings;
  const inputs = settings.inputs.map((input) =>
    /^[a-z]+:\/\//i.test(input) ? publicAddress(input) : displayName(resolve(job.folder, input), job.namesFrom),
  );
  return hashData({ ...settings, inputs, only: job.only, ...(repository && { repository }) });
}
