// @ts-check
/** Stryker leaves out texts of errors for developers. Tests check the codes of errors, and no test should fix a wording. */

/** Position of the text in the arguments of an error's constructor. @param {string} name */
const textPosition = (name) => (/^(FlorinError|Refusal)$/.test(name) ? 1 : 0);

/** `new FlorinError(…)`, or a function that makes one of its text: `refused('is not a JWS')`. @param {Path['parent']} parent */
const isErrorOf = (parent) => {
  const name = parent?.callee?.name ?? '';
  return parent?.type === 'NewExpression' ? /(Error|Refusal|DOMException)$/.test(name) : name === 'refused';
};

/** @typedef {{ node: unknown, key?: unknown, listKey?: unknown, parent?: { type?: string, callee?: { name?: string } } }} Path */

export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'error-texts',
    value: {
      /** @param {Path} path */
      shouldIgnore({ key, listKey, parent }) {
        const isText = isErrorOf(parent) && listKey === 'arguments' && key === textPosition(parent?.callee?.name ?? '');
        return isText ? 'the text of an error for developers' : undefined;
      },
    },
  },
];
