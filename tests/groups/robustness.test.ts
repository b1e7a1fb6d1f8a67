import { together } from './together.js';

together('robustness');
