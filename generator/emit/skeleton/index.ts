/** Files that codegen shares with the user. */
export type { Obstacle } from './analysis.js';
export type { OpenedModule, OpenModule } from './modules.js';
export type { SkeletonImport, SkeletonMethod, SkeletonService } from './service.js';
export { type SkeletonRequest, type SkeletonUpdate, updateSkeleton } from './update.js';
