// @ts-check
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import lit from 'eslint-plugin-lit';
// @ts-expect-error The package has no types.
import litA11y from 'eslint-plugin-lit-a11y';
import tseslint from 'typescript-eslint';
import wc from 'eslint-plugin-wc';

const ELEMENTS = ['src/elements/**/*.ts', 'src/frame/**/*.ts', 'src/pages/**/*.ts', 'src/backoffice/**/*.ts'];

/** A call that writes an amount as text. */
const AMOUNT = 'CallExpression[callee.name=/^(formatMoney|writeMoney|writeAmount)$/]';

/**
 * The types of these plugins also allow the old format of configurations.
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
      // A shop as somebody else has written it.
      'test/agents/express',
      'test/agents/next',
      // Templates of `florin init` that need packages that are not installed here.
      'demo/examples/*/*/**',
      'demo/examples/{angular,astro,next,react,sveltekit,vite,vue}',
      '!demo/examples/shared/signer',
      '!demo/examples/shared/headers',
    ],
  },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        // The tests' project contains all sources but the service worker: one program instead of seven. The build checks each
        // part of the sources with the types of its own environment.
        project: ['test/tsconfig.json', 'src/tsconfig.worker.json', 'tools/tsconfig.json', 'docs/site/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      // Lit binds listeners to the host.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/require-await': 'off',
      eqeqeq: 'error',
      // Prettier wraps no comment. Rows of tables and types of JSDoc are one line.
      'max-len': ['error', { code: 10_000, comments: 130, ignoreUrls: true, ignorePattern: '^\\s*/?\\*+ (\\||@type)' }],
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: false } }],
    },
  },
  {
    // Pure code: randomness is an argument.
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
    // The command prints text from outside. printable.ts escapes it.
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
    // A property that is set to a string parses it like its attribute. One decorator has this rule.
    files: ['src/elements/**/*.ts'],
    ignores: ['src/elements/property.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { paths: [{ name: 'lit/decorators.js', message: 'Use src/elements/property.ts.' }] },
      ],
    },
  },
  {
    // A translator of web pages would freeze the text: src/elements/untranslated.ts.
    files: ELEMENTS,
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: `TaggedTemplateExpression[tag.name='html'] ${AMOUNT}:not(CallExpression[callee.name=/^(untranslated|price)$/] ${AMOUNT})`,
          message: 'Render an amount with untranslated() or price().',
        },
      ],
    },
  },
  { files: ELEMENTS, ...recommended(lit) },
  { files: ELEMENTS, ...recommended(wc) },
  { files: ELEMENTS, plugins: { 'lit-a11y': litA11y }, rules: litA11y.configs.recommended.rules },
  { files: ['tools/**/*.mjs', '*.config.mjs'], languageOptions: { globals: globals.node } },
  {
    // JSON and test doubles are untyped.
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
    // Assertions of open-wc have the type of a promise.
    files: ['test/elements/**/*.ts', 'test/frame/**/*.ts'],
    rules: { '@typescript-eslint/no-floating-promises': 'off' },
  },
);
