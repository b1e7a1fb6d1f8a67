/** Begins the `uri` of every schema that comes with the generator. */
export const bundledPrefix = 'bundled:';
