// @ts-check
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import lit from 'eslint-plugin-lit';
// @ts-expect-error The package has no types.
import litA11y from 'eslint-plugin-lit-a11y';
import tseslint from 'typescript-eslint';
import wc from 'eslint-plugin-wc';

const ELEMENTS = ['src/elements/**/*.ts', 'src/frame/**/*.ts', 'src/pages/**/*.ts', 'src/backoffice/**/*.ts'];

/**
 * The types of these plugins allow the old form of a configuration too.
 * @param {import('eslint').ESLint.Plugin} plugin
 */
const recommended = ({ configs }) => /** @type {import('eslint').Linter.Config} */ (configs?.['flat/recommended']);

export default defineConfig(
  {
    ignores: [
      'test/bench',
      // Compiled against the packed package: tools/check-user-types.mjs.
      'test/types',
      'test/webkit',
      'dist',
      'build',
      'src/languages/generated',
      'coverage',
      'test-results',
      '.florin',
      'demo/**/public',
      // Templates of `florin init` that need packages which are not installed here, or a page.
      'demo/examples/*/*/**',
      'demo/examples/{angular,astro,next,react,sveltekit,vite,vue}',
      '!demo/examples/shared/signer',
    ],
  },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        // The tests' project has all sources but the service worker too: one program instead of seven. The build holds each part of the
        // sources to the types of its own environment.
        project: ['test/tsconfig.json', 'src/tsconfig.worker.json', 'tools/tsconfig.json', 'docs/site/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      // Lit binds its listeners to the host by itself.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/require-await': 'off',
      eqeqeq: 'error',
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: false } }],
    },
  },
  {
    // Purity: the clock and chance are arguments.
    files: ['src/core/**/*.ts', 'src/sandbox/**/*.ts', 'src/signer/**/*.ts', 'src/checkout/**/*.ts'],
    ignores: ['src/*/node/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']",
          message: 'Randomness is an argument.',
        },
      ],
    },
  },
  {
    files: ['src/core/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
          message: 'The clock is an argument.',
        },
        { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'The clock is an argument.' },
        {
          selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']",
          message: 'Randomness is an argument.',
        },
      ],
    },
  },
  {
    // What the command writes is somebody else's text: one file makes it harmless.
    files: ['src/cli/**/*.ts'],
    ignores: ['src/cli/printable.ts', 'src/cli/terminal.ts'],
    rules: {
      'no-console': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.property.name='write'][callee.object.object.name='process']",
          message: 'Write with src/cli/printable.ts.',
        },
      ],
    },
  },
  {
    // A property that is set to a string reads it as its attribute does: the rule is in one decorator.
    files: ['src/elements/**/*.ts'],
    ignores: ['src/elements/property.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { paths: [{ name: 'lit/decorators.js', message: 'Use src/elements/property.ts.' }] },
      ],
    },
  },
  { files: ELEMENTS, ...recommended(lit) },
  { files: ELEMENTS, ...recommended(wc) },
  { files: ELEMENTS, plugins: { 'lit-a11y': litA11y }, rules: litA11y.configs.recommended.rules },
  { files: ['tools/**/*.mjs', '*.config.mjs'], languageOptions: { globals: globals.node } },
  {
    // JSON and test doubles of other people's servers come untyped; the strict rules are for what ships.
    files: ['test/**/*.ts', 'tools/**/*.mjs', '*.config.mjs'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      // An assertion of chai is an expression.
      '@typescript-eslint/no-unused-expressions': 'off',
    },
  },
  {
    // An assertion of open-wc looks like a promise to the types; the ones that are get awaited.
    files: ['test/elements/**/*.ts', 'test/frame/**/*.ts'],
    rules: { '@typescript-eslint/no-floating-promises': 'off' },
  },
);
