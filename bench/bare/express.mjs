/** The reference: Express and pg. */
import { expressOver } from './express-tasks.mjs';
import * as tasks from './tasks.mjs';

tasks.serve(expressOver(tasks));
