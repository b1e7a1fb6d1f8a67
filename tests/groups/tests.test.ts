import { together } from './together.js';

together('tests');
