/** Runs the program in a page. */
import { run } from './program.mjs';

globalThis.runProgram = run;
