/** Begins the `uri` of every schema that comes with the generator. */
export const BUNDLED_PREFIX = 'bundled:';
