import { createMasker, type Masker } from '@wsdl-codegen/runtime';

/** Recognises credentials by their names. */
export const masker: Masker = createMasker();
