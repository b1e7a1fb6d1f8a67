/** Version of the generator, as in its `package.json`. */
export const generatorVersion = '0.1.0';
