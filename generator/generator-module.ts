/** URL of this generator's programmatic interface. The module is next to this one, in the sources and in the bundle. */
export const generatorModule: string = new URL('./index.js', import.meta.url).href;

/** URL of the module that compiles packages in a thread of its own. It exists in the bundle only. */
export const compileWorkerModule: string = new URL('./compile-worker.js', import.meta.url).href;

/** URL of the module that generates once in a thread of its own. It exists in the bundle only. */
export const watchWorkerModule: string = new URL('./watch-worker.js', import.meta.url).href;
