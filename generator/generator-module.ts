/** URL of this generator's programmatic interface. The module is next to this one, in the sources and in the bundle. */
export const generatorModule: string = new URL('./index.js', import.meta.url).href;
