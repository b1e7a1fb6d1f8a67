/** Files that are shared with a person. */
export type { SkeletonImport, SkeletonMethod, SkeletonService } from './service.js';
export { type SkeletonRequest, type SkeletonText, updateSkeleton } from './update.js';
