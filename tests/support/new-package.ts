import type { Job } from '../../generator/config/jobs.js';
import type { FolderComparison, Target } from '../../generator/output/comparison.js';
import { formatVersion } from '../../generator/output/manifest.js';

/** A package, as the end of a run knows it. */
export interface NewPackage {
  readonly comparison: FolderComparison;
  readonly job: Job;
}

/** A package that was never written before, in a folder of a project. */
export function newPackage(out: string, project: string, settings: Partial<Job['settings']> = {}): NewPackage {
  const target: Target = {
    folder: out,
    display: 'out',
    files: new Map(),
    manifest: {
      formatVersion,
      generator: '1.0.0',
      config: '',
      inputs: {},
      templates: {},
      skeletons: [],
      services: 1,
    },
  };
  const comparison: FolderComparison = {
    target,
    created: ['codegen.lock.json'],
    changed: [],
    unchanged: [],
    pruned: [],
    write: new Map([['codegen.lock.json', '{}']]),
  };
  const job: Job = {
    settings: { name: 'rates', inputs: [], out, ...settings },
    folder: project,
    namesFrom: project,
    out,
    reading: {},
    only: [],
  };
  return { comparison, job };
}
