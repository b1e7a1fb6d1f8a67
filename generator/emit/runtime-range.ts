/** The versions of the runtime that generated packages work with. */
export const runtimeRange = '^0.1.0';
