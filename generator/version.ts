/** Version of the generator, as in its `package.json`. */
export const generatorVersion = '0.1.0';

/** The versions of the runtime that generated packages work with. */
export const runtimeRange = '^0.1.0';
