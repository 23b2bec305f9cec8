// @ts-check
/** `npm run proof`: the long suites; `npm run proof -- promises` runs some of them. The last line is `N passed, N failed`. */
import { IN_TURNS, LONG, runSuites } from './suites.mjs';

if (IN_TURNS) {
  console.log(
    'CI: half of the browser proofs, one of "firefox purchases" and "docs site", two of four examples and a third of the planted faults have their turn today. Without CI in the environment all of them run.',
  );
}

await runSuites('proof', LONG, process.argv.slice(2));
