import { together } from './together.js';

together('runtime');
