import { given } from '../config/given.js';
import type { Job } from '../config/jobs.js';
import type { PackageFields, VersioningConfig } from '../config/types.js';
import type { Contract } from '../contract/model.js';
import type { Result } from '../diagnostics/diagnostic.js';
import { type ContractDiff, diffContracts } from '../diff/diff.js';
import { laterVersion, nextVersion } from '../diff/next-version.js';
import { changelogEntry } from '../diff/report/changelog.js';
import type { HashedReading } from '../disk-pipeline.js';
import { changelogFile, changelogText } from '../output/changelog.js';
import { namesFor } from './contract-text.js';
import {
  type KnownReleases,
  knownReleases,
  printRelease,
  type Release,
  type ReleaseOptions,
  releasedFile,
} from './released.js';
import type { VersionStep } from './version-step.js';

/** The version of a package whose config says that it follows the contract, and the files that go with it. */
export interface Versioning {
  /** Whether the package has a change log. */
  readonly hasChangelog: boolean;
  readonly versionOf: (contract: Contract) => string;
  readonly stepTo: (contract: Contract) => VersionStep;
  /** The record of the last release, and the change log. */
  readonly filesFor: (contract: Contract) => readonly { readonly path: string; readonly text: string }[];
}

/** The least version of a package whose config names none. */
const firstVersion = '0.1.0';

/** Finds the last release of a job's package. */
export async function versioningOfJob(
  job: Job,
  fields: PackageFields,
  reading: Pick<HashedReading, 'contract' | 'sources'>,
  options: ReleaseOptions,
): Promise<Result<Versioning>> {
  const [releases, problems] = await knownReleases(job, options);
  const names = namesFor(job, reading);
  const config = typeof fields.versioning === 'object' ? fields.versioning : {};
  const compare = (old: Contract, now: Contract): ContractDiff =>
    diffContracts(old, now, { names, ...given({ audiences: config.for, strict: config.strict }) });
  const settings = { name: job.settings.name, least: fields.version ?? firstVersion, config, compare };
  return [new FollowedContract(releases, settings), problems];
}

interface Settings {
  readonly name: string;
  readonly least: string;
  readonly config: VersioningConfig;
  readonly compare: (old: Contract, now: Contract) => ContractDiff;
}

/** What is known of a contract once it was compared with the last release. */
interface Comparison {
  readonly contract: Contract;
  /** The release that counts as the last one. */
  readonly last: Release;
  readonly diff: ContractDiff;
}

class FollowedContract implements Versioning {
  readonly hasChangelog: boolean;
  readonly #releases: KnownReleases;
  readonly #settings: Settings;
  /** Of the contract that was asked for last: a comparison of large contracts takes a while. */
  #known: Comparison | undefined;

  constructor(releases: KnownReleases, settings: Settings) {
    this.#releases = releases;
    this.#settings = settings;
    this.hasChangelog = settings.config.changelog ?? true;
  }

  readonly versionOf = (contract: Contract): string => this.stepTo(contract).to;

  readonly stepTo = (contract: Contract): VersionStep => {
    const { last, diff } = this.#comparisonWith(contract);
    return { from: last.version, to: this.#versionAfter(last, diff), verdict: diff.verdict };
  };

  readonly filesFor = (contract: Contract): readonly { readonly path: string; readonly text: string }[] => {
    const record = { path: releasedFile, text: printRelease(this.#comparisonWith(contract).last) };
    return this.hasChangelog ? [record, { path: changelogFile, text: this.#changelog(contract) }] : [record];
  };

  #versionAfter({ version }: Release, { verdict }: ContractDiff): string {
    return laterVersion(nextVersion(version, verdict), this.#settings.least);
  }

  #comparisonWith(contract: Contract): Comparison {
    if (this.#known?.contract !== contract) {
      this.#known = this.#compare(contract);
    }
    return this.#known;
  }

  /** A new package begins with its own contract. */
  #compare(contract: Contract): Comparison {
    const { last = { version: this.#settings.least, contract }, recorded } = this.#releases;
    const { compare } = this.#settings;
    const diff = compare(last.contract, contract);
    if (recorded && recorded !== last && diff.changes.length === 0) {
      // A package as it was released stays as it is, with the release before that one.
      const earlier = { contract, last: recorded, diff: compare(recorded.contract, contract) };
      return this.#versionAfter(recorded, earlier.diff) === last.version ? earlier : { contract, last, diff };
    }
    return { contract, last, diff };
  }

  #changelog(contract: Contract): string {
    const { last, diff } = this.#comparisonWith(contract);
    const { from, to } = this.stepTo(contract);
    const entry = from === to && diff.changes.length === 0 ? '' : changelogEntry(diff, to);
    return changelogText({ name: this.#settings.name, since: from, entry, released: this.#releasedEntry(last) });
  }

  /** The changes of the last release, if it became the last one in this run. */
  #releasedEntry(last: Release): string | undefined {
    const { recorded } = this.#releases;
    if (!recorded || last.version === recorded.version) {
      return undefined;
    }
    return changelogEntry(this.#settings.compare(recorded.contract, last.contract), last.version);
  }
}
