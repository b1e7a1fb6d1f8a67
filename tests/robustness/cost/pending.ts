/** Families that are known to grow faster than their input; runs leave them out. */
export const pending: ReadonlySet<string> = new Set([]);
