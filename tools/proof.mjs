// @ts-check
/** `npm run proof`: the long suites; `npm run proof -- promises` runs some of them. The last line is `N passed, N failed`. */
import { readArguments } from './script-arguments.mjs';
import { IN_TURNS, LONG, runSuites } from './suites.mjs';

const usage = `npm run proof [-- suites, files or folders]\nSuites: ${LONG.map(({ name }) => name).join(', ')}`;
const { positionals } = readArguments(usage, {}, { words: true });

if (IN_TURNS) {
  console.log(
    'CI: half of the browser proofs, one of "firefox purchases" and "docs site", two of four examples, one of the recipes for React Router, Nuxt and SolidStart, and a third of the planted faults have their turn today. Without CI in the environment all of them run.',
  );
}

await runSuites('proof', LONG, positionals);
