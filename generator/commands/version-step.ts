import type { ChangeLevel } from '../diff/level.js';

/** How the version of a package was chosen. */
export interface VersionStep {
  /** The version that was released last. */
  readonly from: string;
  /** The version of the package. */
  readonly to: string;
  /** The verdict on what changed since then. */
  readonly verdict: ChangeLevel;
}

/** The version of a package. */
export interface PackageVersion extends VersionStep {
  /** Folder of the package, as the user would write it once it is printed. */
  readonly folder: string;
}
